"""What the Python checks share: the four services, and the answer as it is on the wire."""

import json
import os
import pathlib
import urllib.request

from outcomes import check, raises, slots_taken

__all__ = ["check", "raises"]

DEFAULT, STRICT, KEYED = (os.environ[name] for name in ("CLIENTS_DEFAULT", "CLIENTS_STRICT", "CLIENTS_KEYED"))
FULL = os.environ["CLIENTS_FULL"]
"""Speaks the whole contract; guarded by KEY, with the slots of KEYED, and busy as 429."""
KEY = os.environ["CLIENTS_KEY"]
KEYED_SLOTS = int(os.environ["CLIENTS_KEYED_SLOTS"])
BAD_TOKEN = "invalid or missing bearer token"

TICKET = json.loads(pathlib.Path(__file__).with_name("ticket.json").read_text(encoding="utf-8"))
STATE, QUESTIONS = TICKET["state"], TICKET["questions"]
LONG_STATE = (STATE + "\n") * (10 * 1024 // len(STATE) + 1)
"""Over 10 KiB, which the official client compresses."""


def wire(url, state=STATE, questions=QUESTIONS):
    """The answer of one service as it is on the wire, for comparison with what a client makes of it."""
    body = json.dumps({"state": state, "questions": questions}).encode()
    headers = {"Authorization": f"Bearer {KEY}"}  # means nothing to a service without a key
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", body, headers), timeout=30) as response:
        return json.load(response)


def all_slots_taken(release_after=None, url=KEYED):
    """Fills the admission of KEYED or FULL."""
    return slots_taken(url, KEYED_SLOTS, KEY, release_after=release_after)
