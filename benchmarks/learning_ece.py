#!/usr/bin/env python3
"""What the calibration error of learned answers means: the ECE that is measured beside the one that as many rows would show if
every probability were true.

  learning_ece.py [--json OUT] [--sets target/learning] [--labels 200] [--draws 5] [--only SET,...]

After learning_sets.py (with --judged 2000, because ECE adds absolute differences, so few rows show some even where nothing is
wrong), on a service built with the profile benchmarks, in a Python with requirements-learning.txt. For each draw of labels, the
answers to the rows to judge are kept, and their right options are drawn 2,000 times from the probabilities themselves. "if true"
is the mean ECE of these, and the range that 95 of 100 of them lie in; all are means over the draws of labels.
"""
import argparse
import json
import pathlib

import learning
import machine
import numpy

TIMES = 2000


def ece(confidence, right):
    """The calibration error of learning.figures, for many outcomes of the same rows: [times]."""
    bins = numpy.clip(numpy.ceil(confidence * learning.BINS) - 1, 0, learning.BINS - 1).astype(int)
    inside = numpy.eye(learning.BINS)[bins]
    return numpy.abs((right - confidence) @ inside).sum(-1) / len(confidence)


def if_true(predicted, source):
    """ECE of rows whose right options are drawn from the probabilities: mean, and the ends of the middle 95 of 100."""
    confidence = numpy.array([max(p) for p in predicted])
    drawn = ece(confidence, source.random((TIMES, len(confidence))) < confidence)
    return [drawn.mean(), *numpy.quantile(drawn, (0.025, 0.975))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--labels", type=int, default=200)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--only", default=",".join(learning.SETS), help="of the sets")
    run = parser.parse_args()
    begun, source, found = machine.begin(learning.STARTER), numpy.random.default_rng(1), {}
    for name in run.only.split(","):
        each = learning.Set(run.folder, name)
        draws = [[(n, each.gold("labels", n)) for rows in each.drawn(draw, run.labels).values() for n in rows]
                 for draw in range(run.draws)]
        rows = []
        for answered in learning.taught(each, run, draws, "auto" if name in learning.IN_GROUPS else ""):
            predicted = [answered["predicted"][str(row)] for row in range(len(each.golds))]
            rows.append([learning.figures(predicted, each.golds)[2], *if_true(predicted, source)])
        found[name] = dict(zip(("measured", "if_true", "from", "to"), numpy.mean(rows, 0).round(4).tolist(), strict=True))
        print(name, found[name], flush=True)
    if run.json:
        run.json.write_text(json.dumps({**machine.end(begun), "labels": run.labels, "draws": run.draws, "sets": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
