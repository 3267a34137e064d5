"""Attacks that have always failed and must continue to fail."""
import gzip
import json
import time
import zlib

import wires
from harness import BODY, PATH, QUESTION, post
from report import attack

CHUNKED = "Transfer-Encoding: chunked"
SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
LENGTH = "Content-Length: %d" % len(BODY)
DEFLATED = 256 << 20  # decompressed size of a bomb in bytes


def with_questions(text):
    """The question with a piece of JSON that json.dumps would not write."""
    return b'{"state": %s, "questions": %s}' % (text, json.dumps(QUESTION["questions"]).encode())


def bomb(wrapping):
    packer = zlib.compressobj(9, zlib.DEFLATED, wrapping)
    piece = b" " * (1 << 20)
    return b"".join(packer.compress(piece) for _ in range(DEFLATED >> 20)) + packer.flush()


def zstd_bomb():
    """A handmade frame of blocks that each repeat a byte 128 Ki times, without an announced size."""
    block = ((128 << 10) << 3 | 1 << 1).to_bytes(3, "little") + b" "
    last = ((128 << 10) << 3 | 1 << 1 | 1).to_bytes(3, "little") + b" "
    return b"\x28\xb5\x2f\xfd" + b"\x00\x88" + block * (DEFLATED >> 17) + last


@attack("held-smuggling", "two opinions about where a body ends", "open")
def smuggling(bench, report, service):
    for name, packet in [
            ("length and chunked", post(b"", LENGTH, CHUNKED) + b"0\r\n\r\n" + SMUGGLED),
            ("two lengths", post(BODY, LENGTH, "Content-Length: 3") + SMUGGLED),
            ("chunked twice", post(b"", CHUNKED, CHUNKED) + b"0\r\n\r\n" + SMUGGLED),
            ("chunked, identity", post(b"", "Transfer-Encoding: chunked, identity") + b"0\r\n\r\n" + SMUGGLED),
            ("a coding that nobody knows", post(b"", "Transfer-Encoding: xchunked", LENGTH) + BODY + SMUGGLED),
            ("space before the colon", post(b"", "Transfer-Encoding : chunked", LENGTH) + BODY + SMUGGLED),
            ("folded header", post(b"", LENGTH, "X: a", " Transfer-Encoding: chunked") + BODY),
            ("bare line feeds", post().replace(b"\r\n", b"\n", 3)),
            ("NUL in a header", post(BODY, "X: a\0b")),
            ("chunk without its end", post(b"", CHUNKED) + b"3\r\nabcd\r\n0\r\n\r\n" + SMUGGLED)]:
        with wires.connect(service.port, 10) as s:
            wires.send_all(s, packet)
            answers = wires.Answers(s)
            first, second = answers.next()[0], answers.next("GET")[0]
        # 404 would mean that the smuggled request was read as a request.
        report.hold("%s %s, then %s" % (name, first, "closed" if second == 0 else second), first != 200 and second == 0)
    service.no_traces(report)


@attack("held-headers", "heads of a megabyte", "open")
def heads(bench, report, service):
    for name, packet in [
            ("one header of 1 MB", post(BODY, "X: " + "a" * 1_000_000)),
            ("20,000 headers", post(BODY, *("X-%d: %040d" % (i, i) for i in range(20_000)))),
            ("a path of 1 MB", post(path=PATH + "?" + "a" * 1_000_000)),
            ("a method of 1 MB", post(method="A" * 1_000_000))]:
        # The service waits a second for the rest, because clients lose a refusal while they write.
        [status], closed = wires.exchange(service.port, packet, within=3)
        report.hold("%s %s%s" % (name, status, "" if closed else ", left open"), status in (414, 431) and closed)
    service.growth(report, 64)
    service.no_traces(report)


@attack("held-order", "pipelining, Expect, and a connection used again", "open")
def order(bench, report, service):
    asked = [post(BODY, "X-Request-Id: turn-%d" % i) for i in range(bench.pick(20, 200))]
    with wires.connect(service.port, 30) as s:
        wires.send_all(s, b"".join(asked))
        answers = wires.Answers(s)
        ids = [answers.next()[1].get("X-Request-Id") for _ in asked]
    report.hold("%d pipelined, in order" % len(asked), ids == ["turn-%d" % i for i in range(len(asked))])
    # In any case and in a list: the JDK's client writes 100-Continue, and would wait for seconds.
    for expectation in ("100-continue", "100-Continue", "x, 100-CONTINUE"):
        with wires.connect(service.port, 5) as s:
            wires.send_all(s, post(b"", LENGTH, "Expect: " + expectation))
            try:
                said = s.recv(64)
            except TimeoutError:
                said = b"nothing"
            wires.send_all(s, BODY)
            report.hold("Expect %s: %s" % (expectation, said.split(b"\r\n")[0].decode()), said.startswith(b"HTTP/1.1 100"))
            report.equal("then", wires.Answers(s).next()[0], 200)


@attack("held-bombs", "256 MB of spaces, compressed", "open")
def bombs(bench, report, service):
    for coding, body in [("gzip", bomb(31)), ("deflate", bomb(15)), ("zstd", zstd_bomb())]:
        began = time.monotonic()
        status, _ = service.ask(body, timeout=20, Content_Encoding=coding)
        report.hold("%s of %d bytes: %s in %.2f s" % (coding, len(body), status, time.monotonic() - began), status == 413)
    status, _ = service.ask(gzip.compress(BODY)[:-12], Content_Encoding="gzip")
    report.equal("gzip cut short", status, 400)
    service.growth(report, 64)
    service.no_traces(report)


def colliding(count):
    """Keys with the same String.hashCode: all sequences of Aa and BB of one length have the same."""
    keys = [""]
    while len(keys) < count:
        keys = [k + two for k in keys for two in ("Aa", "BB")]
    return keys[:count]


@attack("held-json", "JSON that is deep, collides, counts far or is no text", "open")
def hostile_json(bench, report, service):
    began = time.monotonic()
    collisions = json.dumps(dict.fromkeys(colliding(55_000), 1), separators=(",", ":")).encode()
    status, _ = service.ask(json.dumps(QUESTION).encode()[:-1] + b', "x": ' + collisions + b"}")
    report.equal("55,000 colliding keys", status, 200)
    report.at_most("in", time.monotonic() - began, bench.pick(6, 3), "s")
    for name, body, wanted in [
            ("1,001 levels", with_questions(b"[" * 1001 + b"]" * 1001), (400,)),
            ("900,000 levels", b"[" * 900_000, (400,)),
            ("a number of 1 MB", with_questions(b"9" * 1_000_000), (400, 413)),
            ("1e999999999", with_questions(b'{"a": 1e999999999}'), (200, 400)),
            ("max_len 1e400", BODY[:-1] + b', "max_len": 1e400}', (400, 422)),
            ("NaN", with_questions(b"NaN"), (400,)),
            ("half a surrogate pair", with_questions(b'"\\ud800"'), (400,)),
            ("a whole one", with_questions(b'"\\ud83d\\ude00"'), (200,)),
            ("broken UTF-8", with_questions(b'"\xff\xfe"'), (400,))]:
        status, _ = service.ask(body)
        report.hold("%s %s" % (name, status), status in wanted)
    service.no_traces(report)
