#!/usr/bin/env python3
"""Several labels of a text, as a yes/no question for each: how many are right without labels and with 50, 100 and 200 labelled
texts, beside logistic regression on TF-IDF for each label against the rest.

  learning_labels.py [--json OUT] [--sets target/learning] [--draws 5]

On a service built with the profile benchmarks, with the packages of requirements-learning.txt. Fetches the Steam review aspect
dataset (Khosasi 2024, CC BY 4.0) as learning_sets.py fetches its sources: reviews of games, 400 of its 900 to draw labels from, 200
to judge, each with eight aspects that it has or has not. The questions were written once, from the descriptions that come with the set, and
nothing was tried on it before. Every draw takes whole reviews at random, so each question gets as many labels, the first 50 of
the same 200. A yes is an answer of 0.5 or more. F1 is that of yes, 0 where nobody says yes; exact is the share of reviews whose eight
answers are all right. `commonest` gives every review the answer that most of the 400 have; `alone` is the checkpoint.
"""
import argparse
import csv
import io
import json
import pathlib
import random
import re
import statistics

import learning
import learning_baselines
import learning_sets
import machine

COUNTS = (50, 100, 200)
POOL = 400
COLUMNS = ("commonest", "alone", "learned", "tfidf")
DIGESTS = {"labels": ("train", "5d69498799cd25aa3c0d1cb991851876aee998ca824fbef2a3290324888a4df8"),
           "test": ("test", "67bc672a2d7f1a11eb12f7f9ecbd02c6d13a93be17090fff419d18673e323bfb")}
STATEMENTS = {
    "recommended": "The reviewer recommends the game.",
    "story": "The review mentions the story, the characters or the world of the game.",
    "gameplay": "The review mentions the gameplay, such as controls, mechanics or difficulty.",
    "visual": "The review mentions how the game looks, such as its graphics, art style or animation.",
    "audio": "The review mentions how the game sounds, such as its music, effects or voices.",
    "technical": "The review mentions technical matters, such as bugs, performance or supported systems.",
    "price": "The review mentions the price of the game or of what is added to it.",
    "suggestion": "The review suggests what should change, in the game or around it.",
}
NAMES = list(STATEMENTS)


def write_rows(folder):
    """The rows of both parts, eight for each review, as `evaluate` reads them."""
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    for part, (name, digest) in DIGESTS.items():
        rows = csv.DictReader(io.StringIO(learning_sets.blob(folder, "steam", "dataset/v1/%s.csv" % name, digest), newline=""))
        rows = list(rows)
        if part == "labels":
            rows = random.Random(learning_sets.SEED).sample(rows, POOL)
        with open(folder / ("aspects.%s.jsonl" % part), "w", encoding="utf-8") as out:
            for row in rows:
                for label, statement in STATEMENTS.items():
                    out.write(json.dumps({"set": "aspects", "model": "english", "question": {"type": "noul", "instructions": statement},
                                          "state": row["cleaned_review"], "gold": row["label_" + label] == "1"}) + "\n")


def figures(yes, gold):
    """By label accuracy and F1, and the share of reviews with all answers right; `yes` and `gold` have a line for each review."""
    found = {}
    for at, name in enumerate(NAMES):
        given, true = [row[at] for row in yes], [row[at] for row in gold]
        both = sum(a and b for a, b in zip(given, true, strict=True))
        found[name] = [round(statistics.mean(a == b for a, b in zip(given, true, strict=True)), 4),
                       round(2 * both / (sum(given) + sum(true)), 4) if both else 0.0]
    found["exact"] = round(statistics.mean(a == b for a, b in zip(yes, gold, strict=True)), 4)
    return found


def by_review(values):
    return [list(values[at:at + len(NAMES)]) for at in range(0, len(values), len(NAMES))]


def said(each, answered):
    return by_review([answered["predicted"][str(row)][1] >= 0.5 for row in range(len(each.golds))])


