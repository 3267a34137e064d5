"""Large batches: what waits for the worker fits into a small heap, and nobody waits for a whole batch of others."""
import gzip
import json
import random
import string
import time

import running
import wires
from harness import post, together
from report import attack

BATCH = "/v1/systemone/batch"
PAUSE_S = 0.15


def noul(i):
    return {"type": "noul", "instructions": "Does it hold that %d?" % i}


def choice(i, options):
    return {"type": "choice", "instructions": "Which of %d?" % i, "criteria": {"option %d" % o: None for o in range(options)}}


def batch(words, question, states=64, questions=64, text=lambda n, words: "%d " % n + "a " * words, **members):
    # Equal states would be computed once.
    return json.dumps({"states": [text(n, words) for n in range(states)], **members,
                       "questions": {"q%d" % i: question(i) for i in range(questions)}}).encode()


def letters(n, words):
    """A text whose windows differ, as equal windows would be computed once."""
    return " ".join(random.Random(n).choices(string.ascii_lowercase, k=words))


def holds(bench, report, heap, body, **settings):
    """Sixteen clients send the batch and leave after some seconds."""
    packed = gzip.compress(body, 9)
    with bench.start(report, java="-Xmx%dm" % heap, SERVICE_MAX_CONCURRENT=32, **settings) as service:
        def send():
            with wires.connect(service.port, 60) as s:
                wires.send_all(s, post(packed, "Content-Encoding: gzip", path=BATCH))
                time.sleep(bench.pick(6, 20))

        together(*[send] * 16)
        running.until(lambda: outcomes(service, "gone") == 16, 30)
        report.note("%d bytes each" % len(packed))
        if not service.statuses:
            report.equal("gone before they were answered", outcomes(service, "gone"), 16)
        service.growth(report)


def outcomes(service, outcome):
    return service.new_log().count("outcome=" + outcome)


# A state of 8,192 tokens in a body of 2 MiB.
LONG = batch(15_500, noul, max_len=8192)


@attack("waiting-long", "sixteen batches of 64 x 64 at max_len 8192 and -Xmx256m")
def waiting_long(bench, report):
    holds(bench, report, 256, LONG)


@attack("waiting-long-512", "the same at -Xmx512m")
def waiting_long_512(bench, report):
    if bench.short:
        report.note("only in the long form")
        return
    holds(bench, report, 512, LONG)


@attack("waiting-short", "sixteen batches of 64 x 64 at max_len 512 and -Xmx256m")
def waiting_short(bench, report):
    holds(bench, report, 256, batch(15_500, noul, max_len=512))


@attack("waiting-rounds", "sixteen with tournaments, or orders of options, or windows at -Xmx256m")
def waiting_rounds(bench, report):
    kinds = [
        ({"SERVICE_TOURNAMENT_GROUP": 2}, batch(3_000, lambda i: choice(i, 8), max_len=1024)),
        ({"SERVICE_OPTION_ORDERS": 8}, batch(15_500, lambda i: choice(i, 8), max_len=8192)),
        ({"SERVICE_WINDOWS": 1}, batch(14_000, noul, questions=2, text=letters, max_len=1024))]
    for settings, body in kinds[:bench.pick(1, 3)]:
        holds(bench, report, 256, body, **settings)


@attack("turns", "one question beside a batch of 64 x 64 on the starter, and its answer alone")
def turns(bench, report):
    body = json.dumps({"state": "I was charged twice.", "questions": {"q": noul(1)}}).encode()
    small = batch(20, noul, states=4, questions=16)
    with bench.start(report, SERVICE_CHECKPOINTS=None, SERVICE_MODELS=None) as service:
        alone = service.ask(small, path=BATCH)
        large = batch(20, noul)
        with wires.connect(service.port, 60) as s:
            wires.send_all(s, post(large, path=BATCH))
            time.sleep(1)
            took = []
            for _ in range(bench.pick(8, 30)):
                began = time.monotonic()
                status, _ = service.ask(body, timeout=60)
                took.append(time.monotonic() - began if status == 200 else None)
                time.sleep(PAUSE_S)
            beside = service.ask(small, path=BATCH)
        report.at_most("one question beside it", None if None in took else max(took), bench.pick(2, 0.5), "s")
        report.note("median %.3f s" % sorted(t for t in took if t is not None)[len(took) // 2])
        report.hold("a batch of 4 x 16 has the same answer alone and beside it, to the last digit",
                    alone[0] == beside[0] == 200 and results(alone[1]) == results(beside[1]))


def results(text):
    return [one["answers"] for one in json.loads(text)["results"]]
