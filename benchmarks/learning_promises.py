#!/usr/bin/env python3
"""What `learn` promises of its own labels, by rows that were left out, beside what holds of rows that nobody has seen.

  learning_promises.py [--json OUT] [--sets target/learning] [--draws 10] [--only SET,...]

After learning_sets.py, on a service built with the profile benchmarks. Each draw takes 100, 200 and 400 labels of a question at
random and judges by all of its other rows (PromiseDraws.java, with the code of the command):

- thresholds: how often the answers from the threshold of `--thresholds` on are right, for 90 and 95 %, and from the one with the
  highest promise. A promise fails if so few are right that chance makes it in one of 20 cases at most (an exact binomial test);
- doublings: whether what twice as many labels bring lies in the range that is printed, and in that range widened by the error
  of the judged rows;
- wrong labels: with one label in ten replaced by another option, how many of the ten are among the first 20 that are listed.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine

SETS = ("intents10", "sms", "question_types", "mails", "reviews", "near_misses")
STARTER = machine.ROOT / "starter" / "checkpoint"


def measured(folder, name, draws):
    made = folder / "promises.json"
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    classes = ":".join(str(machine.ROOT / "benchmarks" / "target" / part) for part in ("classes", "libs/*"))
    subprocess.run([java, "--enable-native-access=ALL-UNNAMED", "-cp", classes, "org.decisionservice.benchmarks.PromiseDraws",
                    machine.ROOT / "server" / "target", *(folder / ("%s.%s.jsonl" % (name, part)) for part in ("test", "labels")), "",
                    str(draws), made], check=True, stderr=subprocess.DEVNULL)
    return json.loads(made.read_text())


def at_most(right, answered, share):
    """How likely so few right answers are if this share of all is right."""
    log = [math.lgamma(answered + 1) - math.lgamma(k + 1) - math.lgamma(answered - k + 1) + k * math.log(share)
           + (answered - k) * math.log1p(-share) for k in range(right + 1)]
    return sum(math.exp(each) for each in log)


def thresholds(rows, promise):
    made = [row for row in rows if "threshold" in row and row["answered"]]
    failed = [row for row in made if at_most(row["right"], row["answered"], promise(row)) < 0.05]
    below = [row for row in made if row["right"] / row["answered"] < promise(row)]
    return {"draws": len(rows), "made": len(made), "below": len(below), "failed": len(failed),
            "right": round(sum(row["right"] for row in made) / max(1, sum(row["answered"] for row in made)), 4),
            "coverage": round(sum(row["answered"] / row["judged"] for row in made) / max(1, len(made)), 4)}


def doublings(rows):
    """Beside the range that LearningCurve.Doubling names."""
    def span(row):
        return max(0, row["gain"] - 1.96 * row["error"]) / 2, max(0, row["gain"]) + 1.96 * row["error"]

    def missed(row, error):
        low, high = span(row)
        return not low - error <= row["brought"] <= high + error
    hardly = [row for row in rows if span(row)[1] < 0.01]
    return {"draws": len(rows), "missed": sum(missed(row, 0) for row in rows),
            "missed_by_more_than_the_error": sum(missed(row, 1.96 * math.sqrt(0.1 / row["judged"])) for row in rows),
            "hardly_changes": len(hardly), "of_these_brought_2_points": sum(row["brought"] >= 0.02 for row in hardly)}


def summary(rows):
    found = {}
    for labels in (100, 200, 400):
        for wanted in (0.9, 0.95):
            some = [row for row in rows if row["what"] == "threshold" and row["labels"] == labels and row["wanted"] == wanted]
            found["threshold %g, %d labels" % (wanted, labels)] = thresholds(some, lambda row: row["wanted"])
        some = [row for row in rows if row["what"] == "highest" and row["labels"] == labels and 0 < row["bound"] < 1]
        found["highest, %d labels" % labels] = thresholds(some, lambda row: row["bound"])
    for labels in (100, 200):
        found["doubling of %d labels" % labels] = doublings([row for row in rows if row["what"] == "doubling" and row["labels"] == labels])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--only", default=",".join(SETS))
    run = parser.parse_args()
    begun = machine.begin(STARTER)
    sets = json.loads(run.json.read_text())["sets"] if run.json and run.json.exists() else {}
    for name in run.only.split(","):
        started = time.perf_counter()
        # Twenty statements are twenty questions.
        sets[name] = measured(run.folder, name, max(1, run.draws // 5) if name == "near_misses" else run.draws)
        print("%-15s %4.0f s" % (name, time.perf_counter() - started), file=sys.stderr, flush=True)
    every = [row for rows in sets.values() for row in rows]
    suspects = {name: [row["found"] for row in rows if row["what"] == "suspects"] for name, rows in sets.items()}
    found = {"draws": run.draws, "run": machine.end(begun), "summary": summary(every), "wrong_labels_found": suspects, "sets": sets}
    if run.json:
        run.json.write_text(json.dumps(found, separators=(", ", ": ")).replace('{"what"', '\n{"what"') + "\n")
    for what, figures in found["summary"].items():
        print("%-28s %s" % (what, figures))
    for name, each in suspects.items():
        print("%-15s of 10 wrong labels among the first 20: %s, mean %.1f" % (name, each, sum(each) / max(1, len(each))))


if __name__ == "__main__":
    main()
