"""A whole life of the built service with SERVICE_LOG_FORMAT=json, started by ./serve: starts that are refused, a start,
requests of every kind, more than are admitted, SIGHUP, an end with requests in flight, and a heap that is too small. Every
line on standard error must be one JSON object with the members that a collector sorts by."""
import json
import signal
import socket
import tempfile
import threading
import time

from harness import QUESTIONS, call, expect, running, until

DECIDE = "/v1/systemone"
ASK = json.dumps({"state": "The app crashes on start.", "questions": QUESTIONS, "model": "english"})


def objects(what, text):
    """The lines of a log as objects."""
    found, wrong = [], []
    for line in text.splitlines():
        try:
            entry = json.loads(line)
            found.append(entry)
            if not isinstance(entry, dict) or not {"level", "logger", "message"} <= entry.keys():
                wrong.append(line)
        except ValueError:
            wrong.append(line)
    expect("lines that are no object of a log: " + what, wrong, [])
    return found


class Life:
    """One process, by ./serve."""

    def __init__(self, **settings):
        self.log = tempfile.TemporaryFile()
        self.port, self.admin = running.free_ports(2)
        given = {"SERVICE_LOG_FORMAT": "json", "SERVICE_MODELS": "english", "JAVA_TOOL_OPTIONS": "-Dof.a=test", **settings}
        env = running.environment(self.port, self.admin, **given)
        self.process = running.start([str(running.SERVE)], env, self.log)

    def said(self):
        self.log.seek(0)
        return self.log.read().decode()

    def status(self, body=ASK, timeout=60):
        try:
            return call(self.port, "POST", DECIDE, body, timeout=timeout)[0]
        except OSError:
            return 0

    def await_ready(self):
        def ready():
            try:
                return self.process.poll() is not None or call(self.admin, "GET", "/health/ready")[0] == 200
            except OSError:
                return False
        until(ready, "the service", 300)


def refused(what, name, status=2, **settings):
    life = Life(**settings)
    expect("status of a start with " + what, life.process.wait(120), status)
    lines = objects(what, life.said())
    expect("  the last line names the setting", (lines[-1]["level"], name in lines[-1]["message"]), ("error", True))


def whole_life():
    life = Life(SERVICE_MAX_CONCURRENT="1", SERVICE_SHUTDOWN_GRACE_S="0", SERVICE_NAME="of another tool")
    life.await_ready()
    expect("statuses", [life.status(body) for body in (ASK, "{", "[]", ASK.replace("noul", "essay"))], [200, 400, 400, 422])
    life.process.send_signal(signal.SIGHUP)
    with socket.create_connection(("127.0.0.1", life.port)) as slow:
        slow.sendall(b"POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n")
        expect("a slot is taken", slow.recv(64).split(b"\r\n")[0], b"HTTP/1.1 100 Continue")
        expect("overload", life.status(), 503)
        expect("status of an end with a request in flight", running.stop(life.process) and life.process.returncode, 143)
    lines = objects("a life from start to drain", life.said())
    outcomes = {line.get("outcome") for line in lines if line["message"] == "request"}
    expect("outcomes", sorted(outcomes - {"gone", "stopping"}), ["answered", "busy", "invalid", "malformed"])
    expect("the drain is said", any("SERVICE_SHUTDOWN_GRACE_S" in line["message"] for line in lines), True)


def out_of_memory():
    life = Life(JAVA_TOOL_OPTIONS="-Xmx48m", SERVICE_WAITING_MEMORY_MB="4096")
    life.await_ready()
    body = b'{"state": "s", "questions": {"q": {"type": "noul", "instructions": "i", "x": [' + b",".join([b"{}"] * 600_000) + b"]}}}"
    end = time.monotonic() + 120
    while life.process.poll() is None and time.monotonic() < end:
        senders = [threading.Thread(target=life.status, args=(body, 30)) for _ in range(12)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
    expect("status after memory ran out", life.process.poll(), 3)
    objects("a heap that is too small", life.said())
    running.stop(life.process)


refused("a port that is no number", "SERVICE_PORT", SERVICE_PORT="eighty")
refused("a slip", "SERVICE_API_KEY", SERVICE_APIKEY="x")
with socket.socket() as taken:
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    refused("a port that is taken, which may pass", "SERVICE_PORT", 75, SERVICE_PORT=str(taken.getsockname()[1]))
refused("a folder that is not there", "SERVICE_CHECKPOINTS", SERVICE_CHECKPOINTS="/there/is/none")
whole_life()
out_of_memory()
print("every line of these lives is a JSON object")
