"""Memory: one caller's largest legal batches, and who is answered beside them."""
import hashlib
import json
import threading
import time

import running
from harness import KEY, QUESTION
from report import attack

BATCHES = 12
GREEDY = "a key with a quarter of the slots"
BATCH = "/v1/systemone/batch"
WORDS = "I was charged twice for this month and nobody answers my letters. "


def body(states, questions, characters):
    """A batch whose states and questions all differ, so that nothing of it is computed once for several."""
    return json.dumps({
        "states": ["%d " % n + WORDS * (characters // len(WORDS)) for n in range(states)],
        "questions": {"q%d" % n: {"type": "noul", "instructions": "Is it true of number %d?" % n} for n in range(questions)},
    }).encode()


def metric(service, name):
    _, text = service.get("/metrics", service.admin, timeout=20)
    return next((float(line.split()[1]) for line in text.splitlines() if line.startswith(name + " ")), None)


def timed(service, body, path, timeout=120):
    began = time.monotonic()
    status, _ = service.ask(body, path, timeout)
    return status, time.monotonic() - began


def beside(bench, report, service):
    """Others beside large batches; how many waited for memory at once, at most."""
    wrong = json.dumps({"states": ["x"] * 64, "questions": {"q": {"type": "nool", "instructions": "?"}}}).encode()
    single = json.dumps({**QUESTION, "state": WORDS * (34_000 // len(WORDS))}).encode()
    two = body(2, 2, 200)
    most_waiting = 0
    for what, sent, path, wanted, bound in (("a wrong batch", wrong, BATCH, 422, bench.pick(3, 1)),
                                            ("a single of %d KB" % (len(single) / 1000), single, "/v1/systemone", 200, 10),
                                            ("a batch of two", two, BATCH, 200, 10)):
        status, seconds = timed(service, sent, path)
        most_waiting = max(most_waiting, metric(service, "decision_memory_waiting_requests") or 0)
        report.equal(what, status, wanted)
        report.at_most("after", seconds, bound, "s")
    return most_waiting


def starved(bench, report, heap, least_waiting=1):
    largest = body(64, bench.pick(2, 16), 28_000)
    with bench.start(report, java="-Xmx%dm" % heap, SERVICE_THREADS=1) as service:
        ended = []
        senders = [threading.Thread(target=lambda: ended.append(service.ask(largest, BATCH, 600)[0])) for _ in range(BATCHES)]
        for sender in senders:
            sender.start()
        busy = running.until(lambda: (metric(service, "decision_active_requests") or 0) >= BATCHES, 30, 0.1)
        report.hold("%d batches of %.1f MB at once" % (BATCHES, len(largest) / 1e6), busy)
        most_waiting = beside(bench, report, service)
        report.note("%d batches still at work" % sum(sender.is_alive() for sender in senders))
        report.hold("%g waited for memory at once (at least %d)" % (most_waiting, least_waiting), most_waiting >= least_waiting)
        for sender in senders:
            sender.join(600)
        report.one_of("batches", ended, (200,))


@attack("A2-share", "four of the largest batches of a key with a quarter, at -Xmx384m, beside another key")
def share(bench, report):
    if bench.short:
        report.note("only in the long form")
        return
    keys = bench.directory / "keys.json"
    keys.write_text(json.dumps({"keys": [{"name": name, "sha256": hashlib.sha256(key.encode()).hexdigest(), **limits}
                                         for name, key, limits in (("calm", KEY, {}), ("greedy", GREEDY, {"share": 0.25}))]}))
    with bench.start(report, java="-Xmx384m", key=KEY, SERVICE_API_KEY_FILE=keys, SERVICE_THREADS=1) as service:
        ended = []
        greedy = {"Authorization": "Bearer " + GREEDY}
        senders = [threading.Thread(target=lambda: ended.append(service.ask(body(64, 64, 28_000), BATCH, 1200, **greedy)[0]))
                   for _ in range(4)]
        for sender in senders:
            sender.start()
        report.hold("four of them admitted", running.until(lambda: (metric(service, "decision_active_requests") or 0) >= 4, 30, 0.1))
        beside(bench, report, service)
        # They would take minutes more, and have shown what they do to others.


@attack("A2-128", "twelve batches of 64 states, 1.8 MB each, with 2 or 16 questions, at -Xmx128m")
def at_128(bench, report):
    starved(bench, report, 128)


@attack("A2-256", "the same at -Xmx256m")
def at_256(bench, report):
    if bench.short:
        report.note("only in the long form")
    else:
        starved(bench, report, 256)


@attack("A2-384", "the same at -Xmx384m")
def at_384(bench, report):
    if bench.short:
        report.note("only in the long form")
    else:
        # All twelve have room here, so nobody needs to wait.
        starved(bench, report, 384, 0)
