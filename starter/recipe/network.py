"""The decision model over the base encoder, rows as tensors, losses. Model and packing are upstream's own (laya 0.4.15)."""

import json
import os
import pickle

import numpy as np
import torch
from laya.common import QTYPES, DecisionModel, build_sequence, collate_items
from transformers import AutoModel, AutoTokenizer

from rows.base import BASE, WORK

MAX_LEN, HEAD_MAX, HEAD_LAYERS = 384, 192, 2


def tokenizer():
    return AutoTokenizer.from_pretrained(BASE)


def fresh():
    """all-MiniLM-L6-v2 with a new head; dropout off, word embeddings frozen so that unseen words keep their meaning."""
    encoder = AutoModel.from_pretrained(BASE, attn_implementation="sdpa", hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    model = DecisionModel(encoder, head_layers=HEAD_LAYERS, n_act=2, dropout=0.0)
    encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    return model


def encode(tok, state, q, target=None):
    ids, markers = build_sequence(tok, state, q, MAX_LEN, HEAD_MAX, truncate_left=isinstance(state, list))
    item = {"ids": np.array(ids, np.int32), "markers": markers, "qtype": QTYPES[q["t"]]}
    if target is not None:
        item["target"] = target
    return item


def load(tok, name, limit=None):
    """Rows of data/<name>.jsonl as items, with where each came from; packed once, then read back."""
    source, packed = (os.path.join(WORK, "data", name + end) for end in (".jsonl", ".pkl"))
    if not os.path.exists(packed) or os.path.getmtime(packed) < os.path.getmtime(source):
        items, origins = [], []
        with open(source, encoding="utf-8") as file:
            for line in file:
                r = json.loads(line)
                items.append(encode(tok, r["state"], r["q"], r["target"]))
                origins.append(r["src"].split(":")[0])
        with open(packed + ".%d" % os.getpid(), "wb") as file:
            pickle.dump((items, origins), file)
        os.replace(packed + ".%d" % os.getpid(), packed)
    with open(packed, "rb") as file:
        items, origins = pickle.load(file)
    return items[:limit], origins[:limit]


def batches(items, tokens, most, rng, chunk=1500):
    """Endless batches of similar lengths: at most `most` rows and about `tokens` positions each."""
    while True:
        order = list(range(len(items)))
        rng.shuffle(order)
        for a in range(0, len(order), chunk):
            part = sorted(order[a : a + chunk], key=lambda i: len(items[i]["ids"]))
            groups, group = [], []
            for i in part:
                if group and (len(group) == most or (len(group) + 1) * len(items[i]["ids"]) > tokens):
                    groups.append(group)
                    group = []
                group.append(i)
            groups.append(group)
            rng.shuffle(groups)
            for g in groups:
                yield [items[i] for i in g]


def forward(model, group):
    b = collate_items([group], 0)
    logits, act = model(b["input_ids"], b["attention_mask"], b["marker_pos"], b["marker_mask"], b["qtype"])
    return b, logits, act


def loss_of(logits, act, b, ranked=0.5, acting=0.03):
    """Cross entropy, for scales also the ranked probability score; the act head learns whether the top answer is right."""
    logp = torch.log_softmax(logits, -1)
    target, mask = b["target"], b["marker_mask"]
    entropy = -(target * logp.masked_fill(~mask, 0)).sum(-1)
    p = logp.exp() * mask
    k = mask.sum(-1).clamp(min=2).float()
    rps = (((p.cumsum(-1) - target.cumsum(-1)) ** 2) * mask).sum(-1) / (k - 1)
    right = logits.argmax(-1) == target.argmax(-1)
    act_loss = torch.nn.functional.cross_entropy(act.float(), (~right).long())
    return (entropy + ranked * (b["qtype"] == QTYPES["score"]).float() * rps).mean() + acting * act_loss, right.float().mean()


class Binder(torch.nn.Module):
    """Auxiliary loss: the encoder's output at each [MASK] must give the option that follows it, that at [CLS] the state.

    A sentence encoder leaves all markers of a sequence nearly alike, and plain training stays at chance for a thousand steps.
    Asking each (through a linear map that is thrown away) for the frozen base's embedding of its text ends that within 100, and
    keeps what the base knows of texts that no row has. One part of the loss asks for the direction of the embedding, the other to
    tell it from the other texts of the batch."""

    LONGEST = 96  # tokens of a state that the base reads
    KEPT = 250_000  # embeddings remembered: labels come back
    DIRECTION = 4.0  # weight of the direction against the cross entropy

    def __init__(self, encoder):
        super().__init__()
        self.base = AutoModel.from_pretrained(BASE, attn_implementation="sdpa").eval().requires_grad_(False)
        self.map = torch.nn.Linear(384, 384)
        self.hidden, self.place = None, {}
        # One block: hundreds of thousands of small tensors would leave no room between them that the next step fits into.
        self.known = torch.zeros(self.KEPT, 384, dtype=torch.bfloat16)
        encoder.register_forward_hook(lambda module, inputs, out: setattr(self, "hidden", out.last_hidden_state))

    def forward(self, group):
        options, states, rows, columns = [], [], [], []
        for r, item in enumerate(group):
            ids, markers = item["ids"].tolist(), item["markers"]
            close = ids.index(102, markers[-1])
            for a, b in zip(markers, markers[1:] + [close]):
                options.append((101, *ids[a + 1 : b], 102))
                rows.append(r)
                columns.append(a)
            states.append((101, *ids[close + 1 : -1][: self.LONGEST], 102))
        unique = list(dict.fromkeys(options + states))
        where = {s: i for i, s in enumerate(unique)}
        e = self.embeddings(unique)
        hidden = torch.cat([self.hidden[rows, columns], self.hidden[:, 0]])
        z = torch.nn.functional.normalize(self.map(hidden).float(), dim=-1) @ e.T
        own = torch.tensor([where[s] for s in options + states])
        return self.DIRECTION * (1 - z.gather(1, own[:, None]).mean()) + torch.nn.functional.cross_entropy(z / 0.05, own)

    def embeddings(self, spans):
        """Unit vectors of token sequences, [spans, 384], from memory or from the base."""
        new = sorted((s for s in spans if s not in self.place), key=len)
        if len(self.place) + len(new) > self.KEPT:
            self.place, new = {}, sorted(spans, key=len)
        for a in range(0, len(new), 32):
            part = range(len(self.place), len(self.place) + len(new[a : a + 32]))
            self.place.update(zip(new[a : a + 32], part))
            self.known[part.start : part.stop] = self.embed(new[a : a + 32])
        return self.known[[self.place[s] for s in spans]].float()

    @torch.no_grad()
    def embed(self, spans):
        ids = torch.zeros(len(spans), max(map(len, spans)), dtype=torch.long)
        for i, s in enumerate(spans):
            ids[i, : len(s)] = torch.tensor(s)
        mask = (ids > 0).long()
        e = self.base(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        return torch.nn.functional.normalize((e * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1)


@torch.no_grad()
def logits_of(model, items, size=48):
    """Raw logits per item, in order."""
    model.eval()
    out = [None] * len(items)
    order = sorted(range(len(items)), key=lambda i: len(items[i]["ids"]))
    for a in range(0, len(order), size):
        part = order[a : a + size]
        _, logits, _ = forward(model, [items[i] for i in part])
        for row, i in enumerate(part):
            out[i] = logits[row, : len(items[i]["markers"])].float().numpy()
    model.train()
    return out
