#!/usr/bin/env python3
"""Computes the numbers of `evaluate --json` again with scikit-learn, and fails if one differs by more than 1e-9 or if
there are fewer than 500 rows.

    scripts/check/judging/metrics.py OUT.json

It starts from the answers in the report, one row each, and from nothing else that the report computed.
"""

import json
import sys

import numpy as np
from scipy.stats import beta
from sklearn.metrics import accuracy_score, confusion_matrix

CLOSE = 1e-9


def calibration_error(confidence, right, bins=15):
    edges = np.arange(1, bins) / bins
    places = np.digitize(confidence, edges, right=True)
    return sum(abs(right[places == b].mean() - confidence[places == b].mean()) * (places == b).mean() for b in np.unique(places))


def numbers(rows):
    gold = np.array([row["gold"] for row in rows])
    answered = np.array([int(np.argmax(row["probabilities"])) for row in rows])
    confidence = np.array([max(row["probabilities"]) for row in rows])
    brier = [np.sum((np.array(row["probabilities"]) - np.eye(len(row["probabilities"]))[row["gold"]]) ** 2) for row in rows]
    loss = [-np.log(max(row["probabilities"][row["gold"]], 1e-15)) for row in rows]
    return {
        "accuracy": accuracy_score(gold, answered),
        "brier": np.mean(brier),
        "log_loss": np.mean(loss),
        "ece": calibration_error(confidence, gold == answered),
    }


def wilson(share, n, z=1.959963984540054):
    middle, reach = share + z * z / (2 * n), z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)


def same(what, ours, theirs):
    if not abs(ours - theirs) <= CLOSE:
        sys.exit(f"{what}: the report has {ours!r}, recomputed {theirs!r}")
    return 1


def compared(name, group, rows):
    checked = sum(same(f"{name} {metric}", group[metric]["value"], value) for metric, value in numbers(rows).items())
    low, high = wilson(group["accuracy"]["value"], len(rows))
    return checked + same(name + " low", group["accuracy"]["low"], low) + same(name + " high", group["accuracy"]["high"], high)


def curve(points, rows):
    """Share answered and share right from each threshold on."""
    checked = 0
    for threshold, coverage, accuracy in points:
        kept = [row for row in rows if round(row["answer_confidence"], 4) >= threshold]
        checked += same(f"coverage at {threshold}", coverage, len(kept) / len(rows))
        right = accuracy_score([r["gold"] for r in kept], [int(np.argmax(r["probabilities"])) for r in kept])
        checked += same(f"accuracy at {threshold}", accuracy, right)
    return checked


def bins(reported, rows):
    """The reliability diagram."""
    confidence = np.array([max(row["probabilities"]) for row in rows])
    right = np.array([int(np.argmax(row["probabilities"])) == row["gold"] for row in rows])
    places = np.digitize(confidence, np.arange(1, len(reported)) / len(reported), right=True)
    checked = 0
    for place, found in enumerate(reported):
        chosen = places == place
        checked += same("rows of a bin", found["rows"], chosen.sum())
        if chosen.any():
            checked += same("confidence of a bin", found["confidence"], confidence[chosen].mean())
            checked += same("accuracy of a bin", found["accuracy"], right[chosen].mean())
    return checked


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    rows = report["rows"]
    checked = compared("all", report["all"], rows)
    for group in report["groups"]:
        key = next(name for name in group if name != "metrics")
        test = {
            "type": lambda row, value: row["type"] == value,
            "options": lambda row, value: len(row["probabilities"]) == int(value),
            "checkpoint": lambda row, value: row["checkpoint"] == value,
        }.get(key)
        if test:
            chosen = [row for row in rows if test(row, group[key])]
            checked += compared(f"{key} {group[key]}", group["metrics"], chosen)
    for question in report["questions"]:
        chosen = [row for row in rows if row["wording"] == question["wording"]]
        checked += compared(question["question"], question["metrics"], chosen)
        labels = range(len(question["confusion"]["options"]))
        table = confusion_matrix([r["gold"] for r in chosen], [int(np.argmax(r["probabilities"])) for r in chosen], labels=labels)
        if table.tolist() != question["confusion"]["right_by_answered"]:
            sys.exit(f"{question['question']}: another confusion table")
        found = question["threshold"]
        if found:
            kept = [r for r in chosen if round(r["answer_confidence"], 4) >= found["min_confidence"]]
            right = sum(int(np.argmax(r["probabilities"])) == r["gold"] for r in kept)
            checked += same("answered", found["answered"], len(kept))
            bound = beta.ppf(0.05 / 21, right, len(kept) - right + 1)
            checked += same("bound", round(found["accuracy_at_least"], 7), round(bound, 7))
    checked += curve(report["coverage"], rows) + bins(report["reliability"], rows)
    if len(rows) < 500:
        sys.exit(f"only {len(rows)} rows: too few to mean anything")
    print(f"{checked} numbers of {len(rows)} rows are the same to {CLOSE}")


main()
