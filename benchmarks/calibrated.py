#!/usr/bin/env python3
"""Compares a calibrated service with the same service uncalibrated: the same request, alternately, in one run.

  calibrated.py [--rounds 4000] [--json OUT]

Both services are of this build on the tiny checkpoint, so that it is not the model that takes the time, with one compute
thread each. The calibration has everything that a file can hold: temperatures, a bias, values by number of options and
for each question. The services take turns in being first, on connections that stay open; the first half of the rounds is
not counted. The ratio calibrated/plain is computed pair by pair; its median is printed for each of five parts of the run
(above 1: calibrated is slower). Run ./check or build first.
"""
import argparse
import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

PARTS = 5
QUESTIONS = {"queue": {"type": "choice", "instructions": "Which team should handle this?",
                       "criteria": {"billing": "payments, invoices and refunds", "technical": "errors and login", "shipping": "parcels"}},
             "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["calm", "firm", "angry", "furious"]},
             "refund": {"type": "noul", "instructions": "The customer asks for money back."}}
REQUEST = {"state": "Hello, I was charged twice for my subscription this month. Please refund the second payment.",
           "model": "english", "questions": QUESTIONS}


class Asked:
    """A service, on a connection of its own."""

    def __init__(self, service):
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        self.body = json.dumps(REQUEST).encode()

    def ask(self):
        """Milliseconds until the answer is read, and the answer."""
        started = time.perf_counter()
        self.connection.request("POST", "/v1/systemone", self.body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = response.read()
        elapsed = (time.perf_counter() - started) * 1000
        if response.status != 200:
            sys.exit(answer.decode())
        return elapsed, answer


def calibration(folder):
    """A calibration with everything that a file can hold, for the weights and the wordings of this run."""
    labels, report, file = folder / "labels.jsonl", folder / "report.json", folder / "calibration.json"
    labels.write_text(json.dumps({**REQUEST, "gold": {"queue": "technical", "urgency": 2, "refund": True}}) + "\n")
    command = [str(running.SERVE), "evaluate", str(labels), "--json", str(report)]
    subprocess.run(command, env=running.environment(0), stdout=subprocess.DEVNULL, check=True)
    known = json.loads(report.read_text())
    file.write_text(json.dumps({
        "version": 1, "checkpoint": known["measurement"]["checkpoints"]["english"], "temperature": [1.3, 0.8, 1.7],
        "temperature_by_options": {"choice:3-5": 1.4, "score:3-5": 0.9, "noul:2": 1.6}, "noul": {"temperature": 1.8, "bias": 0.2},
        "questions": {row["wording"]: {"temperature": 1.2, "bias": 0.1 if row["type"] == "noul" else 0} for row in known["rows"]}}))
    return file


def measure(plain, calibrated, rounds):
    """Pairs of milliseconds, the plain service first."""
    pairs = []
    for n in range(2 * rounds):
        if n % 2 == 0:
            first, one = plain.ask()
            second, other = calibrated.ask()
        else:
            second, other = calibrated.ask()
            first, one = plain.ask()
        if one == other:
            sys.exit("the calibration changes nothing")
        if n >= rounds:
            pairs.append((first, second))
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    folder = running.ROOT / "target" / "calibrated"
    folder.mkdir(parents=True, exist_ok=True)
    figures = machine.begin(running.TINY / "english")
    settings = {"SERVICE_THREADS": 1, "SERVICE_LOG_LEVEL": "warning"}
    file = calibration(folder)
    with running.Service([running.SERVE], folder / "plain.log", **settings) as plain, \
            running.Service([running.SERVE], folder / "calibrated.log", SERVICE_CALIBRATION=f"english={file}", **settings) as other:
        plain.await_ready()
        other.await_ready()
        pairs = measure(Asked(plain), Asked(other), options.rounds)
    size = len(pairs) // PARTS
    ratios = sorted(statistics.median(b / a for a, b in pairs[n * size:(n + 1) * size]) for n in range(PARTS))
    result = {**machine.end(figures), "pairs": len(pairs), "ratio_of_parts": [round(r, 4) for r in ratios],
              "ratio": round(statistics.median(b / a for a, b in pairs), 4),
              "plain_ms": round(statistics.median(a for a, _ in pairs), 3),
              "calibrated_ms": round(statistics.median(b for _, b in pairs), 3)}
    print("calibrated/plain %.3f to %.3f over %d parts, %.3f over all; medians %.2f ms and %.2f ms" % (
        ratios[0], ratios[-1], PARTS, result["ratio"], result["plain_ms"], result["calibrated_ms"]))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