def measured(each, run):
    golds = {part: by_review([bool(each.gold(part, number)) for number in range(len(each.rows[part]))]) for part in each.rows}
    states = {part: [row["state"] for row in each.rows[part][::len(NAMES)]] for part in each.rows}
    most = [statistics.mean(row[at] for row in golds["labels"]) >= 0.5 for at in range(len(NAMES))]
    found = {"commonest": {"0": [figures([most] * len(golds["test"]), golds["test"])]}}
    cells = [(count, draw) for count in COUNTS for draw in range(run.draws)]
    draws = [random.Random(draw).sample(range(len(states["labels"])), max(COUNTS))[:count] for count, draw in cells]
    # Of one label nothing is learned, so the first answers are those of the checkpoint alone.
    alone, *taught = learning.taught(each, run, [[(len(NAMES) * review + at, int(golds["labels"][review][at]))
                                          for review in draw for at in range(len(NAMES))] for draw in [[0], *draws]])
    if alone["learned"]:
        raise ValueError("something was learned of one label")
    found["alone"] = {"0": [figures(said(each, alone), golds["test"])]}
    for column in ("learned", "tfidf"):
        found[column] = {str(count): [] for count in COUNTS}
    for (count, _), draw, answered in zip(cells, draws, taught, strict=True):
        found["learned"][str(count)].append({**figures(said(each, answered), golds["test"]), "learned": answered["learned"]})
        x, asked = learning_baselines.tfidf([states["labels"][review] for review in draw], states["test"])
        columns = [learning_baselines.predicted(x, [int(golds["labels"][review][at]) for review in draw], asked, 2)[:, 1] >= 0.5
                   for at in range(len(NAMES))]
        found["tfidf"][str(count)].append(figures([[bool(yes) for yes in row] for row in zip(*columns, strict=True)], golds["test"]))
    shares = {part: {name: round(statistics.mean(row[at] for row in golds[part]), 4) for at, name in enumerate(NAMES)} for part in golds}
    return {"reviews": {part: len(golds[part]) for part in golds}, "share_of_yes": shares, "columns": found}


def mean(draws, name, at):
    return statistics.mean(draw[name][at] for draw in draws)


def table(found):
    """Markdown: means over the labels and draws, then each label by itself."""
    lines = ["| answered by | labelled reviews | right answers | F1 | all eight right |", "|---|---|---|---|---|"]
    for column in COLUMNS:
        for count, draws in found["columns"][column].items():
            lines.append("| %s | %s | %.3f | %.3f | %.3f |" % (
                column, count, *(statistics.mean(mean(draws, name, at) for name in NAMES) for at in (0, 1)),
                statistics.mean(draw["exact"] for draw in draws)))
    cells = [("commonest", "0"), ("alone", "0"), *((column, str(count)) for count in COUNTS for column in ("learned", "tfidf"))]
    lines += ["", "| label | share of yes | %s |" % " | ".join("%s %s" % cell for cell in cells), "|---" * (len(cells) + 2) + "|"]
    for name in NAMES:
        lines.append("| %s | %.3f | %s |" % (name, found["share_of_yes"]["test"][name], " | ".join(
            "%.3f, %.2f" % (mean(found["columns"][column][count], name, 0), mean(found["columns"][column][count], name, 1))
            for column, count in cells)))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--draws", type=int, default=5)
    run = parser.parse_args()
    begun = machine.begin(learning.STARTER)
    run.weights = begun["weights"]["sha256"]
    write_rows(run.folder)
    found = measured(learning.Set(run.folder, "aspects"), run)
    if run.json:
        text = json.dumps({"draws": run.draws, "run": machine.end(begun), "questions": STATEMENTS, **found}, indent=1)
        run.json.write_text(re.sub(r"\[\s+([-\d.,\s]+?)\s+\]", lambda part: "[%s]" % " ".join(part[1].split()), text) + "\n")
    print(table(found))


if __name__ == "__main__":
    main()
