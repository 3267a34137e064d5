#!/usr/bin/env python3
"""The way to production on sets that nothing was tuned on: what each command promises, and what holds of rows kept back.

  walk.py [--json OUT] [--sets target/walk] [--draws 5] [--kept 400] [--only SET,...]

On a built service, with the bundled starter; the sets are those of walk_sets.py (put or link a clone to SETS/sources/NAME if you
have it). Each set keeps the same rows back. Each draw takes 100 labels to learn from and 200 to judge by, at random, and runs the
commands of docs/from-asking-to-production.md: evaluate; learn --thresholds; evaluate and --thresholds of what was learned;
compare. A promise is an interval of the share of right answers, that the answers over a threshold are right as often as it was
found for, the share that such a threshold answers, and that what `compare` finds better is better. It fails if the rows kept back
deny it and chance alone makes them do so in one of 20 cases at most; that of `compare`, if fewer of them are right.
"""
import argparse
import csv
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
import walk_sets
from learning_promises import at_most

SETS = ("tweets", "news", "germeval", "hate")
LEARN, JUDGE, SEED = 100, 200, 1
CROSS = re.compile(r"learned +right +([\d.]+) % \(([\d.]+) to ([\d.]+)\)")


class Commands:
    def __init__(self, folder):
        self.folder = folder

    def run(self, *words, fitted=None):
        env = running.environment("0", SERVICE_CHECKPOINTS="starter", SERVICE_FITTED=fitted)
        done = subprocess.run([running.SERVE, *words], cwd=self.folder, env=env, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit("%s: %s" % (" ".join(words), done.stderr))
        return done.stdout

    def evaluated(self, name, fitted=None, *more):
        """The report of evaluate."""
        (self.folder / "report.json").unlink(missing_ok=True)
        self.run("evaluate", name, "--questions", "questions.json", "--json", "report.json", *more, fitted=fitted)
        return json.loads((self.folder / "report.json").read_text())

    def thresholds(self, name):
        """question: (threshold, the share of right answers that it promises at least), of a file that need not have been written."""
        path = self.folder / name
        if not path.exists():
            return {}
        made = json.loads(path.read_text())["thresholds"].values()
        return {each["question"]: (each["min_confidence"], each["accuracy_at_least"]) for each in made}


def table(path, questions, rows):
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["state", *questions])
        writer.writerows((state, *(str(labels[name]).lower() if isinstance(labels[name], bool) else labels[name] for name in questions))
                         for state, labels in rows)


def answers(report, question):
    """(confidence, right) of each row of one question."""
    return [(row["answer_confidence"], row["right"]) for row in report["rows"] if row["question"] == question]


def accuracy(what, low, high, rows):
    """A promise that the share of right answers is between two bounds."""
    right, n = sum(right for _, right in rows), len(rows)
    failed = at_most(right, n, low) < 0.05 if right < low * n else right > high * n and at_most(n - right, n, 1 - high) < 0.05
    return {"what": what, "promised": [low, high], "held": round(right / n, 4), "of": n, "failed": bool(failed)}


def over(what, threshold, promised, rows):
    """The promise that what a threshold answers is right as often as its file says."""
    passed = [right for sure, right in rows if sure >= threshold]
    return {"what": what, "promised": promised, "held": round(sum(passed) / max(1, len(passed)), 4), "of": len(passed),
            "failed": bool(passed) and at_most(sum(passed), len(passed), promised) < 0.05}


def coverage(threshold, judged, rows):
    """The promise that it answers as many of other rows as of those that it was found on."""
    (answered, of), (passed, n) = ((sum(sure >= threshold for sure, _ in some), len(some)) for some in (judged, rows))
    p = (answered + passed) / (of + n)
    return {"what": "coverage", "promised": round(answered / of, 4), "held": round(passed / n, 4), "of": n,
            "failed": abs(answered / of - passed / n) > 1.96 * math.sqrt(p * (1 - p) * (1 / of + 1 / n))}


