"""Turns the ONNX file of bge-small-en-v1.5 into a base encoder in the ordinary layout, without the word pieces that no
English text needs: the unused ones and those in other scripts.

python encoder.py
"""

import json
import os
import re

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel, BertTokenizerFast

from rows.base import WORK
from rows.teacher import SECOND

SMALL = os.path.join(WORK, "base/small")
LAYERS = 12
# Weights of a layer in the order in which its matrix products stand in the file.
PRODUCTS = ("attention.self.query attention.self.key attention.self.value attention.output.dense intermediate.dense output.dense").split()
SIGNS = "£€¥¢§©®™°±²³¼½¾×÷·•–—‘’“”„…«»¿¡→←↑↓−≤≥≠✓★"


def kept(vocabulary):
    """The word pieces that stay, in their order. The special ones keep their numbers, at most 103."""
    english = re.compile(r"[\x20-\x7e%s]+" % re.escape(SIGNS))
    pieces = sorted(vocabulary, key=vocabulary.get)
    return [p for p in pieces if vocabulary[p] < 104 or (english.fullmatch(p) and not p.startswith("[unused"))]


def state_of(path):
    """Parameters of a BertModel by name. The linear layers' weights have no name in the file, only an order."""
    tensors = {t.name: numpy_helper.to_array(t) for t in onnx.load(path).graph.initializer}
    products = sorted((n for n in tensors if n.startswith("onnx::MatMul_")), key=lambda n: int(n.split("_")[1]))
    state = {n: t for n, t in tensors.items() if n not in products}
    for i, name in enumerate(products):
        layer, part = divmod(i, len(PRODUCTS))
        state["encoder.layer.%d.%s.weight" % (layer, PRODUCTS[part])] = tensors[name].T
    return {n: torch.tensor(np.ascontiguousarray(t)) for n, t in state.items()}


def main():
    with open(SECOND + "-tokenizer.json", encoding="utf-8") as file:
        description = json.load(file)
    vocabulary = description["model"]["vocab"]
    pieces = kept(vocabulary)
    state = state_of(SECOND + ".onnx")
    state["embeddings.word_embeddings.weight"] = state["embeddings.word_embeddings.weight"][[vocabulary[p] for p in pieces]]
    # Upstream's model has a pooler, which nothing reads.
    state["pooler.dense.weight"], state["pooler.dense.bias"] = torch.zeros(384, 384), torch.zeros(384)
    config = BertConfig(
        vocab_size=len(pieces), hidden_size=384, num_hidden_layers=LAYERS, num_attention_heads=12, intermediate_size=1536, pad_token_id=0
    )
    model = BertModel(config)
    model.load_state_dict(state)
    description["model"]["vocab"] = {p: i for i, p in enumerate(pieces)}
    description["truncation"] = description["padding"] = None
    os.makedirs(SMALL, exist_ok=True)
    model.save_pretrained(SMALL)
    tokenizer = BertTokenizerFast(tokenizer_object=Tokenizer.from_str(json.dumps(description)), model_max_length=512)
    tokenizer.save_pretrained(SMALL)
    print("%d of %d word pieces, %d parameters" % (len(pieces), len(vocabulary), sum(p.numel() for p in model.parameters())))


if __name__ == "__main__":
    main()
