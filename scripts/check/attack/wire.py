"""Row 10: valid HTTP works; for invalid HTTP the answer is 400 and the connection is closed."""
import wires
from harness import BODY, KEY, post
from report import attack

CHUNKED = "Transfer-Encoding: chunked"


def chunks(*parts, extension=b"", trailers=b""):
    return b"".join(b"%x%s\r\n%s\r\n" % (len(p), extension, p) for p in parts) + b"0\r\n" + trailers + b"\r\n"


def framed(body, *lines):
    """A request with the caller's own framing."""
    return post(b"", CHUNKED, *lines) + body


def old(keep, *lines):
    return post(BODY, *(("Connection: keep-alive",) if keep else ()), *lines, version="1.0", host=None)


HALF = len(BODY) // 2
# Name, packets, expected statuses.
VALID = [
    ("HTTP/1.0", [old(False)], [200]),
    ("HTTP/1.0 line in two packets", [old(False)[:20], old(False)[20:]], [200]),
    ("HTTP/1.0 byte by byte", [bytes([b]) for b in old(False)[:34]] + [old(False)[34:]], [200]),
    ("chunks", [framed(chunks(BODY[:HALF], BODY[HALF:]))], [200]),
    ("chunk extensions", [framed(chunks(BODY[:HALF], BODY[HALF:], extension=b';name="value;1";flag'))], [200]),
    ("trailers", [framed(chunks(BODY, trailers=b"X-Checksum: 1\r\nX-More: 2\r\n"))], [200]),
    ("extensions and trailers, then another request",
     [framed(chunks(BODY, extension=b";a=b", trailers=b"X: 1\r\n")) + post()], [200, 200]),
    ("absolute-form target", [post(path="http://localhost/v1/systemone")], [200]),
    ("empty line before the request", [b"\r\n" + post()], [200]),
]
# Name, packet, accepted statuses; the service gives the first.
INVALID = [
    ("Content-Length: +85", post(BODY, "Content-Length: +%d" % len(BODY)), (400,)),
    ("Content-Length: 0x55", post(BODY, "Content-Length: 0x%x" % len(BODY)), (400,)),
    ("Content-Length: -1", post(BODY, "Content-Length: -1"), (400,)),
    ("Content-Length: 85, 85", post(BODY, "Content-Length: %d, %d" % (len(BODY), len(BODY))), (400,)),
    ("chunk size +55", framed(b"+%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)), (400,)),
    ("chunk size -1", framed(b"-1\r\n\r\n0\r\n\r\n"), (400,)),
    ("chunk size 0x55", framed(b"0x%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)), (400,)),
]
REFUSED = [
    ("method post", post(method="post"), (405,)),
    ("method GET", post(method="GET"), (405,)),
    ("/v1%2fsystemone", post(path="/v1%2fsystemone"), (404,)),
    ("/x/../v1/systemone", post(path="/x/../v1/systemone"), (404,)),
    ("/%2e/v1/systemone", post(path="/%2e/v1/systemone"), (404,)),
    ("//v1/systemone", post(path="//v1/systemone"), (404,)),
]


@attack("10-valid", "valid HTTP that is seldom sent", "open")
def valid(bench, report, service):
    for name, packets, wanted in VALID:
        pause = 0.002 if len(packets) > 4 else 0.05
        with wires.connect(service.port, 10) as s:
            answers = wires.Answers(s)
            wires.send_all(s, *packets, pause=pause)
            found = [answers.next()[0] for _ in wanted]
        report.equal(name, found, wanted)
    with wires.connect(service.port, 10) as s:
        answers, found = wires.Answers(s), []
        for _ in range(2):
            wires.send_all(s, old(True))
            status, headers, _ = answers.next()
            found.append(status)
            if headers.get("Connection", "close").lower() != "keep-alive":
                break
    # A server may close the connection after one request, if it says so.
    report.hold("HTTP/1.0 kept alive %s" % found, set(found) == {200})


@attack("10-invalid", "invalid HTTP is refused and closed", "open")
def invalid(bench, report, service):
    for name, packet, wanted in INVALID:
        [status], closed = wires.exchange(service.port, packet)
        report.hold("%s %s%s" % (name, status, "" if closed else ", left open"), status in wanted and closed)
    service.no_traces(report)


@attack("10-refused", "methods and paths that only look like ours", "open")
def refused(bench, report, service):
    for name, packet, wanted in REFUSED:
        [status], _ = wires.exchange(service.port, packet)
        report.equal(name, status, wanted[0])
    service.no_traces(report)


@attack("10-bearer", "the ways to send a key", "keyed")
def bearer(bench, report, service):
    right = "Authorization: Bearer " + KEY
    for name, lines, wanted in [
            ("Bearer", [right], 200),
            ("bearer", ["Authorization: bearer " + KEY], 200),
            ("BEARER", ["Authorization: BEARER " + KEY], 200),
            ("none", [], 401),
            ("another key", ["Authorization: Bearer x" + KEY], 401),
            ("Basic", ["Authorization: Basic " + KEY], 401),
            ("right, then wrong", [right, "Authorization: Bearer x"], 400),
            ("wrong, then right", ["Authorization: Bearer x", right], 400),
            ("the right one twice", [right, right], 400)]:
        report.equal(name, wires.exchange(service.port, post(BODY, *lines))[0][0], wanted)
