#!/usr/bin/env python3
"""Prints the same table as evaluate.sh for the detector of the Python package `laya`, for comparison.

    pip install laya==0.4.15
    scripts/measure/language/evaluate_laya.py FILE

FILE is JSONL of {text | state, expect}.
"""

import collections
import json
import sys

from laya.lang import analyse


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    counts = collections.Counter()
    with open(sys.argv[1], encoding="utf-8") as lines:
        for case in map(json.loads, filter(str.strip, lines)):
            found = analyse(case["state"] if "state" in case else case["text"])
            undecided = found["is_english"] and found["language_undecided"]
            column = "undecided" if undecided else "English" if found["is_english"] else "not English"
            counts[case["expect"], column] += 1
    columns = ["not English", "undecided", "English"]
    print(f"{'should be':14} {'states':>7} " + " ".join(f"{c:>16}" for c in columns))
    for expect in ("multilingual", "english"):
        total = sum(counts[expect, c] for c in columns)
        cells = (f"{counts[expect, c]:7} {100 * counts[expect, c] / max(1, total):7.2f}%" for c in columns)
        print(f"{expect:14} {total:7} " + " ".join(cells))


if __name__ == "__main__":
    main()
