"""What the checks with public clients share: one line per check, and a service without a free slot."""

import contextlib
import socket
import threading
import time
import traceback
import urllib.parse

failures = []
"""The names of the checks that failed."""


@contextlib.contextmanager
def check(client, name):
    """Prints the outcome of its block as one line; a failure does not prevent the next check from running."""
    try:
        yield
    except Exception as error:
        line = traceback.extract_tb(error.__traceback__)[-1].line
        text = f"{type(error).__name__}: {error} at `{line}`".replace("\n", " ")
        print(f"failed   {client}: {name}: {text}", flush=True)
        failures.append(name)
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


def slot_taken(port, head, attempts=50):
    """An upload that holds a slot: the service asks for a body once its request is admitted."""
    upload = socket.create_connection(("127.0.0.1", port), timeout=10)
    upload.sendall(head)
    answer = upload.recv(1024)
    if answer.startswith(b"HTTP/1.1 100 "):
        return upload
    upload.close()
    # The service may not have seen yet that the callers of the check before this one are gone.
    assert attempts > 1, answer
    time.sleep(0.1)
    return slot_taken(port, head, attempts - 1)


@contextlib.contextmanager
def slots_taken(url, slots, key, path="/v1/systemone", release_after=None):
    """Fills all slots of a service with uploads that never send their body, for at most `release_after` seconds. Just under
    the second of Retry-After is best where attempts are counted: a busy client's first is still refused. Where they are not,
    it must be less than the pause of a client that does not read the header."""
    port = urllib.parse.urlsplit(url).port
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n"
        "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
    )
    with contextlib.ExitStack() as uploads:
        for _ in range(slots):
            uploads.enter_context(slot_taken(port, head.encode()))
        if release_after is not None:
            timer = threading.Timer(release_after, uploads.close)
            timer.start()
            uploads.callback(timer.cancel)
        yield time.monotonic()
