"""Mixes all sources into data/train.jsonl and, with labels and fields that no training row uses, data/valid.jsonl.

python mixture.py 440000
"""

import json
import os
import random
import sys
from collections import Counter
from itertools import cycle

import torch

from rows.base import WORK, Base
from rows.distil import Distil, pools
from rows.entailment import Entailment
from rows.facts import Facts
from rows.families import Families
from rows.intents import Intents
from rows.scales import Scales
from rows.sets import trained
from rows.statements import Statements
from rows.surface import stretch
from rows.teacher import Teacher
from rows.vader import Vader
from rows.wordnet import WordNet

# Families and scales that are used only for validation.
KEPT = {"law", "email_type", "clinic_intent", "sport", "gym", "insurance_claim"}
KEPT_SCALES = {"severity", "enthusiasm"}
JUDGED = 180000  # rows whose targets are judgements of the encoders
SEED = 7
VALID = 3000  # rows to select by and to fit temperatures on
LONG = 0.025  # share of the texts that become long states


def sources(rng, base, keep):
    """[(row function, parts of the mixture)] of the kept fields, or of all others with what is only trained on."""
    f = Families(rng, (lambda name: name in KEPT) if keep else (lambda name: name not in KEPT))
    s = Scales(rng, f, (lambda name: name in KEPT_SCALES) if keep else (lambda name: name not in KEPT_SCALES))
    inside = Intents(rng, f, base, (lambda *a: not trained(*a)) if keep else trained)
    entailment = Entailment(rng, f, keep)
    own = [(f.choice, 15), (f.noul, 14), (s.scale, 15), (s.scale_noul, 5), (inside.choice, 36), (inside.noul, 14), (inside.several, 10)]
    own += [(entailment.holds, 22), (entailment.judged, 8)]
    if keep:
        return own
    facts, statements, wordnet = Facts(rng, f), Statements(rng, f), WordNet(rng, f)
    vader = Vader(rng, f, wordnet)
    distil = distilled(rng, lambda: Distil(rng, Teacher(), *pools(rng, f, wordnet, inside)))
    return own + [
        (f.queue, 3),
        (f.cross, 4),
        (f.two_issues, 2),
        (s.scale_choice, 2),
        (facts.pair, 10),
        (facts.pair_choice, 3),
        (facts.who, 2),
        (facts.record, 6),
        (statements.row, 21),
        (entailment.which, 3),
        (wordnet.gloss, 4),
        (wordnet.domain, 1),
        (wordnet.hyper, 3),
        (wordnet.example, 2),
        (wordnet.antonym, 1),
        (vader.row, 4),
        (distil, 120),
    ]


def distilled(rng, make):
    """Rows of data/distil.jsonl, one after the other. The file is written once, because two encoders must read tens of
    thousands of texts for it."""
    path = os.path.join(WORK, "data", "distil.jsonl")
    if not os.path.exists(path):
        write(path, draw([(make().row, 1)], JUDGED, rng))
    with open(path, encoding="utf-8") as file:
        rows = cycle([json.loads(line) for line in file])
    return lambda: next(rows)


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def draw(parts, count, rng):
    functions, weights = zip(*parts, strict=True)
    rows, seen = [], set()
    while len(rows) < count:
        row = rng.choices(functions, weights)[0]()
        if row is None:
            continue
        key = json.dumps([row["state"], row["q"]], sort_keys=True)
        if key not in seen:
            seen.add(key)
            assert abs(sum(row["target"]) - 1) < 1e-3, row
            rows.append(row)
    return rows


def lengthened(row, rng):
    if isinstance(row["state"], str) and rng.random() < LONG:
        return {**row, "state": stretch(row["state"], rng)}
    return row


def main(count):
    torch.set_num_threads(2)
    base = Base()
    rng = random.Random(SEED)
    os.makedirs(os.path.join(WORK, "data"), exist_ok=True)
    for name, parts, n in [("train", sources(rng, base, False), count), ("valid", sources(rng, base, True), VALID)]:
        rows = [lengthened(row, rng) for row in draw(parts, n, rng)]
        write(os.path.join(WORK, "data", name + ".jsonl"), rows)
        print(
            name,
            len(rows),
            dict(Counter(r["q"]["t"] for r in rows)),
            Counter(r["src"].split(":")[0] for r in rows).most_common(),
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
