"""Turns final.txt into questions. The options of a choice are shuffled with a fixed seed.

python -m evaluate.final > build/starter/final.jsonl
"""

import json
import os
import random


def questions():
    rng = random.Random(23)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "final.txt"), encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    for i, line in enumerate(lines):
        kind, state, asked, *rest = [x.strip() for x in line.split(" | ")]
        q = {"type": kind, "instructions": asked}
        if kind == "noul":
            gold = int({"true": 1, "false": 0}[rest[0]])
        else:
            offered = [x.strip() for x in rest[0].split(";")]
            if kind == "score":
                q["criteria"], gold = offered, int(rest[1])
            else:
                named = [(a, d.strip() or None) for a, _, d in (o.partition(":") for o in offered)]
                gold = named[0][0]
                rng.shuffle(named)
                q["criteria"] = dict(named)
        yield {
            "id": "final-%03d" % i,
            "domain": kind,
            "state": json.loads(state) if state[0] in "{[" else state,
            "gold": gold,
            "question": q,
        }


if __name__ == "__main__":
    for question in questions():
        print(json.dumps(question))
