"""What the checks of the operator's side share: the built service as a process, and how to ask it."""
import contextlib
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running
from running import ROOT, call, free_port

__all__ = ["QUESTIONS", "ROOT", "call", "expect", "free_port", "service", "until"]
QUESTIONS = {"angry": {"type": "noul", "instructions": "Is the customer angry?"},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "high"]}}


def until(condition, what, seconds=60):
    deadline = time.time() + seconds
    while not condition():
        if time.time() > deadline:
            sys.exit("FAILED: waited in vain for " + what)
        time.sleep(0.02)


def expect(what, found, wanted):
    print("%-58s %s" % (what, found))
    if found != wanted:
        sys.exit("FAILED: expected %r" % (wanted,))


@contextlib.contextmanager
def service(java, **settings):
    port, admin = free_port(), free_port()
    with open(ROOT / "target" / "operations.log", "w") as log:
        command = [java, "-XX:+UseSerialGC", "-jar", str(ROOT / "server/target/decision-service.jar")]
        process = running.start(command, running.environment(port, admin, **settings), log)
    try:
        yield process, port, admin
    finally:
        process.kill()
        process.wait()
