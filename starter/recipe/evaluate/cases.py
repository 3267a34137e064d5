"""Scores the questions of the cases, whose wrong answers are near misses: by type, and how honest the probabilities are.
A case is a state with statements that are true and false of it, choices (the right option first) and scores (levels from
the lowest, position of the right one). No training row has them.

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
    """Every question; the options of a choice are shuffled."""
    rng = random.Random(seed)
    for n, case in enumerate(load_cases(kept=True)):
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
