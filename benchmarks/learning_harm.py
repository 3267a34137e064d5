#!/usr/bin/env python3
"""How often few labels make answers worse: `learn` on thirty questions with 10 to 50 labels each, and with labels that are wrong.

  learning_harm.py [--json OUT] [--sets target/learning] [--draws 10] [--ways WAY,...]

After learning_sets.py, on a service built with the profile benchmarks. Each draw takes 10 to 50 labels of one question at random,
learns from them by the code of the command (LearningDraws.java), and compares the log loss of the rows to judge with that of the
checkpoint alone. A draw is worse if the mean loss of a row grows by more than its standard error. The same draws once more with one
label in ten, and in five, replaced by one of any option; with the labels of each draw shuffled among its rows, as if they were of
another question; and, of choices and scores, without any row of one option, whose own rows are then judged apart. Last, 10 to
50 labels of each of the statements that are hard to tell apart, all at once, because yes/no questions teach each other.
What OUT has of ways that are not measured is kept.
"""
import argparse
import json
import math
import pathlib
import random
import sys

import learning
import machine

SETS = ("intents10", "few_intents", "near_misses", "sms", "question_types", "mails", "reviews")
LEAST, MOST = 10, 50


def shuffled(labels, order, _):
    golds = [gold for _, gold in labels]
    order.shuffle(golds)
    return [(row, gold) for (row, _), gold in zip(labels, golds, strict=True)]


def noisy(share):
    def change(labels, order, options):
        return [(row, order.randrange(options) if order.random() < share else gold) for row, gold in labels]
    return change


def without(labels, _, options):
    """Without the last option; of yes/no questions nothing would be left to learn."""
    return [] if options == 2 else [(row, gold) for row, gold in labels if gold != options - 1]


WAYS = {"as they are": lambda labels, *_: labels, "1 of 10 wrong": noisy(0.1), "1 of 5 wrong": noisy(0.2),
        "of another question": shuffled, "one option without labels": without}
TOGETHER = "of all statements at once"


def loss(p, gold):
    return -math.log(max(p[gold], 1e-15))


def gain(before, after, golds):
    """The mean gain in log loss of these rows, and its standard error."""
    gains = [loss(b, gold) - loss(a, gold) for b, a, gold in zip(before, after, golds, strict=True)]
    mean = sum(gains) / len(gains)
    return mean, math.sqrt(sum((x - mean) ** 2 for x in gains) / (len(gains) - 1) / len(gains))


def right(answers, golds):
    return sum(max(range(len(p)), key=p.__getitem__) == gold for p, gold in zip(answers, golds, strict=True)) / len(golds)


def measured(each, run):
    """One entry for each way and draw of each question of a set."""
    cells, draws = [], []
    for question, rows in each.questions.items():
        options = run.options(each, question)
        for draw in range(run.draws):
            for way, change in WAYS.items():
                if way not in run.ways:
                    continue
                order = random.Random("%s %d %s" % (each.name, draw, question))
                some = order.sample(rows, order.randint(LEAST, MOST))
                labels = change([(row, each.gold("labels", row)) for row in some], order, options)
                if labels:
                    cells.append(({question: len(labels)}, way))
                    draws.append(labels)
    for draw in range(run.draws if each.name == "near_misses" and TOGETHER in run.ways else 0):
        counts, labels = {}, []
        for question, rows in each.questions.items():
            order = random.Random("%s together %d %s" % (each.name, draw, question))
            counts[question] = order.randint(LEAST, MOST)
            labels += [(row, each.gold("labels", row)) for row in order.sample(rows, counts[question])]
        cells.append((counts, TOGETHER))
        draws.append(labels)
    if not draws:
        return []
    alone = learning.probabilities(learning.answers(run.folder, each.files["test"], run.weights))
    found = []
    for (counts, way), answered in zip(cells, learning.taught(each, run, draws), strict=True):
        for question, count in counts.items():
            found.append(judged(each, run, alone, answered, question, way, count, len(counts)))
    return found


def judged(each, run, alone, answered, question, way, count, together):
    """The entry of one question, of so many that were learned together."""
    rows, last = each.held(question), run.options(each, question) - 1
    known = [row for row in rows if way != "one option without labels" or each.golds[row] != last]
    entry = {"set": each.name, "way": way, "labels": count, "learned": answered["learned"] / together,
             "doubted": answered["doubted"] / together}
    for name, some in (("", known), ("_unlabelled", [row for row in rows if row not in known])):
        if len(some) > 1:
            golds, before = [each.golds[row] for row in some], [alone[row] for row in some]
            after = [answered["predicted"][str(row)] for row in some]
            mean, error = gain(before, after, golds)
            entry.update({"gain" + name: round(mean, 5), "error" + name: round(error, 5),
                          "accuracy" + name: round(right(after, golds) - right(before, golds), 4)})
    return entry


def table(draws):
    titles = ("labels", "draws", "learned", "doubted", "worse by more than the error", "gain in log loss", "gain in accuracy")
    lines = ["| " + " | ".join(titles) + " |", "|---" * len(titles) + "|"]
    for way in (*WAYS, TOGETHER):
        for name in ("", "_unlabelled"):
            some = [draw for draw in draws if draw["way"] == way and "gain" + name in draw]
            if some:
                worse = sum(draw["gain" + name] < -draw["error" + name] for draw in some)
                means = [sum(draw[x] for draw in some) / len(some) for x in ("learned", "doubted", "gain" + name, "accuracy" + name)]
                lines.append("| %s%s | %d | %.2f | %.2f | %d (%.1f %%) | %+.3f | %+.3f |" % (
                    way, ", its own rows" if name else "", len(some), *means[:2], worse, 100 * worse / len(some), *means[2:]))
    return "\n".join(lines)


def options(each, question):
    asked = next(row["question"] for row in each.rows["test"] if row["question"]["instructions"] == question)
    return 2 if asked["type"] == "noul" else len(asked["criteria"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--ways", default=",".join((*WAYS, TOGETHER)))
    run = parser.parse_args()
    run.ways = run.ways.split(",")
    run.options = options
    begun = machine.begin(learning.STARTER)
    run.weights = begun["weights"]["sha256"]
    report = {"runs": [], "draws": []}
    if run.json and run.json.exists():
        report = json.loads(run.json.read_text())
    draws = [draw for draw in report["draws"] if draw["way"] not in run.ways]
    for name in SETS:
        draws += measured(learning.Set(run.folder, name), run)
        print(name, file=sys.stderr, flush=True)
    if run.json:
        report = {"runs": [*report["runs"], {**machine.end(begun), "ways": run.ways}], "draws": draws}
        run.json.write_text(json.dumps(report).replace('{"set"', '\n{"set"') + "\n")
    print(table(draws))


if __name__ == "__main__":
    main()
