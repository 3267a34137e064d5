"""Scores the questions of the cases that training never saw: by type, and how honest the probabilities are.

python -m evaluate.cases build/starter/checkpoint
python -m evaluate.cases http://127.0.0.1:8000
"""

import random
import sys

import numpy as np
import torch

from evaluate.questions import OfService, OfWeights, answers, calibration, gold, interval, right
from rows.texts import load_cases


def questions(seed=17):
    """Every question of the kept cases; the options of a choice are shuffled."""
    rng = random.Random(seed)
    for n, case in enumerate(c for c in load_cases() if c["kept"]):
        for truth in (True, False):
            for statement in case.get("true" if truth else "false", ()):
                yield row(n, case, truth, {"type": "noul", "instructions": statement})
        for ins, options in case.get("choice", ()):
            named = [(name, text or None) for name, _, text in (o.partition(": ") for o in options)]
            best = named[0][0]
            rng.shuffle(named)
            yield row(n, case, best, {"type": "choice", "instructions": ins, "criteria": dict(named)})
        for ins, levels, level in case.get("score", ()):
            yield row(n, case, level, {"type": "score", "instructions": ins, "criteria": levels})


def row(n, case, answer, question):
    return {"id": "case-%d" % n, "domain": "case", "state": case["state"], "gold": answer, "question": question}


def main(who):
    torch.set_num_threads(2)
    who = OfService(who) if who.startswith("http") else OfWeights(who)
    rows = list(questions())
    ps = answers(rows, who)
    for kind in ("choice", "score", "noul"):
        pick = [i for i, r in enumerate(rows) if r["question"]["type"] == kind]
        hits = [right(rows[i], int(ps[i].argmax())) for i in pick]
        exact = np.mean([int(ps[i].argmax()) == gold(rows[i]) for i in pick])
        honest = calibration([rows[i] for i in pick], [ps[i] for i in pick])
        print("%-7s n=%d right %.3f [%.3f, %.3f] exact %.3f ECE %.3f" % (kind, len(pick), np.mean(hits), *interval(hits), exact, honest))


if __name__ == "__main__":
    main(sys.argv[1])
