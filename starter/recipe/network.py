"""The decision model on top of the base encoder, rows as tensors, and losses. Model and packing are upstream's (laya
0.4.15)."""

import json
import os
import pickle

import numpy as np
import torch
from laya.common import QTYPES, DecisionModel, build_sequence, collate_items
from transformers import AutoModel, AutoTokenizer

from losses import apart
from rows.base import BASE, WORK

MAX_LEN, HEAD_MAX, HEAD_LAYERS = 384, 192, 2
WIDTH = 384  # width of the encoder's vectors
# The encoder: all-MiniLM-L6-v2, or with ENCODER=small bge-small-en-v1.5 as encoder.py makes it, without its last layer.
SMALL = os.environ.get("ENCODER") == "small"
NAME = "BAAI/bge-small-en-v1.5" if SMALL else "sentence-transformers/all-MiniLM-L6-v2"
ENCODER, LAYERS = (os.path.join(WORK, "base/small"), 11) if SMALL else (BASE, 6)


def tokenizer():
    return AutoTokenizer.from_pretrained(ENCODER)


def fresh():
    """The encoder with a new head, without dropout, and with frozen word embeddings so that unseen words keep
    their meaning.

    The head is initialized to compare: queries and keys are the same, so that a marker attends to text with the meaning
    of its option. The embedding of the question's type is scaled down, because by default its vector is three times as
    long as the encoder's."""
    quiet = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    encoder = AutoModel.from_pretrained(ENCODER, attn_implementation="sdpa", num_hidden_layers=LAYERS, **quiet)
    model = DecisionModel(encoder, head_layers=HEAD_LAYERS, n_act=2, dropout=0.0)
    encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    with torch.no_grad():
        model.type_emb.weight.mul_(0.05)
        for layer in model.head.layers:
            layer.self_attn.in_proj_weight[: 2 * WIDTH] = 0.5**0.5 * torch.eye(WIDTH).repeat(2, 1)
    return model


def encode(tok, state, q, target=None):
    ids, markers = build_sequence(tok, state, q, MAX_LEN, HEAD_MAX, truncate_left=isinstance(state, list))
    item = {"ids": np.array(ids, np.int32), "markers": markers, "qtype": QTYPES[q["t"]]}
    if target is not None:
        item["target"] = target
    return item


def load(tok, name, limit=None):
    """Rows of data/<name>.jsonl as items, with the source of each; packed once, then read back. The worn form of a row
    is its item's "twin", whose option i is option order[i] of the row."""
    source, packed = (os.path.join(WORK, "data", name + end) for end in (".jsonl", ".small.pkl" if SMALL else ".pkl"))
    if not os.path.exists(packed) or os.path.getmtime(packed) < os.path.getmtime(source):
        items, origins = [], []
        with open(source, encoding="utf-8") as file:
            for line in file:
                r = json.loads(line)
                items.append(encode(tok, r["state"], r["q"], r["target"]))
                if "worn" in r:
                    order = r["worn"]["order"]
                    twin = encode(tok, r["worn"]["state"], r["worn"]["q"], [r["target"][i] for i in order])
                    items[-1]["twin"] = {**twin, "order": order}
                origins.append(r["src"].split(":")[0])
        with open(packed + ".%d" % os.getpid(), "wb") as file:
            pickle.dump((items, origins), file)
        os.replace(packed + ".%d" % os.getpid(), packed)
    with open(packed, "rb") as file:
        items, origins = pickle.load(file)
    return items[:limit], origins[:limit]


def grouped(indices, length, tokens, most, count=lambda i: 1):
    """Indices, shortest first, in groups of at most `most` rows and about `tokens` positions with padding; index i
    stands for count(i) rows."""
    groups, group, rows = [], [], 0
    for i in sorted(indices, key=length):
        if group and (rows + count(i) > most or (rows + count(i)) * length(i) > tokens):
            groups.append(group)
            group, rows = [], 0
        group.append(i)
        rows += count(i)
    return groups + [group] if group else groups


def batches(items, tokens, most, rng, chunk=1500):
    """Endless batches of similar lengths: at most `most` rows and about `tokens` positions each, twins included."""

    def length(i):
        return max(len(items[i]["ids"]), len(items[i]["twin"]["ids"]) if "twin" in items[i] else 0)

    while True:
        order = list(range(len(items)))
        rng.shuffle(order)
        for a in range(0, len(order), chunk):
            groups = grouped(order[a : a + chunk], length, tokens, most, lambda i: 1 + ("twin" in items[i]))
            rng.shuffle(groups)
            for g in groups:
                yield [items[i] for i in g]


def forward(model, group):
    b = collate_items([group], 0)
    logits, act = model(b["input_ids"], b["attention_mask"], b["marker_pos"], b["marker_mask"], b["qtype"])
    return b, logits, act


