"""The faults that the alerts name, each caused in a service of its own. A fault is a function that is given the service's ports
and a way to know that its alert fires, and causes the fault until then."""
import concurrent.futures
import contextlib
import functools
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running

FOLDER = running.ROOT / "target/monitoring"
STARTER = running.ROOT / "server/target/starter"
QUESTION = {"urgent": {"type": "noul", "instructions": "Is it urgent?"}}
TEXT = "The invoice shows the wrong amount and nobody answers. "


class Subject:
    """A service on ports that are known before, which a fault starts, asks, and breaks."""

    def __init__(self, java, port, admin, fires):
        self.java, self.port, self.admin, self.fires = java, port, admin, fires
        self.process = None

    def start(self, descriptors=None, wait=True, **settings):
        with open(FOLDER / "service.log", "a") as log:
            command = [self.java, "-XX:+UseSerialGC", "-jar", str(running.ROOT / "server/target/decision-service.jar")]
            self.process = running.start(command, running.environment(self.port, self.admin, **settings), log, descriptors)
        if wait and not running.until(lambda: self.status("/health/started") == 200, 120):
            sys.exit("the service did not start, see target/monitoring/service.log")

    def stop(self):
        if self.process:
            running.stop(self.process, 60)

    def status(self, path, method="GET"):
        with contextlib.suppress(OSError):
            return running.call(self.admin, method, path, timeout=10)[0]
        return 0

    def running_seconds(self):
        """How long the pass or load in progress has taken."""
        with contextlib.suppress(OSError):
            for line in running.call(self.admin, "GET", "/metrics", timeout=10)[2].splitlines():
                if line.startswith("decision_pass_running_seconds "):
                    return float(line.split()[1])
        return 0

    def ask(self, states=1, words=4, key=None, timeout=60):
        """The status of a request; 0 if it is not answered in time."""
        body = {"questions": QUESTION, "states": [f"{n} {TEXT * words}" for n in range(states)]}
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        with contextlib.suppress(OSError):
            return running.call(self.port, "POST", "/v1/systemone/batch", json.dumps(body).encode(), headers, timeout)[0]
        return 0

    def until_it_fires(self, act, seconds=90, callers=1):
        """Lets callers act again and again until the alert fires; whether it did."""
        ends = time.monotonic() + seconds
        found = []

        def call(_):
            while not found and time.monotonic() < ends:
                act()

        with concurrent.futures.ThreadPoolExecutor(callers) as pool:
            calls = pool.map(call, range(callers))
            while time.monotonic() < ends and not self.fires():
                time.sleep(0.2)
            found.append(True)
            list(calls)
        return self.fires()


def pause(seconds=0.1):
    time.sleep(seconds)


def silent(subject):
    """As long as 75 seconds, with all times divided."""
    subject.start()
    time.sleep(3)
    subject.process.send_signal(signal.SIGSTOP)
    try:
        return running.until(subject.fires, 75 / 30 + 5, 0.1)
    finally:
        subject.process.send_signal(signal.SIGCONT)


def restarts(subject):
    for _ in range(4):
        subject.start()
        time.sleep(1.5)
        subject.process.send_signal(signal.SIGKILL)
        subject.process.wait()
    subject.start()
    return subject.until_it_fires(pause, 20)


def copy():
    """A folder of tiny checkpoints that may be broken."""
    folder = FOLDER / "checkpoints"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(running.TINY, folder)
    return folder


def cut_off(folder):
    """Replaces the weights of each checkpoint by the first part of them."""
    for weights in folder.glob("*/model.safetensors"):
        part = weights.with_suffix(".part")
        part.write_bytes(weights.read_bytes()[:-1000])
        part.rename(weights)


def unavailable(subject, once=False):
    folder = copy()
    subject.start(SERVICE_CHECKPOINTS=folder, SERVICE_PRELOAD=0)
    # A counter counts from its first sample on, so that one has to be there.
    time.sleep(3)
    cut_off(folder)
    if once:
        subject.ask()
    return subject.until_it_fires(lambda: (once or subject.ask(), pause()), 20 if once else 90)


def refused(subject):
    subject.start(SERVICE_CHECKPOINTS="starter", SERVICE_MAX_CONCURRENT=1, SERVICE_THREADS=1)
    return subject.until_it_fires(lambda: subject.ask(16), callers=6)


def timing_out(subject):
    subject.start(SERVICE_CHECKPOINTS="starter", SERVICE_REQUEST_TIMEOUT_S=0.05, SERVICE_THREADS=1)
    return subject.until_it_fires(lambda: subject.ask(16))


