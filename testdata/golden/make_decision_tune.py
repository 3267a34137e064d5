#!/usr/bin/env python3
"""Makes ../tiny/decision-tune: a checkpoint in the layout of DecisionTune 1.0 with random weights, byte for byte the same again.

  python -m venv v && v/bin/pip install torch==2.15.0 transformers==5.24.0 safetensors==0.8.0
  v/bin/python make_decision_tune.py

Its tokenizer is that of ../tiny/english. The weights are wider than a new model's, so that options are told apart.
"""
import json
import pathlib
import shutil

import torch
from safetensors.torch import save_file
from transformers import ModernBertConfig, ModernBertModel

TINY = pathlib.Path(__file__).resolve().parent.parent / "tiny"
SIZES = {"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 4, "intermediate_size": 96, "local_attention": 16}
ENCODER_SPREAD = 0.12
HEAD_SPREAD = 0.4


def main():
    english = json.loads((TINY / "english/encoder/config.json").read_text())
    config = english | SIZES
    root = TINY / "decision-tune"
    root.mkdir(exist_ok=True)
    (root / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    shutil.copy(TINY / "english/tokenizer/tokenizer.json", root)
    torch.manual_seed(70)
    encoder = ModernBertModel(ModernBertConfig(**config))
    weights = {}
    for name, value in sorted(encoder.state_dict().items()):
        spread = torch.randn(value.shape) * ENCODER_SPREAD
        weights[name] = 1 + spread if value.dim() == 1 else spread
    save_file(weights, root / "model.safetensors")
    save_file({"head.weight": torch.randn(1, config["hidden_size"]) * HEAD_SPREAD, "head.bias": torch.randn(1)}, root / "head.safetensors")


if __name__ == "__main__":
    main()
