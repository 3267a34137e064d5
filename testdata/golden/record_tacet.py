#!/usr/bin/env python3
"""Records what Tacet's reference implementation makes of the requests in family_requests.py and of some more.

  python -m venv v && v/bin/pip install tacet==0.3.0 torch==2.15.0 transformers==5.24.0
  v/bin/python record_tacet.py > tacet.jsonl

The checkpoint is tiny/tacet, which make_tacet.py makes. A line is a request (state, questions, max_len) with the one row that
asks all its questions: ids, types (of each token: choice 0, score 1, noul 2, else 3), and truncated, whether the state
was cut. `rows` has, for each question in order, the positions of its markers in that row and the logits in float32. Where
its questions take too much of the row, a line has `refused` in place of these.
"""
import json
import random

import tacet
import torch
from family_requests import HERE, WORDS, made, recorded
from tacet.packing import collate

ODD = ["<mask>", "<bos> <eos>", "<pad>x<unk>", "[MASK]", "tab\tand\nline", '"quoted" \\ back', "\x01", "👩‍👩‍👧", " lead", "trail "]
LENGTHS = [4096, 1024, 512]
LONG_WORDS = 6000
DECIMALS = 6


def more():
    """Many options, many questions, long states, every kind of value, and texts of special tokens wherever a text can be."""
    draw = random.Random(3)

    def text(words):
        return " ".join(draw.choice(WORDS + ODD) for _ in range(words))

    def question(index):
        kind = ("choice", "score", "noul")[index % 3]
        asked = {"type": kind, "instructions": text(draw.randint(1, 12)) + str(index)}
        if kind == "choice":
            asked["criteria"] = {f"{i}-{index}": draw.choice([None, "", text(5), text(90)]) for i in range(draw.randint(2, 9))}
        elif kind == "score":
            asked["criteria"] = [text(draw.randint(1, 5)) for _ in range(draw.randint(2, 6))]
        return asked
    for count in (33, 64):
        yield {"state": text(40), "questions": {
            "many": {"type": "choice", "instructions": text(9),
                     "criteria": {f"{i}-{count}": draw.choice([None, text(9)]) for i in range(count)}},
            "holds": {"type": "noul", "instructions": text(4)}}}
    for count in (1, 2, 7, 16, 32):
        yield {"state": text(60), "questions": {f"q{index}": question(index) for index in range(count)}}
    for state in ({"a": text(20), "b": [1, 2.5, None, True, {"c": text(4), "d": []}], "e": {}, "": "", "f\"g": {"h": "i, j: k"}},
                  {}, [], [[1, "x, y"], {"k": 1e16, "l": 1e-7, "m": -0.0}], {"only": 3}, [text(9)], text(3)):
        yield {"state": state, "questions": {
            "odd": {"type": "choice", "instructions": text(4), "criteria": {each: None for each in ODD if each.strip()}},
            "shaped": {"type": "choice", "instructions": {"ask": text(3), "of": [1, text(2)]},
                       "criteria": {"a": {"deep": [1, text(2)]}, "b": 0, "c": False, "d": [text(2)]}},
            "level": {"type": "score", "instructions": text(3), "criteria": [text(3) for _ in range(4)]},
            "holds": {"type": "noul", "instructions": text(5)},
            "sides": {"type": "noul", "instructions": text(5), "criteria": {"false": text(2), "true": text(3)}},
            "side": {"type": "noul", "instructions": text(5), "criteria": {"true": text(60)}}}}
    for state in (text(LONG_WORDS), {"long": text(LONG_WORDS), "short": text(2)}, [text(LONG_WORDS // 3) for _ in range(3)]):
        yield {"state": state, "questions": {"which": question(0), "level": question(1), "holds": question(2)}}


def main():
    model = tacet.load(str(HERE.parent / "tiny" / "tacet"), device="cpu")
    for index, request in enumerate([*recorded(), *made(), *more()]):
        model.max_length = LENGTHS[index % len(LENGTHS)]
        line = {**request, "max_len": model.max_length}
        try:
            packed = model.prepare(request["state"], request["questions"])
        except tacet.RequestError as error:
            if error.code != "questions_too_long":
                continue  # Its own programs take fewer options, or shorter texts.
            print(json.dumps({**line, "refused": True}, ensure_ascii=False, separators=(",", ":")))
            continue
        with torch.no_grad():
            logits = model.network(**collate([packed], model.tokenizer.pad_token_id))[0].tolist()
        rows = [{"markers": markers, "logits": [round(value, DECIMALS) for value in values[:len(markers)]]}
                for markers, values in zip(packed.markers, logits, strict=True)]
        row = {"ids": packed.token_ids, "types": packed.segment_ids, "truncated": packed.state_truncated}
        print(json.dumps({**line, **row, "rows": rows}, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
