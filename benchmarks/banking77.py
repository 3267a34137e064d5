#!/usr/bin/env python3
"""How often choices with 77 options are right: BANKING77's test set, every row with all its labels, in one row, by
elimination, and in several orders of the options.

  banking77.py --test banking_data/test.csv [--ours ./serve] [--checkpoints DIR] [--rows 1000] [--threads 2]
               [--variant auto:SERVICE_TOURNAMENT_GROUP=auto ...] [--json OUT]

starter/recipe/fetch.sh fetches the test set. Without --checkpoints it is the bundled starter, which was trained on none of
its rows. The rows are drawn at random, the same ones in every run; all variants get each row, taking turns in being first.
Besides the accuracy, the rows that one variant has right and `one_row` wrong, and the other way round, are counted. The
ratio of times to `one_row` is that of the sums over ten blocks of rows. Uses only the standard library and loopback.
"""
import argparse
import csv
import http.client
import json
import os
import pathlib
import random
import shlex
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

BLOCKS = 10
VARIANTS = ["one_row", "group16:SERVICE_TOURNAMENT_GROUP=16", "auto:SERVICE_TOURNAMENT_GROUP=auto", "orders4:SERVICE_OPTION_ORDERS=4"]


class Variant:
    def __init__(self, text, args):
        self.name, _, settings = text.partition(":")
        chosen = dict(item.split("=", 1) for item in settings.split(",") if item)
        self.service = running.Service(
            shlex.split(args.ours), machine.ROOT / "target" / ("banking77-%s.log" % self.name), SERVICE_THREADS=args.threads,
            SERVICE_CHECKPOINTS=args.checkpoints or "starter", SERVICE_MODELS="english", SERVICE_LOG_LEVEL="warning", **chosen)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=600)
        self.ms, self.right, self.confidence = [], [], []

    def ask(self, body, gold):
        started = time.perf_counter()
        self.connection.request("POST", "/v1/systemone", body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = response.read()
        self.ms.append(1000 * (time.perf_counter() - started))
        if response.status != 200:
            sys.exit("%s answered %d: %s" % (self.name, response.status, answer[:300]))
        topic = json.loads(answer)["answers"]["topic"]
        self.right.append(topic["choice"] == gold)
        self.confidence.append(topic["answer_confidence"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--test", required=True)
    parser.add_argument("--ours", default=str(running.SERVE))
    parser.add_argument("--checkpoints")
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--variant", action="append", help="name:SETTING=value,...; the first one is compared with")
    parser.add_argument("--json")
    args = parser.parse_args()
    begun = machine.begin(None if args.checkpoints else machine.ROOT / "starter" / "checkpoint")
    with open(args.test, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    words = {c: c.replace("_", " ").rstrip("?").lower() for c in {r["category"] for r in rows}}
    question = {"type": "choice", "instructions": "What does the customer want?", "criteria": sorted(words.values())}
    rows = random.Random(11).sample(rows, min(args.rows, len(rows)))
    variants = []
    try:
        for text in args.variant or VARIANTS:
            variants.append(Variant(text, args))
        for variant in variants:
            variant.service.await_ready()
        for i, row in enumerate(rows):
            body = json.dumps({"state": row["text"].strip(), "model": "english", "questions": {"topic": question}}).encode()
            for k in range(len(variants)):
                variants[(i + k) % len(variants)].ask(body, words[row["category"]])
    finally:
        for variant in variants:
            variant.service.stop()
    report = {"rows": len(rows), "options": len(words), **{v.name: figures(v, variants[0]) for v in variants}}
    for variant in variants:
        print(variant.name, report[variant.name])
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps({**machine.end(begun), "threads": args.threads, **report}, indent=1) + "\n")


def figures(variant, first):
    size = max(1, len(variant.ms) // BLOCKS)
    found = {"accuracy": round(sum(variant.right) / len(variant.right), 4),
             "mean_answer_confidence": round(sum(variant.confidence) / len(variant.confidence), 4),
             "ms": machine.spread(variant.ms, 1)}
    if variant is not first:
        pairs = list(zip(variant.right, first.right, strict=True))
        found["gained"], found["lost"] = pairs.count((True, False)), pairs.count((False, True))
        found["time_over_" + first.name] = machine.spread(
            [sum(variant.ms[n:n + size]) / sum(first.ms[n:n + size]) for n in range(0, len(variant.ms), size)], 2)
    return found


if __name__ == "__main__":
    main()
