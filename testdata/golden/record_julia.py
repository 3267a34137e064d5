#!/usr/bin/env python3
"""Records what Julia-1's reference implementation makes of the requests in respond_dev.jsonl and of some odd ones.

  python -m venv v && v/bin/pip install 'mlx[cpu]==0.32.*' julia-mlx==0.2.0
  v/bin/python record_julia.py > julia.jsonl

The checkpoint is tiny/multilingual with a configuration of Julia's beside its weights, in a folder of its own. A line is a
request (state, questions, max_len, head_max_len), and for each question in order the ids of its row, the positions of its
markers, and the logits, which julia-mlx computes in float32. Its predictions have no act probability.
"""
import json
import pathlib
import random
import shutil
import tempfile

import mlx.core as mx
from julia_mlx import load_model
from julia_mlx.encoding import collate_encoded, sequence

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = {"format_version": 1, "head_layers": 2, "n_act": 2, "dropout": 0.1}
LENGTHS = [(8192, 256), (512, 192), (128, 64)]
LONGEST_STATE = 6000  # characters, so that the file stays small
WORDS = "Rechnung refund parcel naïve 東京 заказ invoice ⚠️ urgent e-mail 3.50 crème login <mask> zurück".split()


def rows(request):
    """The rows that julia_mlx.predict makes of typed questions, with labels where criteria have no description."""
    for question in request["questions"].values():
        kind, criteria = question["type"], question.get("criteria")
        if kind == "choice":
            options = [text or name for name, text in criteria.items()] if isinstance(criteria, dict) else list(criteria)
        elif kind == "score":
            options = criteria
        else:
            options = [criteria["false"], criteria["true"]] if criteria else ["false", "true"]
        yield {"state": request["state"], "question": question["instructions"], "type": kind, "options": options}


def usual(request):
    """Whether every question is one that Julia's reference takes."""
    if not isinstance(request.get("state"), (str, dict, list)):
        return False
    if not isinstance(request.get("questions"), dict) or not request["questions"]:
        return False
    for question in request["questions"].values():
        criteria = question.get("criteria")
        if set(question) - {"type", "instructions", "criteria"} or not isinstance(question.get("instructions"), str):
            return False
        texts = list(criteria.values()) if isinstance(criteria, dict) else criteria or []
        if question["type"] == "noul":
            if criteria is not None and (not isinstance(criteria, dict) or sorted(criteria) != ["false", "true"]):
                return False
        elif not isinstance(criteria, (dict, list)) or not 2 <= len(texts) <= 20:
            return False
        if question["type"] == "score" and not isinstance(criteria, list):
            return False
        if not all(isinstance(text, str) and text for text in texts if text is not None):
            return False
        if question["type"] != "choice" and None in texts:
            return False
    return True


def recorded():
    seen = set()
    for line in (HERE / "respond_dev.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case["path"] != "/v1/systemone" or case["expect"]["status"] != 200 or not isinstance(case["body"], str):
            continue
        body = json.loads(case["body"].removeprefix("\ufeff"))
        request = {"state": body.get("state"), "questions": body.get("questions")}
        key = json.dumps(request, sort_keys=True)
        if key not in seen and usual(request) and len(json.dumps(request["state"])) <= LONGEST_STATE:
            seen.add(key)
            yield request


def made():
    """Options up to the most that the reference takes, options that are cut, lists, and text of many scripts."""
    draw = random.Random(1)
    for index in range(60):
        def text(words):
            return " ".join(draw.choice(WORDS) for _ in range(words))
        count = draw.randint(2, 20)
        state = [text(draw.randint(1, 400)), {"from": text(2), "lines": [text(5) for _ in range(draw.randint(1, 30))]},
                 [text(20) for _ in range(draw.randint(1, 20))]][index % 3]
        yield {"state": state, "questions": {
            "choice": {"type": "choice", "instructions": text(draw.randint(1, 60)),
                       "criteria": {f"{index}-{i}": draw.choice([None, text(draw.randint(1, 70))]) for i in range(count)}},
            "score": {"type": "score", "instructions": text(3), "criteria": [text(draw.randint(1, 6)) for _ in range(draw.randint(2, 9))]},
            "noul": {"type": "noul", "instructions": text(8)},
            "sides": {"type": "noul", "instructions": text(4), "criteria": {"false": text(3), "true": text(3)}}}}


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "julia"
        shutil.copytree(HERE.parent / "tiny" / "multilingual", root)
        (root / "rl_agent_config.json").unlink()
        (root / "julia_config.json").write_text(json.dumps(CONFIG))
        weights = root / "model.safetensors"  # Of bfloat16, which the reference does not read; float32 holds the same values.
        mx.save_safetensors(str(weights), {name: value.astype(mx.float32) for name, value in mx.load(str(weights)).items()})
        engine = load_model(root, embedding="resident")
        for index, request in enumerate([*recorded(), *made()]):
            longest, head = LENGTHS[index % len(LENGTHS)]
            encoded = []
            try:
                for row in rows(request):
                    encoded.append(sequence(engine.tokenizer, row, longest, head, strict=False))
            except ValueError:
                continue  # No room for the state, which is no fault here.
            answers = []
            for item in encoded:
                logits = engine.model(**collate_encoded(engine.tokenizer, [item]))[0].tolist()
                answers.append({"ids": item["ids"], "markers": item["markers"], "logits": [round(value, 6) for value in logits]})
            line = {**request, "max_len": longest, "head_max_len": head, "rows": answers}
            print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
