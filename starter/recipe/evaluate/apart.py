"""Names the training cases whose state or question is too near to one of the sets that judge; there should be none.

python -m evaluate.apart eval_dev.jsonl
"""

import json
import re
import sys

from evaluate.final import questions
from evaluate.questions import read
from evaluate.scales import scales
from rows.texts import load_cases

NEAR = 0.45  # share of three-word sequences that two states may have in common


def words(text):
    return re.findall(r"[a-z0-9']+", (text if isinstance(text, str) else json.dumps(text)).lower())


def triples(text):
    w = words(text)
    return set(zip(w, w[1:], w[2:], strict=False)) if len(w) > 3 else {tuple(w)}


def main(paths):
    judged = [r for path in paths for r in read(path)] + list(questions())
    own = scales()
    states = {json.dumps(r["state"]): triples(r["state"]) for r in judged + own}
    levels = {tuple(x.lower() for x in r["question"]["criteria"]) for r in own}
    asks = {r["question"]["instructions"].lower() for r in own}
    near = 0
    for case in load_cases():
        mine = triples(case["state"])
        close = [s for s, t in states.items() if len(mine & t) >= NEAR * min(len(mine), len(t))]
        same = [ins for ins, names, _ in case.get("score", ()) if ins.lower() in asks or tuple(x.lower() for x in names) in levels]
        if close or same:
            near += 1
            print(json.dumps(case["state"])[:150], "--", close[:1] or same[:1])
    print("%d of %d cases" % (near, len(load_cases())))


if __name__ == "__main__":
    main(sys.argv[1:])