def slow_queue(subject):
    subject.start(SERVICE_CHECKPOINTS="starter", SERVICE_MAX_CONCURRENT=48, SERVICE_THREADS=1)
    return subject.until_it_fires(lambda: subject.ask(16), callers=24)


def stuck(subject):
    # A load that judges a precision takes seconds, and a machine that stands still meanwhile makes it one that is stuck.
    subject.start(wait=False, SERVICE_CHECKPOINTS="starter", SERVICE_PRECISION="int8", SERVICE_THREADS=1)
    if not running.until(lambda: subject.running_seconds() > 0.2, 60, 0.05):
        return False
    subject.process.send_signal(signal.SIGSTOP)
    time.sleep(6)
    subject.process.send_signal(signal.SIGCONT)
    return subject.until_it_fires(pause, 20)


def reload_refused(subject):
    folder = copy()
    subject.start(SERVICE_CHECKPOINTS=folder)
    subject.ask()
    time.sleep(3)
    cut_off(folder)
    # Once: an alert that needs a second refusal is none.
    return subject.status("/checkpoints/english/reload", "POST") == 409 and subject.until_it_fires(pause, 20)


def log_dropping(subject):
    full = FOLDER / "full"
    full.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(full)], check=True)
    try:
        subject.start(SERVICE_DECISION_LOG=full / "decisions.jsonl")
        return subject.until_it_fires(lambda: (subject.ask(8), pause(0.05)))
    finally:
        subject.stop()
        subprocess.run(["umount", str(full)], check=True)


def wrong_key(subject):
    subject.start(SERVICE_API_KEY="right")
    return subject.until_it_fires(lambda: (subject.ask(key="wrong"), pause(0.3)))


def states_cut(subject):
    subject.start(SERVICE_MAX_TOKEN_BUDGET=64)
    body = json.dumps({"state": TEXT * 60, "questions": QUESTION, "max_len": 64}).encode()
    return subject.until_it_fires(
        lambda: (running.call(subject.port, "POST", "/v1/systemone", body, {"Content-Type": "application/json"}), pause(0.2)), 180)


def ordinary(subject, n):
    """Asks as callers do now and then; whether all was answered."""
    found = [subject.ask(1 + n % 4)]
    for answer in ({"min_confidence": 0.6}, {"min_confidence": 0.99}, {}):
        body = json.dumps({"state": TEXT, "questions": QUESTION, **answer}).encode()
        found.append(running.call(subject.port, "POST", "/v1/systemone", body, {"Content-Type": "application/json"})[0])
    return set(found) == {200}


def baseline(subject, checkpoints):
    """What a service answers to ordinary traffic, frozen."""
    log, frozen = FOLDER / "ordinary.jsonl", FOLDER / "baseline.json"
    log.unlink(missing_ok=True)
    subject.start(SERVICE_CHECKPOINTS=checkpoints, SERVICE_DECISION_LOG=log)
    for n in range(40):
        ordinary(subject, n)
    subject.stop()
    subprocess.run([str(word) for word in (running.SERVE, "drift", log, "--freeze", frozen)], check=True, stderr=subprocess.DEVNULL)
    return frozen


def drift(subject):
    subject.start(SERVICE_DRIFT_BASELINE=f"{baseline(subject, running.TINY)},window=10")
    german = {"questions": QUESTION, "states": [f"{n} Die Rechnung nennt den falschen Betrag, und niemand antwortet." for n in range(20)]}
    body = json.dumps(german).encode()
    return subject.until_it_fires(
        lambda: (running.call(subject.port, "POST", "/v1/systemone/batch", body, {"Content-Type": "application/json"}), pause(0.2)), 120)


# The alert -> what causes it. DecisionServiceGone comes last, when no service is left.
FAULTS = {
    "DecisionInstanceSilent": silent,
    "DecisionServiceRestarting": restarts,
    "DecisionCheckpointUnavailable": functools.partial(unavailable, once=True),
    "DecisionRequestsFailing": unavailable,
    "DecisionRequestsRefused": refused,
    "DecisionRequestsTimingOut": timing_out,
    "DecisionQueueSlow": slow_queue,
    "DecisionPassStuck": stuck,
    "DecisionReloadRefused": reload_refused,
    "DecisionLogDropping": log_dropping,
    "DecisionKeyRefused": wrong_key,
    "DecisionStatesCut": states_cut,
    "DecisionDrift": drift,
}