def walked(commands, questions, learn, judge, bare):
    """The promises of one draw; `bare` is the report of the rows kept back without anything learned."""
    table(commands.folder / "learn.csv", questions, learn)
    table(commands.folder / "judge.csv", questions, judge)
    for name in ("learned.safetensors", "own.json", "thresholds.json"):
        (commands.folder / name).unlink(missing_ok=True)
    before = commands.evaluated("judge.csv")
    (commands.folder / "report.json").rename(commands.folder / "before.json")
    said = commands.run("learn", "learn.csv", "--questions", "questions.json", "--out", "learned.safetensors", "--thresholds", "own.json")
    fitted = "learned.safetensors" if (commands.folder / "learned.safetensors").exists() else None
    after = commands.evaluated("judge.csv", fitted, "--thresholds", "thresholds.json")
    (commands.folder / "report.json").rename(commands.folder / "after.json")
    kept = commands.evaluated("kept.csv", fitted)
    compared = commands.run("compare", "before.json", "after.json", "judge.csv", "--questions", "questions.json")
    by_question = {part.split(":")[0]: part for part in re.split(r"^(?=\S+: \d+ labels)", said, flags=re.M)}
    found = []
    for name in questions:
        held = answers(kept, name)
        for what, report, rows in (("asked", before, answers(bare, name)), ("learned", after, held)):
            [one] = [each for each in report["questions"] if each["question"] == name]
            found.append(accuracy(what, one["metrics"]["accuracy"]["low"], one["metrics"]["accuracy"]["high"], rows))
        if own := CROSS.search(by_question.get(name, "")):
            found.append(accuracy("learned, by its own labels", float(own[2]) / 100, float(own[3]) / 100, held))
        for what, path in ("own threshold", "own.json"), ("threshold", "thresholds.json"):
            if made := commands.thresholds(path).get(name):
                threshold, promised = made
                found.append(over(what, threshold, promised, held))
                if path == "thresholds.json":
                    found.append(coverage(threshold, answers(after, name), held))
        for each in found:
            each.setdefault("question", name)
    right = [sum(right for name in questions for _, right in answers(report, name)) for report in (bare, kept)]
    if "B is right more often" in compared or "A is right more often" in compared:
        better = "B is right more often" in compared
        found.append({"what": "compare", "question": "all", "promised": "learned" if better else "asked", "held": right,
                      "failed": right[1] < right[0] if better else right[1] > right[0]})
    return found, [round(each / len(kept["rows"]), 4) for each in right]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", type=pathlib.Path, default=running.ROOT / "target" / "walk")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--kept", type=int, default=400)
    parser.add_argument("--only", default=",".join(SETS))
    run = parser.parse_args()
    begun = machine.begin(running.ROOT / "starter" / "checkpoint")
    sets = json.loads(run.json.read_text())["sets"] if run.json and run.json.exists() else {}
    for name in run.only.split(","):
        questions, rows = walk_sets.read(run.sets, name)
        random.Random(SEED).shuffle(rows)
        kept, rest = rows[:run.kept], rows[run.kept:]
        draws = []
        with tempfile.TemporaryDirectory() as folder:
            commands = Commands(pathlib.Path(folder))
            (commands.folder / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
            table(commands.folder / "kept.csv", questions, kept)
            bare = commands.evaluated("kept.csv")
            for draw in range(run.draws):
                drawn = random.Random(SEED + 1 + draw).sample(rest, LEARN + JUDGE)
                promises, right = walked(commands, questions, drawn[:LEARN], drawn[LEARN:], bare)
                draws.append({"right_before_and_after": right, "promises": promises})
                print(name, draw, right, "%d of %d failed" % (sum(each["failed"] for each in promises), len(promises)), flush=True)
        sets[name] = draws
        if run.json:
            run.json.write_text(json.dumps({"run": machine.end(begun), "sets": sets}, indent=1) + "\n")
    every = [each for draws in sets.values() for draw in draws for each in draw["promises"]]
    for what in dict.fromkeys(each["what"] for each in every):
        some = [each for each in every if each["what"] == what]
        print("%-28s %3d promises, %d failed" % (what, len(some), sum(each["failed"] for each in some)))
    print("%-28s %3d promises, %d failed" % ("all", len(every), sum(each["failed"] for each in every)))


if __name__ == "__main__":
    main()
