"""Mixes the sources into data/<name>.jsonl: `train` for the first round; `judged`, `cases` and `rest` for the second, whose
rows have worn forms; `third` is a part of these; `valid` has labels, fields and cases that no training row uses.

python mixture.py train 440000
python mixture.py judged 400000
python mixture.py cases 350000
python mixture.py rest 450000
python mixture.py third 75000
python mixture.py valid 4000
"""

import json
import os
import random
import sys
from collections import Counter
from itertools import cycle

import torch

from rows.base import SAMPLE, WORK, Base
from rows.cases import Cases
from rows.distil import Distil, broader, pools
from rows.entailment import Entailment
from rows.facts import Facts
from rows.families import Families
from rows.intents import Intents
from rows.limits import Limits
from rows.scales import Scales
from rows.sets import trained
from rows.statements import Statements
from rows.surface import stretch
from rows.teacher import Teacher
from rows.texts import load_families, load_scales
from rows.vader import Vader
from rows.wordnet import WordNet
from rows.worn import Worn, phrases

# Families and scales that are used only for validation.
KEPT = {"law", "email_type", "clinic_intent", "sport", "gym", "insurance_claim"}
KEPT_SCALES = {"severity", "enthusiasm"}
SEEDS = {"judged": 10, "cases": 11, "rest": 12}  # any other name: 7
JUDGED = 180000  # rows of the first round whose targets are judgements of the encoders
MANY = 3, 4, 5, 5, 6, 8, 10, 10, 12, 14, 16, 20  # options of the judged rows of the second round
CASES = {"noul": 190, "choice": 65, "score": 55}  # parts of the cases
KEPT_CASES = {"noul": 900, "choice": 700, "score": 900}  # rows of kept cases at most, to fit temperatures on
FEWEST = 60  # of each type also in a sample, for export.py fits no temperature on fewer
THIRD = {"judged": 26, "cases": 29, "rest": 20}  # parts of the third round
WORN = 0.42  # share of the rows of the second round that get a worn form
LONG = 0.025  # share of the texts that become long states


def sources(rng, base, name):
    """[(row function, parts of the mixture)] of the rows with this name."""
    if name == "cases":
        cases = Cases(rng, Families(rng, trains))
        return [(getattr(cases, kind), parts) for kind, parts in CASES.items()]
    keep = name == "valid"
    f = Families(rng, (lambda x: not trains(x)) if keep else trains)
    s = Scales(rng, f, lambda x: (x in KEPT_SCALES) == keep)
    inside = Intents(rng, f, base, (lambda *a: not trained(*a)) if keep else trained)
    entailment = Entailment(rng, f, keep)
    own = [(f.choice, 15), (f.noul, 14), (s.scale, 15), (s.scale_noul, 5), (inside.choice, 36), (inside.noul, 14), (inside.several, 10)]
    own += [(entailment.holds, 22), (entailment.judged, 8)]
    if keep:
        return own
    facts, statements, wordnet = Facts(rng, f), Statements(rng, f), WordNet(rng, f)
    vader = Vader(rng, f, wordnet)
    if name == "judged":
        return [(Distil(rng, Teacher(), *broader(rng, wordnet, entailment, pools(rng, f, wordnet, inside)), MANY).row, 1)]
    if name == "rest":
        own += [(s.scale, 15), (s.scale_noul, 3), (Limits(rng, f).row, 26)]
    else:
        own += [(distilled(rng, lambda: Distil(rng, Teacher(), *pools(rng, f, wordnet, inside))), 120)]
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
    ]


def trains(family):
    return family not in KEPT


def distilled(rng, make):
    """Rows of data/distil.jsonl, one after the other. The file is written once, because two encoders must read tens of
    thousands of texts for it."""
    path = os.path.join(WORK, "data", "distil.jsonl")
    if not os.path.exists(path):
        write(path, draw([(make().row, 1)], int(SAMPLE * JUDGED), rng))
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


def twins(rows, rng):
    """Gives some rows their worn form, with the words that training may use."""
    families = [f for f in load_families() if trains(f.name)]
    families += [f for name in ("clinc.txt", "home_domain.txt", "nlupp.txt") for f in load_families(name) if trained(name, f.name)]
    worn = Worn(rng, phrases(), families, [s for s in load_scales() if s.name not in KEPT_SCALES])
    return [{**row, "worn": worn.wear(row)} if rng.random() < WORN else row for row in rows]


def kept_cases(rng):
    cases = Cases(rng, Families(rng), keep=True)
    for kind, most in KEPT_CASES.items():
        count = max(FEWEST, int(SAMPLE * min(most, cases.questions(kind))))
        yield from draw([(getattr(cases, kind), 1)], count, rng)


def sampled(count, seed=5):
    """Rows of the second round, in random order."""
    rng, rows = random.Random(seed), []
    for name, part in THIRD.items():
        with open(os.path.join(WORK, "data", name + ".jsonl"), encoding="utf-8") as file:
            rows += [json.loads(line) for line in rng.sample(file.readlines(), count * part // sum(THIRD.values()))]
    rng.shuffle(rows)
    return rows


def main(name, count):
    torch.set_num_threads(2)
    if name == "third":
        return write(os.path.join(WORK, "data", name + ".jsonl"), sampled(count))
    rng = random.Random(SEEDS.get(name, 7))
    os.makedirs(os.path.join(WORK, "data"), exist_ok=True)
    rows = draw(sources(rng, Base(), name), count, rng)
    if name == "valid":
        rows += kept_cases(rng)
        rng.shuffle(rows)
    rows = [lengthened(row, rng) for row in rows]
    if name in SEEDS:
        rows = twins(rows, rng)
    write(os.path.join(WORK, "data", name + ".jsonl"), rows)
    types, origins = (Counter(x) for x in ((r["q"]["t"] for r in rows), (r["src"].split(":")[0] for r in rows)))
    print(name, len(rows), dict(types), origins.most_common(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
