"""A third judge for the judged rows: a checkpoint of the round before, which reads a text together with its labels.

    python -m rows.agreed build/starter/second-1       # data/judged.jsonl -> data/agreed.jsonl

The two encoders compare vectors of text and label that know nothing of each other; the checkpoint was trained on gold labels too. Their
product is right more often than either (README.md)."""

import json
import os
import sys

import numpy as np
import torch

from evaluate.questions import OfWeights
from rows.base import WORK

LEAST = 1e-5  # the targets are rounded to this


def agreed(row, p):
    together = np.maximum(row["target"], LEAST) * np.maximum(p, LEAST)
    return {**row, "target": [round(float(x), 5) for x in together / together.sum()]}


def main(checkpoint, some=4800):
    torch.set_num_threads(2)
    third = OfWeights(checkpoint)
    source, made = (os.path.join(WORK, "data", name) for name in ("judged.jsonl", "agreed.jsonl"))
    with open(source, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    with open(made + ".new", "w", encoding="utf-8") as file:
        for a in range(0, len(rows), some):
            part = rows[a : a + some]
            asked = [{"state": r["state"], "question": _asked(r["q"])} for r in part]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                judged = third.many(asked)
            for row, p in zip(part, judged):
                file.write(json.dumps(agreed(row, p), ensure_ascii=False) + "\n")
    os.replace(made + ".new", made)


def _asked(q):
    return {"type": q["t"], "instructions": q["ins"], "criteria": q["crit"]}


if __name__ == "__main__":
    main(sys.argv[1])
