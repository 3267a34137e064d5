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
import shutil
import tempfile

import mlx.core as mx
from family_requests import made, recorded
from julia_mlx import load_model
from julia_mlx.encoding import collate_encoded, sequence

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = {"format_version": 1, "head_layers": 2, "n_act": 2, "dropout": 0.1}
LENGTHS = [(8192, 256), (512, 192), (128, 64)]


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
