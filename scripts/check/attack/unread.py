"""Row A3: answers that nobody reads, in number and in size."""
import contextlib
import json
import time

import running
import wires
from harness import post
from report import attack

CLIENTS = 16
WINDOW = 4096
LABEL = 87_000  # three times in each of 64 results, which is just within the limit on an answer


def batch(label=LABEL, **more):
    question = {"type": "choice", "instructions": "Which?", "criteria": ["first " * (label // 6), "other " * (label // 6)]}
    return post(json.dumps({"states": ["x"] * 64, "questions": {"q": question}, **more}).encode(), path="/v1/systemone/batch")


def begun(s):
    """Whether an answer has begun to arrive."""
    s.settimeout(0.01)
    try:
        return bool(s.recv(1))
    except TimeoutError:
        return False
    except OSError:
        return True


def leave_unread(bench, report, heap, packet, clients=CLIENTS, **settings):
    """Clients ask and do not read; meanwhile another client asks and reads."""
    with bench.start(report, java="-Xmx%dm" % heap, SERVICE_QUEUE_MAX=32, **settings) as service, contextlib.ExitStack() as held:
        process = service.pid
        open_ = [held.enter_context(wires.connect(service.port, 20, receive_buffer=WINDOW)) for _ in range(clients)]
        for s in open_:
            wires.send_all(s, packet)
        waiting = list(open_)
        end = time.monotonic() + bench.pick(30, 60)
        statuses = []
        # Until every answer has begun, or its connection is closed, or the process is gone.
        while waiting and time.monotonic() < end and not service.statuses:
            statuses.append(service.ask(timeout=20)[0])
            waiting = [s for s in waiting if not begun(s)]
        report.note("%d of %d answers begun" % (clients - len(waiting), clients))
        # While the batches are computed, the queue's time may be over.
        report.one_of("others meanwhile", statuses, (200, 503))
        asked, (status, _) = time.monotonic(), service.ask(timeout=20)
        report.equal("with all slots unread, another", status, 200)
        report.at_most("after", time.monotonic() - asked, 5, "s")
        service.growth(report)
        report.hold("same process" if not service.statuses else "ended with %s" % service.statuses,
                    not service.statuses and service.pid == process)


@attack("A3-small", "sixteen answers of 16 MB that nobody reads, at -Xmx256m")
def small(bench, report):
    leave_unread(bench, report, 256, batch())


@attack("A3-larger", "the same at -Xmx512m, forty of them")
def larger(bench, report):
    if bench.short:
        report.note("only in the long form")
        return
    leave_unread(bench, report, 512, batch(), 40)


@attack("A3-control", "a language code of 1.9 MB, which the reason quotes for each of 64 states, at -Xmx512m")
def control(bench, report):
    leave_unread(bench, report, 512, batch(2, lang="en-" + "x" * 1_900_000), bench.pick(4, CLIENTS))


@attack("A3-pages", "the description asked for 60 times on each of 300 connections, at -Xmx128m")
def pages(bench, report):
    request = post(b"", method="GET", path="/openapi.json") * 60
    with bench.start(report, java="-Xmx128m") as service, contextlib.ExitStack() as held:
        process = service.pid
        for _ in range(bench.pick(100, 300)):
            s = held.enter_context(wires.connect(service.port, 1, receive_buffer=WINDOW))
            s.setblocking(False)
            with contextlib.suppress(OSError):
                s.send(request)
        running.until(lambda: service.statuses, bench.pick(5, 15))
        service.growth(report)
        report.hold("same process" if not service.statuses else "ended with %s" % service.statuses,
                    not service.statuses and service.pid == process)
