"""Row A7: clients' text that forges, hides or turns around lines of the log."""
import contextlib
import fcntl
import json
import os
import re
import signal
import subprocess
import time
import unicodedata

import running
import wires
from harness import BODY, post
from report import attack

# What breaks a line, moves a cursor, turns the direction of writing, cannot be seen, or ends a field.
TEXTS = ["a\n2026-01-01T00:00:00.000+0000 ERROR x: forged", "\r\n\x85\u2028\u2029", "\x1b[2J\x9b2J\x07", "\u202e\u2066\u2069\u200f",
         "\u200b\u2060\ufeff\xad", "', 'b\" = ; {0}", "\ud83d\ude00 \udb40\udc41"]
ID = "1;status=200 outcome=answered \\\" route=\"x\" {0}"
START = re.compile(r"\d{4}-\d\d-\d\dT\S+ (ERROR|WARNING|INFO|DEBUG) [\w.$]+: ")
REQUEST = re.compile(r'request( [a-z_]+=([\w.:/+-]+|"([^"\\]|\\.)*"))+')
CUT = re.compile(r'request ("([^"\\]|\\.)*"): state 0 lost [\d,]+ of [\d,]+ tokens for 1 question\(s\): ([\w.:/+-]+|"([^"\\]|\\.)*")')


def hidden(line):
    return [c for c in line if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs")]


def send(port, *lines, body=b"", path="/v1/systemone", method="POST"):
    with wires.connect(port, 20) as s:
        wires.send_all(s, post(body, "X-Request-Id: " + ID, *lines, path=path, method=method))
        return wires.Answers(s).next(method)[0]


def attacked(service):
    for text in TEXTS:
        question = {"q" + text: {"type": "noul", "instructions": "?" + text}}
        send(service.port, body=json.dumps({"state": text + "lost " * 2000, "model": "english", "questions": question}).encode())
        send(service.port, body=json.dumps({"state": text, "model": text, "questions": {text: {"type": text}}}).encode())
    for port in (service.port, service.admin):
        for line in ("Origin: http://\x85\x9b2J\xad;a=b", "Host: \x85\xad", "traceparent: \x85\xad", "Content-Encoding: \x85\xad"):
            send(port, line, body=b"{}")
        send(port, path="/checkpoints/%0aERROR%E2%80%AE/reload")


@attack("17-log-lines", "clients' text in every line of the log, in strict mode and both formats")
def log_lines(bench, report):
    for form in ("text", "json"):
        with bench.start(report, SERVICE_STRICT=1, SERVICE_LOG_FORMAT=form) as service:
            attacked(service)
            log = service.new_log()
        # str.splitlines would break lines at more characters than a file has line breaks.
        lines = [line for line in log.split("\n") if line]
        report.hold("%s: %d of %d lines with hidden characters" % (form, sum(bool(hidden(line)) for line in lines), len(lines)),
                    not any(map(hidden, lines)) and len(lines) > 10)
        if form == "json":
            cut = [entry["message"] for entry in map(json.loads, lines) if " tokens for " in entry["message"]]
        else:
            forged = [line for line in lines if not START.match(line)]
            report.hold("%d lines that are none of the log's" % len(forged), not forged)
            texts = [START.sub("", line, count=1) for line in lines]
            asked = [text for text in texts if text.startswith("request request_id=")]
            report.hold("%d request lines in %d" % (sum(bool(REQUEST.fullmatch(text)) for text in asked), len(asked)),
                        len(asked) >= 2 * len(TEXTS) and all(map(REQUEST.fullmatch, asked)))
            cut = [text for text in texts if " tokens for " in text]
        report.hold("%d of %d cuts told in a line that reads one way" % (sum(bool(CUT.fullmatch(text)) for text in cut), len(cut)),
                    len(cut) == len(TEXTS) and all(map(CUT.fullmatch, cut)))


def status(port, path, method="GET", body=None, headers=None):
    with contextlib.suppress(Exception):
        return running.call(port, method, path, body, headers, timeout=5)[0]
    return 0


@attack("log-unread", "a log that nobody reads, as of a collector that stands still")
def unread(bench, report):
    port, admin = running.free_ports(2)
    read, write = os.pipe()
    # As little as a pipe may hold. A request that waits for the log holds its connection, of which there are 1,024.
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    process = subprocess.Popen(bench.command, env=running.environment(port, admin, SERVICE_MODELS="english"), cwd=bench.directory,
                               stdout=subprocess.DEVNULL, stderr=write)
    os.close(write)
    try:
        running.until(lambda: process.poll() is not None or status(admin, "/health/ready") == 200, 90, 0.1)
        headers, seen = {"Content-Type": "application/json", "X-Request-Id": "x" * 128}, [200]
        while len(seen) < 1200 and seen[-1] == 200:
            seen.append(status(port, "/v1/systemone", "POST", BODY, headers))
        report.hold("%d requests answered, the last %d" % (len(seen), seen[-1]), seen[-1] == 200)
        report.equal("/health", status(port, "/health"), 200)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        report.equal("status of its end", process.poll(), 143)
        report.at_most("after", time.monotonic() - began, 10, "s")
    finally:
        process.kill()
        process.wait()
        os.close(read)
