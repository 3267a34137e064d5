"""What the Python checks share: the four services and raw answers."""

import json
import os
import pathlib
import urllib.request

from outcomes import check, raises, slots_taken

__all__ = ["check", "raises"]

DEFAULT, STRICT, KEYED = (os.environ[name] for name in ("CLIENTS_DEFAULT", "CLIENTS_STRICT", "CLIENTS_KEYED"))
FULL = os.environ["CLIENTS_FULL"]
"""Implements the whole contract; needs KEY, has as many slots as KEYED, and answers 429 when busy."""
KEY = os.environ["CLIENTS_KEY"]
KEYED_SLOTS = int(os.environ["CLIENTS_KEYED_SLOTS"])
BAD_TOKEN = "invalid or missing bearer token"

TICKET = json.loads(pathlib.Path(__file__).with_name("ticket.json").read_text(encoding="utf-8"))
STATE, QUESTIONS = TICKET["state"], TICKET["questions"]
LONG_STATE = (STATE + "\n") * (10 * 1024 // len(STATE) + 1)
"""More than 10 KiB, so the official client compresses it."""


def wire(url, state=STATE, questions=QUESTIONS):
    """The raw answer of one service, for comparison with what a client returns."""
    body = json.dumps({"state": state, "questions": questions}).encode()
    headers = {"Authorization": f"Bearer {KEY}"}  # ignored by a service without a key
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", body, headers), timeout=30) as response:
        return json.load(response)


def all_slots_taken(release_after=None, url=KEYED):
    """Fills all slots of KEYED or FULL."""
    return slots_taken(url, KEYED_SLOTS, KEY, release_after=release_after)
