#!/usr/bin/env python3
"""Resident memory of the service over many requests and many load/unload cycles. Standard library only; loopback only.

  scripts/check/soak.py steady [--requests 10000] [--cycles 50] [--checkpoints testdata/tiny] [--model english] [--light]

Starts the built service (run ./serve or ./check once before), sends requests of varying length, question count and shape, then lets
the idle window unload the checkpoint between requests, and prints the resident set after each tenth of either; of the cycles also
the one before the first load and those with the checkpoint loaded. Ends with status 1 where the last tenth holds more than the limit
over the second one (heap and native arenas first grow to their working size). --light sends the same short question every time, so
that the cycles of a large checkpoint are about loading.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIMIT_MIB = 96
WORDS = "order parcel refund invoice account login error update payment card late support agent please again charged twice".split()


def question(rng):
    kind = rng.choice(["choice", "score", "noul"])
    if kind == "choice":
        return {"type": kind, "instructions": "Which one?", "criteria": {"option %d" % i: "word " * rng.randint(0, 8) for i in range(rng.randint(1, 12))}}
    if kind == "score":
        return {"type": kind, "instructions": "How much?", "criteria": ["level"] * rng.randint(1, 6)}
    return {"type": kind, "instructions": "Does it hold?"}


def light_body(_rng, model):
    return "/v1/systemone", {"state": "charged twice", "questions": {"refund": {"type": "noul", "instructions": "A refund?"}}, "model": model}


def body(rng, model):
    states = [" ".join(rng.choices(WORDS, k=rng.choice([3, 30, 120, 400]))) for _ in range(rng.choice([1, 1, 1, 4]))]
    questions = {"q%d" % i: question(rng) for i in range(rng.choice([1, 1, 2, 5]))}
    shared = {"questions": questions, "model": model}
    if len(states) == 1:
        return "/v1/systemone", {"state": states[0], **shared}
    return "/v1/systemone/batch", {"states": states, **shared}


class Service:
    def __init__(self, checkpoints, idle_seconds):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        env = {**os.environ, "SERVICE_HOST": "127.0.0.1", "SERVICE_PORT": str(self.port), "SERVICE_CHECKPOINTS": str(checkpoints),
               "SERVICE_PRELOAD": "0", "SERVICE_THREADS": "2", "SERVICE_LOG_LEVEL": "error", "SERVICE_IDLE_UNLOAD_SECONDS": str(idle_seconds)}
        self.process = subprocess.Popen([str(ROOT / "serve")], env=env, stderr=subprocess.DEVNULL)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        for _ in range(600):
            try:
                self.call("GET", "/health")
                return
            except OSError:
                self.connection.close()
                time.sleep(0.1)
        sys.exit("the service did not start")

    def call(self, method, path, document=None):
        self.connection.request(method, path, None if document is None else json.dumps(document))
        response = self.connection.getresponse()
        answer = json.loads(response.read())
        if response.status != 200:
            sys.exit("%s answered %d: %s" % (path, response.status, answer))
        return answer

    def resident_mib(self):
        with open("/proc/%d/status" % self.process.pid) as f:
            return next(int(line.split()[1]) for line in f if line.startswith("VmRSS")) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def measure(name, service, count, step):
    samples = []
    begin = time.perf_counter()
    for i in range(count):
        step()
        if (i + 1) % max(1, count // 10) == 0:
            samples.append(service.resident_mib())
    print("%s: %d in %.1f s; resident MiB after each tenth: %s" % (
        name, count, time.perf_counter() - begin, " ".join("%.0f" % s for s in samples)), flush=True)
    return len(samples) < 3 or samples[-1] - samples[1] <= LIMIT_MIB


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--cycles", type=int, default=50)
    parser.add_argument("--checkpoints", default=ROOT / "testdata" / "tiny")
    parser.add_argument("--model", default="english")
    parser.add_argument("--light", action="store_true")
    args = parser.parse_args()
    request = light_body if args.light else body
    rng = random.Random(7)
    service = Service(args.checkpoints, 0)
    try:
        flat = measure("requests", service, args.requests, lambda: service.call("POST", *request(rng, args.model)))
    finally:
        service.stop()
    service = Service(args.checkpoints, 0.05)
    before, loaded = service.resident_mib(), []

    def cycle():
        service.call("POST", *request(rng, args.model))
        loaded.append(service.resident_mib())
        for _ in range(600):
            if not service.call("GET", "/health")["loaded"]:
                return
            time.sleep(0.02)
        sys.exit("the checkpoint was not unloaded")

    try:
        flat &= measure("load/unload cycles", service, args.cycles, cycle)
        print("resident MiB before the first load: %.0f; loaded, smallest and largest: %.0f %.0f" % (
            before, min(loaded, default=0), max(loaded, default=0)), flush=True)
    finally:
        service.stop()
    sys.exit(0 if flat else 1)


if __name__ == "__main__":
    main()
