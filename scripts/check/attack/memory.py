"""Rows 1b and 4: a heap that is too small. Every request is answered, or the process ends with status 3 and is
restarted."""
import json

import running
from harness import QUESTION, together
from report import attack


def stuffed(item, count):
    """A question with an unknown member that holds this many items."""
    head = json.dumps(QUESTION)[:-1].encode()
    return head + b', "x": [' + b",".join([item] * count) + b"]}"


def small_heap(bench, report, heap, body, clients, rounds):
    with bench.start(report, java="-Xmx%dm" % heap) as service:
        statuses = []
        for _ in range(rounds):
            statuses += [s for s, _ in together(*(lambda: service.ask(body, timeout=30) for _ in range(clients)))]
        # A broken connection means that the process ended, which its supervisor notices a little later.
        if 0 in statuses:
            running.until(lambda: service.statuses, 5)
        allowed = (200, 400, 408, 413, 500, 503) + ((0,) if service.statuses else ())
        report.one_of("statuses", ["no answer" if s is None else s for s in statuses], allowed)


@attack("1b-objects", "six bodies of 690,000 {} at -Xmx96m")
def objects(bench, report):
    small_heap(bench, report, 96, stuffed(b"{}", 690_000), 6, bench.pick(1, 5))


@attack("4-arrays", "sixteen bodies of 600,000 [] at -Xmx96m")
def arrays(bench, report):
    small_heap(bench, report, 96, stuffed(b"[]", 600_000), 16, bench.pick(1, 5))


@attack("4-strings", "sixteen bodies of 500,000 \"a\" at -Xmx80m")
def strings(bench, report):
    if bench.short:
        report.note("only in the long form")
        return
    small_heap(bench, report, 80, stuffed(b'"a"', 500_000), 16, 3)
