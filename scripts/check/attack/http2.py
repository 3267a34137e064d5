"""Row 2: HTTP/2 is not supported; sends frames that could harm a server, without authentication."""
import contextlib
import threading
import time

import wires
from harness import Probes, post, together
from report import attack

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = b"\0\0\0\4\0\0\0\0\0"
CONNECTIONS = 4
AGAIN_S = 0.05  # an attacker whose connection is closed reconnects after this time
HEADERS, PRIORITY, PING, WINDOW_UPDATE, CONTINUATION = 1, 2, 6, 8, 9
END_STREAM, END_HEADERS = 1, 4
# :method POST, :scheme http, :path and :authority as literals, of HPACK's static table.
POST_HEAD = b"\x83\x86\x04\x0d/v1/systemone\x01\x09localhost"


def frame(kind, flags, stream, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def _integer(value, prefix):
    """HPACK's integers; the first byte holds only the low bits."""
    most = (1 << prefix) - 1
    if value < most:
        return bytes([value])
    out, value = [most], value - most
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes([*out, value])


def one_table_entry():
    """Puts a header of 3.9 KB into the table, then refers to it 16,000 times in each request head."""
    entry = b"\x40\x01x" + _integer(3900, 7) + b"v" * 3900
    yield frame(HEADERS, END_STREAM | END_HEADERS, 1, POST_HEAD + entry)
    references = POST_HEAD + b"\xbe" * 16000
    for stream in range(3, 1 << 20, 2):
        yield frame(HEADERS, END_STREAM | END_HEADERS, stream, references)


def endless_continuation():
    yield frame(HEADERS, 0, 1, POST_HEAD)
    many = frame(CONTINUATION, 0, 1) * 7000
    while True:
        yield many


def unfinished_posts():
    for first in range(1, 1 << 20, 400):
        yield b"".join(frame(HEADERS, END_HEADERS, s, POST_HEAD) for s in range(first, first + 400, 2))


def idle_frames():
    """Frames that request nothing; each connection sends a different kind."""
    kinds = [SETTINGS, frame(PING, 0, 0, b"12345678"), frame(PRIORITY, 0, 1, b"\0\0\0\0\x10"),
             frame(WINDOW_UPDATE, 0, 0, b"\0\0\0\1"), frame(0xEE, 0, 0, b"unknown")]
    turn = idle_frames.turn = getattr(idle_frames, "turn", -1) + 1
    many = kinds[turn % len(kinds)] * 2000
    while True:
        yield many


class Attacker:
    """Sends until the connection is closed, reconnects, and records the longest time a connection stayed open."""

    def __init__(self, port, frames):
        self.port, self.frames = port, frames
        self.sent, self.longest, self.open_at_end, self.refused = 0, 0.0, False, 0

    def run(self, until):
        while time.monotonic() < until:
            began, closed = time.monotonic(), False
            try:
                with wires.connect(self.port, 1) as s:
                    reader = threading.Thread(target=self._drain, args=(s,), daemon=True)
                    s.sendall(PREFACE + SETTINGS)
                    reader.start()
                    for part in self.frames():
                        if time.monotonic() > until:
                            break
                        s.sendall(part)
                        self.sent += len(part)
                    # It has nothing left to send.
                    closed = wires.seconds_until_closed(s, 2) is not None
            except TimeoutError:
                closed = False
            except OSError:
                closed = True
            self.longest = max(self.longest, time.monotonic() - began)
            self.refused += closed
            self.open_at_end = not closed
            time.sleep(AGAIN_S)

    @staticmethod
    def _drain(s):
        with contextlib.suppress(OSError):
            while s.recv(65536):
                pass


def drive(bench, report, service, frames):
    seconds = bench.pick(2, 10)
    bound = service.patience_ms(bench)
    attackers = [Attacker(service.port, frames) for _ in range(CONNECTIONS)]
    end = time.monotonic() + seconds
    with Probes(service) as probes:
        together(*(lambda a=a: a.run(end) for a in attackers))
    report.note("%.1f MB sent" % (sum(a.sent for a in attackers) / 1e6))
    open_ = sum(a.open_at_end for a in attackers)
    report.hold("%d of %d connections left open, longest %.1f s" % (open_, CONNECTIONS, max(a.longest for a in attackers)),
                not open_)
    service.growth(report, 64)
    report.at_most("processor", service.worked(), 0.5 * seconds + 0.5, "s")
    probes.hold(report, bound)


@attack("2-refused", "HTTP/2 by preface and by upgrade", "keyed")
def refused(bench, report, service):
    statuses, closed = wires.exchange(service.port, PREFACE + SETTINGS, timeout=5)
    report.one_of("preface", statuses, (0, 400, 505))
    report.hold("closed" if closed else "left open", closed)
    upgrade = post(b"", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__",
                   method="GET", path="/health")
    statuses, _ = wires.exchange(service.port, upgrade, timeout=5, method="GET")
    report.one_of("h2c upgrade", statuses, (200, 400))


@attack("2a-table", "HTTP/2 header table, 16,000 references a head, no key", "keyed")
def table(bench, report, service):
    drive(bench, report, service, one_table_entry)


@attack("2b-continuation", "HTTP/2 CONTINUATION without end", "keyed")
def continuation(bench, report, service):
    drive(bench, report, service, endless_continuation)


@attack("2c-streams", "HTTP/2 streams opened and never finished", "keyed")
def streams(bench, report, service):
    drive(bench, report, service, unfinished_posts)


@attack("2d-idle-frames", "HTTP/2 SETTINGS, PING, PRIORITY, WINDOW_UPDATE, unknown, without end", "keyed")
def idle(bench, report, service):
    drive(bench, report, service, idle_frames)
