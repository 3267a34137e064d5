"""Rows 1 and 7: connections that are held open, and connections that send little or nothing."""
import contextlib
import time

import running
import wires
from harness import post, together
from report import attack

HELD, HELD_S = 600, 3


@attack("1-descriptors", "600 connections held 3 s at `ulimit -n 400`")
def descriptors(bench, report):
    with bench.start(report, descriptors=400) as service:
        for _ in range(bench.pick(1, 3)):
            held = []
            try:
                end = time.monotonic() + HELD_S
                for _ in range(HELD):
                    with contextlib.suppress(OSError):
                        held.append(wires.connect(service.port, 0.5))
                    if time.monotonic() > end + 5:
                        break
                began, status = time.monotonic(), 0
                while status != 200 and time.monotonic() - began < 5:
                    status, _ = service.ask(timeout=5)
                report.note("%d connected" % len(held))
                report.at_most("new caller answered after", time.monotonic() - began if status == 200 else None, 3, "s")
                time.sleep(max(0, end - time.monotonic()))
            finally:
                for s in held:
                    s.close()
            ready = service.get("/health/ready", service.admin)[0] == 200
            reached = service.get("/health")[0] == 200
            report.hold("readiness says %s, the port answers: %s" % (ready, reached), ready == reached)


def slow_head(port, pause, patience):
    """Seconds until a connection that sends its head slowly, byte by byte, is closed."""
    began = time.monotonic()
    with wires.connect(port) as s:
        with contextlib.suppress(OSError):
            s.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: ")
            while time.monotonic() - began < patience:
                if wires.seconds_until_closed(s, pause) is not None:
                    return time.monotonic() - began
                s.sendall(b"a")
            return None
        return time.monotonic() - began


def silent(port, patience, first=b""):
    with wires.connect(port) as s:
        if first:
            wires.send_all(s, first)
        return wires.seconds_until_closed(s, patience)


def never_reads(port, patience):
    """Requests the largest page repeatedly and reads nothing of it."""
    request = post(b"", method="GET", path="/openapi.json")
    with wires.connect(port, 1, receive_buffer=4096) as s:
        mine = s.getsockname()[1]
        with contextlib.suppress(OSError):
            for _ in range(400):
                s.sendall(request)
        began = time.monotonic()
        while time.monotonic() - began < patience:
            holds = wires.server_holds(port, mine)
            if holds is None:
                return "not measured here"
            if not holds:
                return time.monotonic() - began
            time.sleep(0.1)
    return None


def lazy(report, port, head, idle, pause):
    """The bound of each: one and a half times the limit, plus two seconds."""
    def late(limit):
        return 1.5 * limit + 2

    found = together(
        lambda: slow_head(port, pause, late(head) + 4),
        lambda: silent(port, late(idle) + 4),
        lambda: silent(port, late(idle) + 4, post(b"", method="GET", path="/health")),
        lambda: never_reads(port, late(2 * idle) + 4))
    report.at_most("head byte by byte closed after", found[0], late(head), "s")
    report.at_most("silent from the start closed after", found[1], late(idle), "s")
    report.at_most("silent after an answer closed after", found[2], late(idle), "s")
    if isinstance(found[3], str):
        report.note("answers not read: " + found[3])
    else:
        report.at_most("answers not read closed after", found[3], late(2 * idle), "s")


@attack("7-slow", "slow heads, silent connections, answers that nobody reads, with limits of 10 and 2 s", "tight")
def slow(bench, report, service):
    lazy(report, service.port, 10, 2, 0.3)
    # Even many at once must cost no more than their sockets.
    count = bench.pick(30, 300)
    found = together(*(lambda: slow_head(service.port, 0.3, 21) for _ in range(count)))
    report.at_most("of %d slow heads at once the last closed after" % count, None if None in found else max(found), 17, "s")
    service.growth(report, 64)


@attack("7-defaults", "the same with the defaults, one byte per 5 s")
def defaults(bench, report):
    if bench.short:
        report.note("only in the long form")
        return
    with bench.start(report) as service:
        lazy(report, service.port, 10, 75, 5)


@attack("7-leaves", "connections that come and go without a word", "open")
def leaves(bench, report, service):
    for _ in range(bench.pick(500, 5000)):
        wires.connect(service.port).close()
    settled = running.until(lambda: service.get("/health")[0] == 200, 5)
    report.hold("%d connected and left, the port answers: %s" % (bench.pick(500, 5000), settled), settled)
    service.growth(report, 64)