def unsteadiness(logits, b, group):
    """How far the answers to the worn rows are from those to the rows themselves: both Kullback-Leibler divergences of
    the aligned options, mean over the pairs. The twins' rows follow those of the group, in its order."""
    clean = [i for i, item in enumerate(group) if "twin" in item]
    order = torch.zeros(len(clean), logits.shape[1], dtype=torch.long)
    for row, i in enumerate(clean):
        own = group[i]["twin"]["order"]
        order[row, : len(own)] = torch.tensor(own)
    return apart(logits[clean], logits[len(group) :], order, b["marker_mask"][len(group) :])


class Binder(torch.nn.Module):
    """Auxiliary loss: every part of a packed row should be encoded as the frozen base encodes that part alone.

    A sentence encoder makes all markers of a sequence nearly the same, and plain training stays at chance for a
    thousand steps. This loss ends that within 100 steps, and preserves what the base knows about texts that no row
    contains. The parts are the question, each option and the state. The targets are:
    - for the output at each [MASK] the embedding of the option that follows, for [CLS] the embedding of the state,
      through a linear map that is later discarded: its direction, and to tell it from the other parts of the batch;
    - for every token, the base's output at some layers: its direction."""

    LONGEST = 254  # tokens of a state that the base reads
    LAYERS = LAYERS // 3 - 1, 2 * LAYERS // 3 - 1, LAYERS - 1
    DIRECTION, TOKENS = 4.0, 8.0  # weights of the two directions against the cross entropy

    def __init__(self, encoder):
        super().__init__()
        self.base = AutoModel.from_pretrained(ENCODER, attn_implementation="sdpa").eval().requires_grad_(False)
        self.map = torch.nn.Linear(WIDTH, WIDTH)
        torch.nn.init.eye_(self.map.weight)
        self.hidden = {}
        for i in self.LAYERS:
            encoder.encoder.layer[i].register_forward_hook(lambda module, inputs, out, i=i: self.keep(i, out))

    def keep(self, layer, out):
        self.hidden[layer] = out[0] if isinstance(out, tuple) else out

    def forward(self, group):
        parts, named, tokens = {}, [], []  # part -> its number; (row, column, part) of what names it; (row, column, part, offset)
        for row, item in enumerate(group):
            ids, markers = item["ids"].tolist(), item["markers"]
            close = ids.index(102, markers[-1])
            spans = [(a, a + 1, b) for a, b in zip(markers, markers[1:] + [close], strict=True)]
            spans += [(None, 1, markers[0]), (0, close + 1, min(len(ids) - 1, close + 1 + self.LONGEST))]
            for name, a, b in spans:
                part = parts.setdefault((101, *ids[a:b], 102), len(parts))
                tokens += [(row, column, part, column - a + 1) for column in range(a, b)]
                if name is not None:
                    named.append((row, name, part))
        embeddings, layers, start = self.read(list(parts))
        row, column, part, offset = torch.tensor(tokens).T
        return self.loss(embeddings, layers, torch.tensor(named).T, row, column, start[part] + offset)

    def loss(self, embeddings, layers, named, row, column, alone):
        """`named`: row, column and part of what stands for a part; then each token of the batch and its position among those read
        alone."""
        named_row, named_column, own = named
        z = torch.nn.functional.normalize(self.map(self.hidden[self.LAYERS[-1]][named_row, named_column]).float(), dim=-1) @ embeddings.T
        loss = self.DIRECTION * (1 - z.gather(1, own[:, None]).mean()) + torch.nn.functional.cross_entropy(z / 0.05, own)
        for layer, read in zip(self.LAYERS, layers, strict=True):
            near = torch.nn.functional.cosine_similarity(self.hidden[layer][row, column].float(), read[alone].float(), dim=-1)
            loss = loss + self.TOKENS / len(self.LAYERS) * (1 - near.mean())
        return loss

    @torch.no_grad()
    def alone(self, ids):
        """The base on parts of similar length, 0 where they end: unit vectors [parts, 384], token outputs [positions, 384] of each
        layer."""
        mask = (ids > 0).long()
        out = self.base(input_ids=ids, attention_mask=mask, output_hidden_states=True).hidden_states
        mean = out[-1][:, 0].float() if SMALL else (out[-1].float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return torch.nn.functional.normalize(mean, dim=-1), [out[layer + 1].reshape(-1, WIDTH) for layer in self.LAYERS]

    @torch.no_grad()
    def read(self, parts):
        """The base on token sequences: unit vectors [parts, 384], token outputs [positions, 384] per layer, first position [parts]."""
        start, count = torch.zeros(len(parts), dtype=torch.long), 0
        embeddings, layers = torch.zeros(len(parts), WIDTH), [[] for _ in self.LAYERS]
        for some in grouped(range(len(parts)), lambda i: len(parts[i]), 1000, 48):
            ids = torch.zeros(len(some), len(parts[some[-1]]), dtype=torch.long)
            for i, k in enumerate(some):
                ids[i, : len(parts[k])] = torch.tensor(parts[k])
            embeddings[some], outputs = self.alone(ids)
            for so_far, output in zip(layers, outputs, strict=True):
                so_far.append(output)
            start[some] = count + torch.arange(len(some)) * ids.shape[1]
            count += ids.numel()
        return embeddings, [torch.cat(x) for x in layers], start


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
