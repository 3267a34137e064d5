#!/usr/bin/env python3
"""Makes ../tiny/tacet: a checkpoint in the layout of Tacet Sonata with random weights, byte for byte the same again.

  python -m venv v && v/bin/pip install tacet==0.3.0 torch==2.15.0 transformers==5.24.0 safetensors==0.8.0
  v/bin/python make_tacet.py

Its tokenizer and the shape of its encoder are those of ../tiny/multilingual. The weights are wider than a new model's, so
that options are told apart.
"""
import json
import pathlib
import shutil

import torch
from safetensors.torch import save_file
from tacet.network import TacetNetwork
from transformers import AutoConfig, AutoModel

TINY = pathlib.Path(__file__).resolve().parent.parent / "tiny"
CONFIG = {"tacet_format": 1, "name": "tacet-tiny", "backbone": "random", "head_layers": 2, "trained_max_length": 4096}
SPREAD = 0.12
EMBEDDING_SPREAD = 0.5
LAST_SPREAD = 0.4


def spread(name):
    if name == "scorer.3.weight":
        return LAST_SPREAD
    return EMBEDDING_SPREAD if "embedding" in name else SPREAD


def main():
    root = TINY / "tacet"
    root.mkdir(exist_ok=True)
    for folder in ("encoder", "tokenizer"):
        shutil.copytree(TINY / "multilingual" / folder, root / folder, dirs_exist_ok=True)
    (root / "config.json").write_text(json.dumps(CONFIG, indent=2) + "\n")
    network = TacetNetwork(AutoModel.from_config(AutoConfig.from_pretrained(root / "encoder")), CONFIG["head_layers"])
    torch.manual_seed(71)
    weights = {}
    for name, value in sorted(network.state_dict().items()):
        drawn = torch.randn(value.shape) * spread(name)
        gain = value.dim() == 1 and name.endswith(".weight")  # Of a norm.
        weights[name] = (1 + drawn if gain else drawn).to(torch.bfloat16)
    save_file(weights, root / "model.safetensors")


if __name__ == "__main__":
    main()
