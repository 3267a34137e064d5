"""Measures answers on urgency-like scales whose texts, instructions and level names training does not have, and how honest
the probabilities of all three types are on fields kept back.

python -m evaluate.scales build/starter/checkpoint
python -m evaluate.scales http://127.0.0.1:8000
"""

import os
import sys

import numpy as np
import torch

from evaluate.questions import OfService, OfWeights, answers, banking, calibration, gold, right, unseen
from evaluate.worn import asked, kept_back
from rows.texts import split

# Level of five -> level of fewer, where it is clear.
FEWER = {5: {i: i for i in range(5)}, 4: {0: 0, 1: 1, 3: 2, 4: 3}, 3: {0: 0, 2: 1, 4: 2}}


def scales():
    """Every text with every list of levels on which its level is clear."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "scales.txt"), encoding="utf-8") as file:
        lines = [line.rstrip("\n").split(" ", 1) for line in file if line.strip() and not line.startswith("# ")]
    asks, levels, out = [], [], []
    for mark, rest in lines:
        if mark == "##":
            name, asks, levels = rest, [], []
        elif mark == "?":
            asks = split(rest)
        elif mark == "L":
            levels.append(split(rest))
        else:
            for names in levels:
                level = FEWER[len(names)].get(int(mark))
                if level is not None:
                    question = {"type": "score", "instructions": asks[len(out) % len(asks)], "criteria": names}
                    out.append({"id": "%s-%d" % (name, len(out)), "domain": name, "state": rest, "gold": level, "question": question})
    return out


def spread(levels):
    return float(np.std(levels))


def line(name, rows, ps):
    share = [gold(r) / (len(p) - 1) for r, p in zip(rows, ps, strict=True)]
    answer = [p.argmax() / (len(p) - 1) for p in ps]
    mean = [float(p @ np.arange(len(p))) / (len(p) - 1) for p in ps]
    near, exact = ([test(r, int(p.argmax())) for r, p in zip(rows, ps, strict=True)] for test in (right, lambda r, a: a == gold(r)))
    figures = (name, len(rows), np.mean(near), np.mean(exact), spread(answer) / spread(share), spread(mean) / spread(share))
    print("%-10s n=%d within one level %.3f exact %.3f spread %.2f of the labels' (expected level %.2f)" % figures, end=" ")
    print("correlation %.2f ECE %.3f" % (np.corrcoef(mean, share)[0, 1], calibration(rows, ps)))


def main(who):
    torch.set_num_threads(2)
    who = OfService(who) if who.startswith("http") else OfWeights(who)
    rows = scales()
    ps = answers(rows, who)
    line("all", rows, ps)
    for name in dict.fromkeys(r["domain"] for r in rows):
        pick = [i for i, r in enumerate(rows) if r["domain"] == name]
        line(name, [rows[i] for i in pick], [ps[i] for i in pick])
    for k in (3, 4, 5):
        pick = [i for i, p in enumerate(ps) if len(p) == k]
        line("%d levels" % k, [rows[i] for i in pick], [ps[i] for i in pick])
    told = [r for r in kept_back(3000, 41) if r["q"]["t"] == "noul"][:1000]
    told = [{**asked(r["state"], r["q"]), "gold": int(np.argmax(r["target"]))} for r in told if max(r["target"]) == 1]
    sets = {"choice, 5 and 10 kept-back intents": unseen(500, 5) + unseen(500, 10), "choice, banking77": banking(500, 5) + banking(500, 10)}
    for name, drawn in {**sets, "yes/no, kept-back fields": told}.items():
        ps = answers(drawn, who)
        hits = [right(r, int(p.argmax())) for r, p in zip(drawn, ps, strict=True)]
        print("%s: n=%d right %.3f ECE %.3f" % (name, len(ps), np.mean(hits), calibration(drawn, ps)))


if __name__ == "__main__":
    main(sys.argv[1])
