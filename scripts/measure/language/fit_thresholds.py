#!/usr/bin/env python3
"""Fits the constants of Evidence, and measures how well such a fit works on unseen texts.

    scripts/measure/language/evaluate.sh FILE --evidence | scripts/measure/language/fit_thresholds.py

Uses ten-fold cross-validation by group (translations and spelling variants of a text stay together): all five constants
are fitted on nine folds and tested on the tenth. The last lines are the fit on all data. The costs of errors: 10 for a
text that goes to a checkpoint that cannot read it, 2 for one that goes to the slower checkpoint without need, and 0.25
for an undecided one.
"""

import collections
import statistics
import sys

FOREIGN_AS_ENGLISH, ENGLISH_AS_FOREIGN, UNDECIDED = 10, 2, 0.25
WEIGHTS = [0, 6, 9, 12, 15, 18, 21, 24, 30]
STEPS = [round(0.02 * i, 2) for i in range(-30, 61)]
FOLDS = 10

Row = collections.namedtuple("Row", "english group words letters coverage margin")
Fit = collections.namedtuple("Fit", "weight english_from other_below short_english_from short_other_below")


def score(row, weight):
    return row.coverage + weight * max(-0.04, min(0.03, row.margin))


def cheapest(costs):
    """The middle of the steps with the lowest cost, which has the most room on either side."""
    least = min(costs.values())
    return statistics.median_low([step for step, cost in costs.items() if cost == least])


def english_costs(scored):
    costs = {}
    for step in STEPS:
        wrong = sum(1 for s, row in scored if s >= step and not row.english)
        missed = sum(1 for s, row in scored if s < step and row.english)
        costs[step] = FOREIGN_AS_ENGLISH * wrong + UNDECIDED * missed
    return costs


def other_costs(scored):
    costs = {}
    for step in STEPS:
        wrong = sum(1 for s, row in scored if s < step and row.english)
        missed = sum(1 for s, row in scored if s >= step and not row.english)
        costs[step] = ENGLISH_AS_FOREIGN * wrong + UNDECIDED * missed
    return costs


def fit(rows):
    best = None
    for weight in WEIGHTS:
        scored = [(score(row, weight), row) for row in rows]
        long = [pair for pair in scored if pair[1].words > 3]
        short = [pair for pair in scored if pair[1].words <= 3]
        parts = [
            english_costs(long),
            other_costs(long),
            english_costs([p for p in short if p[1].words > 1 and p[1].coverage == 1]),
            other_costs([p for p in short if p[1].letters >= 6]),
        ]
        cost = sum(min(part.values()) for part in parts)
        if best is None or cost < best[0]:
            best = cost, Fit(weight, *[cheapest(part) for part in parts])
    return best[1]


def verdict(row, f):
    s = score(row, f.weight)
    if row.words > 3:
        return "English" if s >= f.english_from else "other" if s < f.other_below else "undecided"
    if row.words > 1 and row.coverage == 1 and s >= f.short_english_from:
        return "English"
    return "other" if row.letters >= 6 and s < f.short_other_below else "undecided"


def table(title, verdicts):
    print(title)
    for english in (False, True):
        counts = collections.Counter(v for row, v in verdicts if row.english == english)
        total = sum(counts.values())
        shares = ", ".join(f"{k} {counts[k]} ({100 * counts[k] / total:.2f} %)" for k in ("other", "undecided", "English"))
        print(f"  {'English' if english else 'other':8} {total:6}: {shares}")


def main():
    rows = []
    for line in sys.stdin:
        expect, group, words, letters, coverage, margin = line.split("\t")
        rows.append(Row(expect == "english", int(group), int(words), int(letters), float(coverage), float(margin)))
    unseen = []
    for fold in range(FOLDS):
        f = fit([row for row in rows if row.group % FOLDS != fold])
        print("fold", fold, f)
        unseen += [(row, verdict(row, f)) for row in rows if row.group % FOLDS == fold]
    table("unseen folds", unseen)
    f = fit(rows)
    table("everything, as fitted", [(row, verdict(row, f)) for row in rows])
    print(f)


if __name__ == "__main__":
    main()
