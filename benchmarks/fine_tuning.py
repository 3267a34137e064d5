#!/usr/bin/env python3
"""Compares three uses of the same labels: none, `learn`, and fine-tuning all weights with upstream's `laya-train`.

  fine_tuning.py --laya-train PATH/TO/venv/bin/laya-train [--sets intents10,question_types] [--labels 200,1000]
                 [--base server/target/starter] [--draws 1] [--json OUT]

Labels are drawn from target/learning/SET.labels.jsonl, answers are judged on SET.test.jsonl, which nothing was trained on; run
benchmarks/learning_sets.py first. `laya-train` runs with its own defaults (4 epochs, a tenth of the labels for its temperatures),
and what it writes is served as it is. Accuracy and calibration error are those of `evaluate`. Seconds are of all cores that the
trainer finds. Build first.
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
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

SETS = running.ROOT / "target" / "learning"


def rows(name):
    return [json.loads(line) for line in (SETS / f"{name}.jsonl").read_text().splitlines()]


def write(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def upstream(row):
    """A labelled row as laya-train reads it."""
    return {"state": row["state"], "questions": {"q": row["question"]}, "expected": {"q": row["gold"]}}


def run(command, **settings):
    begun = time.perf_counter()
    done = subprocess.run([str(word) for word in command], env={**os.environ, **settings}, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s: %s%s" % (command, done.stdout[-2000:], done.stderr[-2000:]))
    return time.perf_counter() - begun


def judged(test, folder, **settings):
    """Accuracy and calibration error on the rows of a file."""
    out = folder / "judged.json"
    run([running.SERVE, "evaluate", test, "--json", out], SERVICE_LOG_LEVEL="warning", **settings)
    overall = json.loads(out.read_text())["all"]
    return overall["accuracy"]["value"], overall["ece"]["value"]


def measure(name, count, draw, options, folder):
    labels = random.Random(draw).sample(rows(f"{name}.labels"), count)
    test = write(folder / "test.jsonl", rows(f"{name}.test"))
    file = write(folder / "labels.jsonl", labels)
    plain = {"SERVICE_MODEL_PATH": str(options.base)}
    results = {"alone": (*judged(test, folder, **plain), 0)}
    learned = folder / "learned.safetensors"
    seconds = run([running.SERVE, "learn", file, "--out", learned], **plain)
    results["learn"] = (*judged(test, folder, SERVICE_FITTED=str(learned), **plain), seconds)
    tuned = folder / "tuned"
    data = write(folder / "train.jsonl", [upstream(row) for row in labels])
    seconds = run([options.laya_train, "--data", data, "--base", options.base, "--out", tuned, "--seed", draw, "--device", "cpu"])
    results["laya-train"] = (*judged(test, folder, SERVICE_MODEL_PATH=str(tuned)), seconds)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--laya-train", type=pathlib.Path, required=True)
    parser.add_argument("--sets", default="intents10,question_types")
    parser.add_argument("--labels", default="200,1000")
    parser.add_argument("--base", type=pathlib.Path, default=running.ROOT / "server/target/starter")
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    options.base = options.base.resolve()
    begun, results = machine.begin(options.base), []
    for name in options.sets.split(","):
        for count in map(int, options.labels.split(",")):
            draws = []
            for draw in range(options.draws):
                with tempfile.TemporaryDirectory() as folder:
                    draws.append(measure(name, count, draw, options, pathlib.Path(folder)))
            for way in draws[0]:
                accuracy, ece, seconds = (statistics.mean(draw[way][n] for draw in draws) for n in range(3))
                results.append({"set": name, "labels": count, "way": way, "accuracy": round(accuracy, 4), "ece": round(ece, 4),
                                "seconds": round(seconds, 1)})
                print("%-15s %5d labels  %-11s accuracy %.3f  ECE %.3f  %5.0f s" % (name, count, way, accuracy, ece, seconds), flush=True)
    if options.json:
        options.json.write_text(json.dumps({**machine.end(begun), "draws": options.draws, "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
