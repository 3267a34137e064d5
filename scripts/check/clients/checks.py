"""What the Python checks share: the four services, one line per check, and raw answers."""

import contextlib
import json
import os
import pathlib
import socket
import threading
import time
import traceback
import urllib.parse
import urllib.request

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


@contextlib.contextmanager
def check(client, name):
    """Prints the outcome of its block as one line; a failure does not prevent the next check from running."""
    try:
        yield
    except Exception as error:
        line = traceback.extract_tb(error.__traceback__)[-1].line
        text = f"{type(error).__name__}: {error} at `{line}`".replace("\n", " ")
        print(f"failed   {client}: {name}: {text}", flush=True)
    else:
        print(f"passed   {client}: {name}", flush=True)


@contextlib.contextmanager
def raises(kind):
    """Expects an error of type `kind` and makes it available as `caught.error`."""
    caught = type("Caught", (), {"error": None})()
    try:
        yield caught
    except kind as error:
        caught.error = error
    assert caught.error is not None, f"no {kind.__name__} was raised"


def wire(url, state=STATE, questions=QUESTIONS):
    """The raw answer of one service, for comparison with what a client returns."""
    body = json.dumps({"state": state, "questions": questions}).encode()
    headers = {"Authorization": f"Bearer {KEY}"}  # ignored by a service without a key
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", body, headers), timeout=30) as response:
        return json.load(response)


@contextlib.contextmanager
def all_slots_taken(release_after=None, url=KEYED):
    """Fills all slots of KEYED or FULL with uploads that never send their body, for at most `release_after` seconds."""
    port = urllib.parse.urlsplit(url).port
    head = (
        f"POST /v1/systemone HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {KEY}\r\n"
        "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
    )
    with contextlib.ExitStack() as uploads:
        for _ in range(KEYED_SLOTS):
            upload = uploads.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            upload.sendall(head.encode())
            # The service asks for a body once its request is admitted.
            assert b" 100 " in upload.recv(1024)
        if release_after is not None:
            timer = threading.Timer(release_after, uploads.close)
            timer.start()
            uploads.callback(timer.cancel)
        yield time.monotonic()
