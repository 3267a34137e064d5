"""E-mails that are built to be dear to read, where SERVICE_CLEAN is set: the service stays fast, small and up."""

import base64
import gzip
import json

import running
from harness import QUESTION
from report import attack

SIZE = 990_000  # characters of a state; more are refused before they are read
SECONDS = 0.5  # of processor for one request, beyond that of one with words
GROWTH_MIB = 96  # of one request
GROWTH_OF_ALL_MIB = 128  # after all of them
HEAD = "From: a@b.example\nTo: c@d.example\nSubject: Re: hello\nMessage-ID: <1@b.example>\nMIME-Version: 1.0\n"


def filled(unit, start="", end=""):
    return start + unit * ((SIZE - len(start) - len(end)) // len(unit)) + end


def nested(depth):
    opening = "".join('Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i) for i in range(depth))
    return HEAD + opening + "Content-Type: text/plain\n\nhello\n" + "".join("--b%d--\n" % i for i in reversed(range(depth)))


def parts(count):
    one = "--b\nContent-Type: text/plain\n\nhello %d\n"
    return HEAD + 'Content-Type: multipart/mixed; boundary="b"\n\n' + "".join(one % i for i in range(count)) + "--b--\n"


def messages(depth):
    return HEAD + "".join("Content-Type: message/rfc822\n\n" + HEAD for _ in range(depth)) + "Content-Type: text/plain\n\nhello\n"


def html(unit):
    return filled(unit, HEAD + "Content-Type: text/html; charset=utf-8\n\n<html><body>hello ")


def encoded(data, encoding="base64", kind="text/plain; charset=utf-8"):
    return HEAD + "Content-Type: %s\nContent-Transfer-Encoding: %s\n\n%s" % (kind, encoding, data)


MAILS = {
    "1,000 multiparts in each other": nested(1000),
    "18 multiparts in each other": nested(18),
    "10,000 parts": parts(10_000),
    "990 parts": parts(990),
    "1,000 messages in each other": messages(1000),
    "40 messages in each other": messages(40),
    "base64 of zeros": encoded(base64.encodebytes(bytes(700_000)).decode()),
    "base64 of gzip": encoded(base64.b64encode(gzip.compress(bytes(9 << 20))).decode()),
    "broken base64": encoded("=A=" * 300_000),
    "broken quoted-printable": encoded("=\n=Z=4" * 160_000, "quoted-printable"),
    "uuencode": encoded("begin 644 a\n" + "M" * 900_000, "uuencode"),
    "an unknown encoding": encoded("x" * 900_000, "x" * 5000),
    "an unknown charset": encoded("x\n", "7bit", "text/plain; charset=" + "x" * 900_000),
    "ISO-2022-JP escapes": encoded("\x1b$B\x1b(B" * 150_000, "7bit", "text/plain; charset=iso-2022-jp"),
    "100,000 fields": HEAD + "X-A: b\n" * 100_000 + "\nhello",
    "1,000 fields": HEAD + "X-A: b\n" * 1000 + "\nhello",
    "one folded field": filled(" x\n", HEAD + "X-A: b\n", "\nhello"),
    "encoded words": HEAD + "X-A: b\n" + "Subject: " + "=?utf-8?q?a?= " * 5000 + "\n\nhello",
    "parameters": HEAD + "Content-Type: text/plain" + "; a*0=b" * 1000 + "\n\nhello",
    "an endless boundary": filled("b", HEAD + 'Content-Type: multipart/mixed; boundary="'),
    "nested divs": html("<div>"),
    "nested bold": html("<b><i><a href=x>"),
    "nested quotations": html("<blockquote>x<br>"),
    "nested tables": html("<table><tr><td>"),
    "unclosed tags": html("<p"),
    "attributes": html(" a=b") + ">",
    "entities": html("&lt;&amp;&#x41;"),
    "comments": html("<!--"),
    "misnested": html("<b><p></b></p>"),
    "a line of attributions": filled("On 1 Jan 2025 at 10:00 a@b.example wrote ", "hello\n"),
    "attributions": filled("On 1 Jan 2025 at 10:00 a@b.example\nwrote\n", "hello\n"),
    "stars": filled("On 1 wrote: am 1 schrieb ", "hello\n", ":"),
    "marks": filled(">", "Re\n\nOn 1 Jan 2025, A wrote:\n"),
    "empty lines": filled("\n", "hello"),
    "dashes": filled("-- \n", "hello\n"),
    "closings": filled("Best regards\n", "hello\n"),
    "footers": filled("Sent from my iPhone\n", "hello\n"),
    "disclaimers": filled("This e-mail is confidential and intended solely for the intended recipient ", "hello\n\n"),
    "labels": filled("From: a@b\nSent: 10:00\n", "hello\n"),
    "headers": filled("From: a@b\nSent: 10:00\nSubject: x\n\n", "FYI\n"),
    "forwards": filled("---------- Forwarded message ---------\nFrom: a\n\n", "FYI\n"),
    "underscores": filled("_", "hello\n"),
    "emoji": filled("😀", "hello\n\n")[: SIZE // 2],
    "nulls": filled("\u0000", "hello\n"),
}
QUESTIONS = QUESTION["questions"]


def request(state):
    return gzip.compress(json.dumps({"state": state, "clean": "email", "questions": QUESTIONS}, ensure_ascii=False).encode(), 6, mtime=0)


@attack("3-mails", "%d e-mails of up to 990,000 characters, built to be dear to read" % len(MAILS))
def mails(bench, report):
    kinds = list(MAILS)[::3] if bench.short else list(MAILS)
    with bench.start(report, java="-Xms256m -Xmx256m -XX:+AlwaysPreTouch", SERVICE_CLEAN="request") as service:
        # As long, and of words: what the body, its JSON and a row of the largest state cost.
        usual = min(service.processor(request(filled("word ", "hello\n\nOn 1 Jan 2025, A wrote:\n> ")))[0] for _ in range(5))
        # The first time, Java compiles what the texts make it do.
        for kind in kinds:
            service.processor(request(MAILS[kind]))
        service.begin()
        worst, largest, statuses = (0.0, "none"), (0.0, "none"), []
        for kind in kinds:
            resident = running.memory_mib(service.pid)
            running.forget_peak(service.pid)
            spent, status, text = service.processor(request(MAILS[kind]), usual + SECONDS)
            peak = running.memory_mib(service.pid, "VmHWM")
            largest = max(largest, ((peak or 0) - (resident or 0), kind))
            statuses.append(status)
            if status not in (200, 413):
                report.note("%s: %s" % (kind, text[:120]))
            worst = max(worst, (spent - usual, kind))
        # What is left is too long, or is answered: nothing else may come of it.
        report.one_of("statuses", statuses, (200, 413))
        report.at_most("processor for %s" % worst[1], worst[0], SECONDS, "s")
        report.at_most("memory for %s" % largest[1], largest[0], GROWTH_MIB, "MiB")
        service.growth(report, GROWTH_OF_ALL_MIB)
