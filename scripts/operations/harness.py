"""What the checks of the operator's side share: the built service as a process, and how to ask it."""
import contextlib
import http.client
import os
import pathlib
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
QUESTIONS = {"angry": {"type": "noul", "instructions": "Is the customer angry?"},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "high"]}}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def call(port, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.getheader("Content-Type"), response.read().decode()
    finally:
        connection.close()


def until(condition, what, seconds=60):
    deadline = time.time() + seconds
    while not condition():
        if time.time() > deadline:
            sys.exit("FAILED: waited in vain for " + what)
        time.sleep(0.02)


def expect(what, found, wanted):
    print("%-58s %s" % (what, found))
    if found != wanted:
        sys.exit("FAILED: expected %r" % (wanted,))


@contextlib.contextmanager
def service(java, **settings):
    port, admin = free_port(), free_port()
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SERVICE_", "OTEL_"))}
    env.update({"SERVICE_HOST": "127.0.0.1", "SERVICE_PORT": str(port), "SERVICE_ADMIN_PORT": str(admin),
                "SERVICE_CHECKPOINTS": str(ROOT / "testdata" / "tiny"), **settings})
    with open(ROOT / "target" / "operations.log", "w") as log:
        process = subprocess.Popen([java, "-XX:+UseSerialGC", "-jar", str(ROOT / "server/target/decision-service.jar")], env=env, stderr=log)
    try:
        yield process, port, admin
    finally:
        process.kill()
        process.wait()
