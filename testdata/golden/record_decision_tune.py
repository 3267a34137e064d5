#!/usr/bin/env python3
"""Records what DecisionTune's reference implementation makes of the requests in family_requests.py and of some more.

  python -m venv v && v/bin/pip install decision_tune==1.0.0 torch==2.15.0 transformers==5.24.0
  v/bin/python record_decision_tune.py > decision_tune.jsonl

The checkpoint is tiny/decision-tune. A line is a request (state, questions), and for each question in order the ids of its
row, the positions of its markers, and the logits in float32. The reference knows choices and yes/no; levels of a score are
options like any other, as in its recipes. A yes/no question shows yes first. A label without a description is given as the
reference's list form gives it: {label: label}.
"""
import json
import random

from decision_tune.engine import DecisionModel, option_text
from family_requests import HERE, WORDS, made, recorded

ODD = ["[MASK]", "[CLS] [SEP]", "[PAD]x[UNK]", "a|b", "tab\tand\nline", '"quoted" \\ back', "\x01", "👩‍👩‍👧", " lead", "trail "]
LONG_WORDS = 700
DECIMALS = 6


def options(question):
    kind, criteria = question["type"], question.get("criteria")
    if kind == "noul":
        return [criteria["true"], criteria["false"]] if criteria else ["yes", "no"]
    if kind == "score":
        return [option_text(level, level) for level in criteria]
    pairs = criteria.items() if isinstance(criteria, dict) else [(label, label) for label in criteria]
    return [option_text(label, label if text is None else text) for label, text in pairs]


def more():
    """Many options, long states, every kind of value in a state, and texts of special tokens wherever a text can be."""
    draw = random.Random(2)

    def text(words):
        return " ".join(draw.choice(WORDS + ODD) for _ in range(words))
    for count in (60, 120, 200):
        yield {"state": text(40), "questions": {"many": {
            "type": "choice", "instructions": text(9), "criteria": {f"{i}-{count}": draw.choice([None, text(9)]) for i in range(count)}}}}
    for state in ({"a": text(20), "b": [1, 2.5, None, True, {"c": text(4), "d": []}], "e": {}, "": "", "f\"g": {"h": "i, j: k"}},
                  {}, [], [[1, "x, y"], {"k": 1e16, "l": 1e-7, "m": -0.0}], {"only": 3}, {"t": True, "n": None}, [text(9)], text(3)):
        yield {"state": state, "questions": {
            "odd": {"type": "choice", "instructions": text(4), "criteria": [each for each in ODD if each.strip()]},
            "level": {"type": "score", "instructions": text(3), "criteria": [text(3) for _ in range(4)]},
            "holds": {"type": "noul", "instructions": text(5)},
            "sides": {"type": "noul", "instructions": text(5), "criteria": {"false": text(2), "true": text(3)}}}}
    for state in (text(LONG_WORDS), {"long": text(LONG_WORDS), "short": text(2)}):
        yield {"state": state, "questions": {
            "which": {"type": "choice", "instructions": text(30), "criteria": {"one": text(60), "two": None, "three": text(3)}},
            "holds": {"type": "noul", "instructions": text(5)}}}


def main():
    model = DecisionModel(str(HERE.parent / "tiny" / "decision-tune"), backend="torch", device="cpu")
    for request in [*recorded(), *made(), *more()]:
        rows = []
        for question in request["questions"].values():
            ids, markers = model.encode(request["state"], question["instructions"], options(question))
            logits = model.backend.logits(ids, markers)
            rows.append({"ids": ids, "markers": markers, "logits": [round(value, DECIMALS) for value in logits]})
        print(json.dumps({**request, "rows": rows}, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
