#!/usr/bin/env python3
"""How many labels `learn --next` saves: how right answers become with labels that it chooses, and with as many at random.

  learning_next.py [--json OUT] [--sets target/learning] [--draws 10] [--only SET,...]

After learning_sets.py, on a service built with the profile benchmarks. Of the 1,200 rows of a set to label, each draw takes
960 at random. Twenty of these are labelled, then learned from, then twenty more are chosen, and so on, by the classes of the
command (NextDraws.java); or as many are taken at random. Rows that are judged are in none of these. A question that the gate
of `learn` does not let pass is answered by the checkpoint alone, as it would be served.

For each accuracy that random labels reach on average, the table says how many chosen labels reach it on average, as a share:
between two numbers of labels the accuracy is taken to grow evenly. What a run has measured is not kept for the next one.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import machine

SETS = ("sms", "question_types", "mails", "intents10")
COUNTS = (40, 60, 80, 100, 150, 200)
STARTER = machine.ROOT / "starter" / "checkpoint"


def measured(folder, name, draws):
    """The accuracy without labels, and by draw and number of labels with random and with chosen ones."""
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    classes = ":".join(str(machine.ROOT / "benchmarks" / "target" / part) for part in ("classes", "libs/*"))
    with tempfile.TemporaryDirectory() as at:
        out = pathlib.Path(at, "draws.json")
        subprocess.run(
            [java, "--enable-native-access=ALL-UNNAMED", "-cp", classes, "org.decisionservice.benchmarks.NextDraws",
             machine.ROOT / "server" / "target", folder / ("%s.test.jsonl" % name), folder / ("%s.labels.jsonl" % name), str(draws), out],
            check=True, stderr=subprocess.DEVNULL)
        return json.loads(out.read_text())


def curve(alone, draws):
    """Mean accuracy by number of labels, and the share of the draws in which the question was learned."""
    counts = [count for count, _, _ in draws[0]]
    means = [statistics.mean(draw[at][1] for draw in draws) for at in range(len(counts))]
    kept = [statistics.mean(draw[at][2] for draw in draws) for at in range(len(counts))]
    return [(0, alone, 0.0), *zip(counts, means, kept, strict=True)]


def at(points, count):
    return next(accuracy for labels, accuracy, _ in points if labels == count)


def needed(points, accuracy):
    """The least number of labels that reaches this accuracy; None if none does."""
    for (before, low, _), (labels, high, _) in zip(points, points[1:], strict=False):
        if low >= accuracy:
            return before
        if high >= accuracy:
            return before + (accuracy - low) / (high - low) * (labels - before)
    return None


def shares(random, chosen):
    """By number of random labels: how many chosen ones reach the same, as a share; None if 200 do not. Where random labels bring
    nothing yet, there is nothing to compare."""
    found = {}
    for count in COUNTS:
        accuracy = at(random, count)
        if accuracy > random[0][1]:
            labels = needed(chosen, accuracy)
            found[str(count)] = None if labels is None else round(labels / count, 3)
    return found


def table(sets):
    lines = ["| set | labels | at random | chosen | chosen labels that do as well, as a share |", "|---|---|---|---|---|"]
    for name, each in sets.items():
        for count in (20, *COUNTS):
            share = each["shares"].get(str(count))
            lines.append("| %s | %d | %.3f | %.3f | %s |" % (
                name if count == 20 else "", count, at(each["random"], count), at(each["next"], count),
                "" if share is None else "%.2f" % share))
    return "\n".join(lines)


def middle(sets):
    """The median over all sets and numbers of labels; one that is not reached counts as more than any other."""
    return statistics.median(9 if share is None else share for each in sets.values() for share in each["shares"].values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--only", default=",".join(SETS))
    run = parser.parse_args()
    begun = machine.begin(STARTER)
    sets = {}
    for name in run.only.split(","):
        started = time.perf_counter()
        found = measured(run.folder, name, run.draws)
        random, chosen = (curve(found["alone"], found[way]) for way in ("random", "next"))
        sets[name] = {"random": random, "next": chosen, "shares": shares(random, chosen), "draws": found}
        print("%-15s %4.0f s" % (name, time.perf_counter() - started), file=sys.stderr, flush=True)
    report = {"draws": run.draws, "run": machine.end(begun), "middle_share": middle(sets), "sets": sets}
    if run.json:
        run.json.write_text(json.dumps(report, separators=(", ", ": ")).replace('{"random": ', '\n{"random": ') + "\n")
    print(table(sets))
    print("\nIn the middle of all of these: %.2f" % report["middle_share"])


if __name__ == "__main__":
    main()
