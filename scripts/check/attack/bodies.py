"""Rows 3 and 8: bodies that cost more than their size suggests."""
import gzip
import json
import random
import time

import wires
from harness import Probes, post, status_of, together
from report import attack

BODY_BYTES = 2_000_000
BODIES = 16


def random_words(seed, size=BODY_BYTES):
    """A question of words that are in no vocabulary, so that the tokenizer splits every one."""
    chance = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words, length = [], 0
    while length < size - 200:
        word = "".join(chance.choices(letters, k=chance.randint(3, 12)))
        words.append(word)
        length += len(word) + 1
    return json.dumps({"state": "x", "questions": {"q": {"type": "noul", "instructions": " ".join(words)}}}).encode()


@attack("3-one", "one body of 2 MB, all of it instructions", "open")
def one(bench, report, service):
    body = random_words(1)
    began = time.monotonic()
    status, _ = service.ask(body, timeout=60)
    report.at_most("status %s in" % status, time.monotonic() - began if status else None, bench.pick(2, 1), "s")
    report.one_of("status", [status], (200, 413, 422))
    service.growth(report, 100)


@attack("3-sixteen", "sixteen bodies of 2 MB, all of it instructions, at once", "open")
def sixteen(bench, report, service):
    bodies = [random_words(seed) for seed in range(BODIES if not bench.short else 4)]
    bound = service.patience_ms(bench)
    with Probes(service) as probes:
        statuses = []
        for _ in range(bench.pick(1, 3)):
            asked = (bodies * BODIES)[:BODIES]
            statuses += [s for s, _ in together(*(lambda body=body: service.ask(body, timeout=60) for body in asked))]
    report.one_of("statuses", statuses, (200, 413, 422, 503))
    service.growth(report)
    probes.hold(report, bound)


@attack("8-members", "gzip of 90,000 empty members", "open")
def members(bench, report, service):
    status, text = service.ask(gzip.compress(b"", 9, mtime=0) * 90_000, Content_Encoding="gzip")
    report.equal("status", status, 400)
    report.note(text[:60])
    service.no_traces(report)


@attack("8-nul", "a NUL in the method", "open")
def nul(bench, report, service):
    statuses, closed = wires.exchange(service.port, post(method="P\0ST"))
    report.equal("status", statuses[0], 400)
    report.hold("closed" if closed else "left open", closed)
    service.no_traces(report)


@attack("8-settings", "HTTP2-Settings that are none", "open")
def settings(bench, report, service):
    status = status_of(service, post(b"", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: !!!",
                                     method="GET", path="/health"), method="GET")
    report.one_of("status", [status], (200, 400))
    service.no_traces(report)
