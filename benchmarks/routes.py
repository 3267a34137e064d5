#!/usr/bin/env python3
"""Compares POST /v1/decisions with POST /v1/systemone: the same questions about the same state, alternately, in one
run of one service.

  routes.py [--checkpoints DIR] [--rounds 2000] [--json OUT]

Without --checkpoints the service has the bundled checkpoint; testdata/tiny shows the overhead of the routes rather than
the model. The first requests of a process are slower, so as many as --rounds are sent before anything is counted. Both
routes use connections that stay open, and take turns in being first. The ratio decisions/systemone is computed pair by
pair; its median is printed for each of five parts of the run (above 1: decisions is slower). Run ./check or build first.
"""
import argparse
import http.client
import json
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import running

PARTS = 5
STATE = "Hello, I was charged twice for my subscription this month. Please refund the second payment."
SYSTEM_ONE = {"state": STATE, "questions": {
    "queue": {"type": "choice", "instructions": "Which team should handle this?",
              "criteria": {"billing": "payments, invoices and refunds", "technical": "errors and login", "shipping": "parcels"}},
    "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["calm", "firm", "angry", "furious"]},
    "refund": {"type": "noul", "instructions": "The customer asks for money back."}}}
DECISIONS = {"model": "gpt-6-luna", "input": STATE, "questions": [
    {"type": "choice", "name": "queue", "instructions": "Which team should handle this?",
     "choices": [{"value": "billing", "description": "payments, invoices and refunds"},
                 {"value": "technical", "description": "errors and login"}, {"value": "shipping", "description": "parcels"}]},
    {"type": "score", "name": "urgency", "instructions": "How urgent is it?",
     "levels": [{"label": label} for label in ("calm", "firm", "angry", "furious")]},
    {"type": "predicate", "name": "refund", "instructions": "The customer asks for money back."}]}


class Route:
    """One route of the service, on a connection of its own."""

    def __init__(self, port, path, request):
        self.path = path
        self.body = json.dumps(request).encode()
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self):
        """Milliseconds until the answer is read."""
        started = time.perf_counter()
        self.connection.request("POST", self.path, self.body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = response.read()
        elapsed = (time.perf_counter() - started) * 1000
        if response.status != 200:
            sys.exit(f"{self.path}: {response.status} {answer.decode()}")
        return elapsed


def measure(port, rounds):
    """Pairs of milliseconds, System One first."""
    one, other = Route(port, "/v1/systemone", SYSTEM_ONE), Route(port, "/v1/decisions", DECISIONS)
    pairs = []
    for n in range(2 * rounds):
        if n % 2 == 0:
            first = one.ask()
            pair = (first, other.ask())
        else:
            second = other.ask()
            pair = (one.ask(), second)
        if n >= rounds:
            pairs.append(pair)
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoints", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    settings = {"SERVICE_CHECKPOINTS": options.checkpoints.resolve() if options.checkpoints else "starter",
                "SERVICE_DECISIONS": 1, "SERVICE_THREADS": 1, "SERVICE_LOG_LEVEL": "warning"}
    with running.Service([running.SERVE], running.ROOT / "target" / "routes.log", **settings) as service:
        service.await_ready()
        pairs = measure(service.port, options.rounds)
    size = len(pairs) // PARTS
    ratios = sorted(statistics.median(b / a for a, b in pairs[n * size:(n + 1) * size]) for n in range(PARTS))
    result = {"rounds": len(pairs), "ratio_of_parts": [round(r, 4) for r in ratios],
              "systemone_ms": round(statistics.median(a for a, _ in pairs), 3),
              "decisions_ms": round(statistics.median(b for _, b in pairs), 3)}
    print("decisions/systemone %.3f to %.3f over %d parts; medians %.2f ms and %.2f ms" % (
        ratios[0], ratios[-1], PARTS, result["systemone_ms"], result["decisions_ms"]))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
