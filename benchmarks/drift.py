#!/usr/bin/env python3
"""How often a service that watches itself for drift is alarmed without a reason, and how soon with one.

  drift.py [--json OUT] [--sets target/learning] [--months 50] [--logs DIR]

After learning_sets.py, on a service built with the profile benchmarks. The starter answers the question set `triage` about
6,000 messages to a bank, and about 1,700 text messages, questions to an encyclopedia and film reviews each, with a decision
log. Months of traffic are then drawn from these answers by the classes that a service counts and compares with (DriftDraws.java):
baselines from one half of the bank's messages, what comes later from the other half. Hours, weekends and incidents are made
up. The table says how many alarms a month of ordinary traffic has, for each length of the baseline, and after how many hours a
share of other messages is told; whether a month has an alarm is counted over all questions and traits together.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import learning_sets
import machine
import running

ROOT = pathlib.Path(__file__).resolve().parents[1]
STARTER = ROOT / "starter" / "checkpoint"
ORDINARY = "banking"
OTHERS = {"sms": "text messages", "question_types": "questions", "reviews": "film reviews"}
MESSAGES = 6000
BATCH = 50


def states(sets, name):
    if name == ORDINARY:
        texts = [text for part in learning_sets.banking(sets) for text, _ in part]
        random.Random(1).shuffle(texts)
        return texts[:MESSAGES]
    return [row["state"] for row in stored(sets, name)]


def stored(sets, name):
    for part in ("labels", "test"):
        for line in (sets / ("%s.%s.jsonl" % (name, part))).read_text().splitlines():
            yield json.loads(line)


def recorded(sets, name, folder):
    """The decision log of a service that has answered all rows of a set."""
    log = folder / ("%s.jsonl" % name)
    if log.exists():
        return log
    rows = states(sets, name)
    settings = {"CHECKPOINTS": STARTER, "DECISION_LOG": log, "QUESTION_SETS": ROOT / "conf" / "question-sets"}
    settings = {"SERVICE_" + name: value for name, value in settings.items()}
    with running.Service([running.SERVE], folder / ("%s.log" % name), **settings) as service:
        service.await_ready()
        for begin in range(0, len(rows), BATCH):
            body = {"states": rows[begin : begin + BATCH], "question_set": "triage", "min_confidence": 0.6}
            status, _, text = running.call(service.port, "POST", "/v1/systemone/batch", json.dumps(body), timeout=120)
            if status != 200:
                sys.exit("%s: %d %s" % (name, status, text))
    return log


def simulated(logs, months, out):
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    classes = ":".join(str(ROOT / "benchmarks" / "target" / part) for part in ("classes", "libs/*"))
    subprocess.run(
        [java, "-cp", classes, "org.decisionservice.benchmarks.DriftDraws", str(months), out, *logs],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return json.loads(out.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", type=pathlib.Path, default=ROOT / "target" / "learning")
    parser.add_argument("--logs", type=pathlib.Path, help="keep the decision logs here, and use those that are there")
    parser.add_argument("--months", type=int, default=50)
    given = parser.parse_args()
    begun = machine.begin(STARTER)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        logs = [recorded(given.sets, name, given.logs or folder) for name in (ORDINARY, *OTHERS)]
        found = simulated(logs, given.months, folder / "draws.json")
    print("| traffic | messages a day | baseline, days | alarms in %d months | months with one |" % given.months)
    print("|---|---|---|---|---|")
    for row in found["without"]:
        shown = (row["traffic"].lower(), row["rows_per_day"], row["baseline_days"])
        print("| %s | %d | %d | %d | %d |" % (*shown, sum(row["alarms"]), sum(count > 0 for count in row["alarms"])))
    print()
    print("| other messages | messages a day | share of them | told within 3 days | hours until then, median |")
    print("|---|---|---|---|---|")
    for row in found["with"]:
        told = [hours for hours in row["hours"] if hours is not None]
        median = "%d" % statistics.median(told) if told else "–"
        name = OTHERS[row["other"].removesuffix(".jsonl")]
        print("| %s | %d | %d %% | %d of %d | %s |" % (name, row["rows_per_day"], 100 * row["share"], len(told), len(row["hours"]), median))
    if given.json:
        text = json.dumps({**machine.end(begun), **found})
        given.json.write_text(text.replace('{"traffic"', '\n{"traffic"').replace('{"other"', '\n{"other"') + "\n")


if __name__ == "__main__":
    main()
