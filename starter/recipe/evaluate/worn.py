"""Measures how far answers move if greetings, signatures, quoted mail, typing errors and the like stand around a text, and
if the options are permuted. The texts are of fields that no training row uses, the phrases around them too.

python -m evaluate.worn build/starter/checkpoint
python -m evaluate.worn http://127.0.0.1:8000
"""

import json
import random
import sys

import numpy as np
import torch

from evaluate.questions import OfService, OfWeights, answers
from evaluate.wear import Worn, phrases
from mixture import draw, sources
from rows.base import Base

PAIRS = {"choice": 200, "noul": 150, "score": 150}
CANCEL = "Cancel my account, I found a cheaper provider."
EXAMPLE = [CANCEL, "FYI: %s\n\nSent from my phone" % CANCEL]


def kept_back(count, seed):
    """Rows of the families, scales, intents and genres that no training row uses."""
    rng = random.Random(seed)
    return draw(sources(rng, Base(), "valid"), count, rng)


def pairs(seed=31):
    """[(question, its worn form, position of each worn option in the question)], 500 in all."""
    rng = random.Random(seed)
    worn = Worn(rng, phrases())
    left, out = dict(PAIRS), []
    for row in kept_back(4000, seed):
        q = row["q"]
        if not isinstance(row["state"], str) or "\n" in row["state"] or not left[q["t"]]:
            continue
        state, changed, order = worn.wear(row)
        if len(changed["crit"] or order) == len(order):
            left[q["t"]] -= 1
            out.append((asked(row["state"], q), asked(state, changed), order))
    return out


def asked(state, q):
    question = {"type": q["t"], "instructions": q["ins"], "criteria": q["crit"], "labels": q.get("labels")}
    return {"state": state, "question": {k: v for k, v in question.items() if v is not None}}


def report(name, changed, moved):
    text = "%-8s %d pairs: the decision changes in %.1f %%, no probability moves by more than 0.1 in %.1f %%, mean of the largest move %.3f"
    print(text % (name, len(moved), 100 * np.mean(changed), 100 * np.mean(np.array(moved) <= 0.1), np.mean(moved)))


def main(who):
    torch.set_num_threads(2)
    who = OfService(who) if who.startswith("http") else OfWeights(who)
    drawn = pairs()
    before, after = answers([clean for clean, _, _ in drawn], who), answers([worn for _, worn, _ in drawn], who)
    changed = [int(q.argmax()) != int(p[order].argmax()) for p, q, (_, _, order) in zip(before, after, drawn, strict=True)]
    moved = [float(np.abs(q - p[order]).max()) for p, q, (_, _, order) in zip(before, after, drawn, strict=True)]
    report("all", changed, moved)
    for kind in PAIRS:
        pick = [i for i, (clean, _, _) in enumerate(drawn) if clean["question"]["type"] == kind]
        report(kind, [changed[i] for i in pick], [moved[i] for i in pick])
    q = {"type": "noul", "instructions": "The customer wants to leave"}
    for state, p in zip(EXAMPLE, answers([{"state": s, "question": q} for s in EXAMPLE], who), strict=True):
        print("%s: %s true %.2f" % (json.dumps(state), q["instructions"], p[1]))


if __name__ == "__main__":
    main(sys.argv[1])
