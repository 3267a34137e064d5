"""Measures how much answers depend on things that should not matter.

python -m evaluate.steadiness build/starter/checkpoint eval.jsonl
python -m evaluate.steadiness http://127.0.0.1:8000 eval.jsonl
"""

import random
import sys

import numpy as np
import torch

from evaluate.questions import OfService, OfWeights, answers, options, read, right

# German words that an English writer may use; each replaces the first English word of its pair in the state.
GERMAN = {
    "invoice": "Rechnung",
    "money": "Geld",
    "customer": "Kunde",
    "password": "Passwort",
    "order": "Bestellung",
    "train": "Zug",
    "and": "und",
    "bill": "Rechnung",
    "today": "heute",
    "please": "bitte",
    "hotel": "Hotel",
    "not": "nicht",
    "the": "die",
    "is": "ist",
    "with": "mit",
    "my": "meine",
}


def german(text):
    words = text.split()
    for english, word in GERMAN.items():
        for i, w in enumerate(words):
            if w.lower().strip(".,!?") == english:
                return " ".join(words[:i] + [word] + words[i + 1 :])
    return text + " Danke"


def permuted(q, rng):
    order = list(q["criteria"].items())
    while [k for k, _ in order] == list(q["criteria"]):
        rng.shuffle(order)
    return {**q, "criteria": dict(order)}


def labels_upper(q):
    return {**q, "criteria": {k.upper(): v for k, v in q["criteria"].items()}}


def main(who, path):
    torch.set_num_threads(2)
    who = OfService(who) if who.startswith("http") else OfWeights(who)
    rows, rng = read(path), random.Random(5)
    before = answers(rows, who)
    chosen = [options(r["question"])[int(p.argmax())] for r, p in zip(rows, before, strict=True)]
    choices = [i for i, r in enumerate(rows) if r["question"]["type"] == "choice" and len(r["question"]["criteria"]) > 1]
    changed = total = 0
    for _ in range(4):
        after = [{**rows[i], "question": permuted(rows[i]["question"], rng)} for i in choices]
        for i, r, p in zip(choices, after, answers(after, who), strict=True):
            changed += options(r["question"])[int(p.argmax())] != chosen[i]
            total += 1
    print("options permuted:        %d of %d top answers change, %.1f %%" % (changed, total, 100 * changed / total))
    plain = [i for i, r in enumerate(rows) if isinstance(r["state"], str)]
    variants = {
        "state in capitals": str.upper,
        "state in small letters": str.lower,
        "trailing thanks": lambda s: s + " Thanks!",
        "a German word": german,
    }
    for name, change in variants.items():
        after = [{**rows[i], "state": change(rows[i]["state"])} for i in plain]
        ps = answers(after, who)
        moved = [int(p.argmax()) != int(before[i].argmax()) for i, p in zip(plain, ps, strict=True)]
        print(
            "%-24s %d of %d top answers change, %.1f %%; mean change of the top probability %.3f; right %.3f, before %.3f"
            % (
                name + ":",
                sum(moved),
                len(moved),
                100 * np.mean(moved),
                np.mean([abs(p[before[i].argmax()] - before[i].max()) for i, p in zip(plain, ps, strict=True)]),
                np.mean([right(rows[i], int(p.argmax())) for i, p in zip(plain, ps, strict=True)]),
                np.mean([right(rows[i], int(before[i].argmax())) for i in plain]),
            )
        )
    after = [{**rows[i], "question": labels_upper(rows[i]["question"])} for i in choices]
    moved = [int(p.argmax()) != int(before[i].argmax()) for i, p in zip(choices, answers(after, who), strict=True)]
    print("%-24s %d of %d top answers change" % ("labels in capitals:", sum(moved), len(moved)))


if __name__ == "__main__":
    main(*sys.argv[1:])
