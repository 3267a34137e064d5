"""What the checks of operations share: the built service as a process, and requests to it."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running
from running import ROOT, call

__all__ = ["QUESTIONS", "ROOT", "call", "expect", "running", "service", "until"]
QUESTIONS = {"angry": {"type": "noul", "instructions": "Is the customer angry?"},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "high"]}}


def until(condition, what, seconds=60):
    if not running.until(condition, seconds):
        sys.exit("FAILED: timed out waiting for " + what)


def expect(what, found, wanted):
    print("%-58s %s" % (what, found))
    if found != wanted:
        sys.exit("FAILED: expected %r" % (wanted,))


def service(java, **settings):
    command = [java, "-XX:+UseSerialGC", "-jar", ROOT / "server/target/decision-service.jar"]
    return running.Service(command, ROOT / "target/operations/service.log", **settings)
