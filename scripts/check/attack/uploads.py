"""Row A4: uploads that hardly move, renewed as soon as they are refused."""
import contextlib
import socket
import threading
import time

import wires
from harness import post
from report import attack

UPLOADS = 16
ELSEWHERE = "127.0.0.2"  # another address of this machine, from which the attack comes


def trickle(port, over, sent):
    """One byte of a body, again and again."""
    head = post(b"{", "Content-Length: 2000")
    while not over.is_set():
        with contextlib.suppress(OSError), socket.socket() as s:
            s.bind((ELSEWHERE, 0))
            s.settimeout(5)
            s.connect(("127.0.0.1", port))
            s.sendall(head)
            sent.append(len(head))
            wires.seconds_until_closed(s, 30)


def besieged(bench, report, patience, wanted, **settings):
    """A client that asks once and once more while the uploads go on."""
    with bench.start(report, **settings) as service:
        over, sent = threading.Event(), []
        threads = [threading.Thread(target=trickle, args=(service.port, over, sent), daemon=True) for _ in range(UPLOADS)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        statuses, longest, end = [], 0.0, time.monotonic() + bench.pick(12, 30)
        while time.monotonic() < end:
            asked = time.monotonic()
            statuses.append(service.ask(timeout=30)[0])
            if statuses[-1] == 200:
                longest = max(longest, time.monotonic() - asked)
            time.sleep(0.05)
        over.set()
        served = statuses.count(200)
        enough = served >= wanted * len(statuses) and served > 0
        report.hold("%d of %d answered (at least %g)" % (served, len(statuses), wanted), enough)
        report.at_most("the longest", longest, patience, "s")
        report.note("for %d uploads of %.1f KB in all" % (len(sent), sum(sent) / 1000))


@attack("A4-queue", "sixteen uploads of one byte, renewed, with the queue of the examples")
def queue(bench, report):
    besieged(bench, report, 6, 1, SERVICE_QUEUE_MAX=32)


@attack("A4-share", "the same with SERVICE_MAX_PER_ADDRESS=8")
def share(bench, report):
    besieged(bench, report, 2, 1, SERVICE_MAX_PER_ADDRESS=8)


@attack("A4-plain", "the same with neither: the slowest gives its slot up (docs/adr/0045-slow-uploads.md)")
def plain(bench, report):
    besieged(bench, report, 6, 0.9)
