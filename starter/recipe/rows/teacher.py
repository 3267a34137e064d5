"""The judges of rows without a label: two sentence encoders, weighted to fit the training intents best."""

import os

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from rows.base import WORK, Base, by_length

SECOND = os.path.join(WORK, "base/bge-small-en-v1.5/bge-small-en-v1.5")
# Factors of the two cosines in the logits, with the smallest cross entropy over 1,600 sentences of trained intents and
# 8 names each.
WEIGHTS = 7.0, 25.4


class Second:
    """Unit vectors of texts by bge-small-en-v1.5, [texts, 384]: its first token's output."""

    def __init__(self):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count() or 1
        self.session = onnxruntime.InferenceSession(SECOND + ".onnx", options)
        self.tokenizer = Tokenizer.from_file(SECOND + "-tokenizer.json")
        self.tokenizer.enable_truncation(256)
        self.tokenizer.enable_padding()

    def embed(self, texts, batch=64):
        out = np.zeros((len(texts), 384), np.float32)
        for part in by_length(texts, batch):
            read = self.tokenizer.encode_batch([texts[i] for i in part])
            ids, mask = (np.array([getattr(e, name) for e in read], np.int64) for name in ("ids", "attention_mask"))
            first = self.session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0][:, 0]
            out[part] = first / np.linalg.norm(first, axis=1, keepdims=True)
        return out


class Teacher:
    """Vectors, [texts, 768], whose dot products are logits: how well a label fits a text."""

    def __init__(self):
        self.parts = list(zip(WEIGHTS, (Base(), Second()), strict=True))

    def embed(self, texts):
        return np.concatenate([np.sqrt(weight) * encoder.embed(texts) for weight, encoder in self.parts], axis=1)
