"""The binding loss (see Binder in network.py) in fixed shapes: the base reads every part of a row alone, but all parts of a row beside
each other, each with its own positions, and none sees another."""

import torch
import torch.nn.functional as F

from second.batches import OPTIONS, SEP
from second.model import PLACES, WORDS, chosen, depth, joined, linear, read

CLS = 101
DIRECTION, TOKENS = 4.0, 8.0  # weights of the two directions against the cross entropy
SAME = 0.999  # cosine from which two parts count as one
ROWS = 64  # rows of a batch that it looks at


class Binder:
    """`taken`: layers whose outputs are compared, the last one the model's last. `first`: a text's embedding is the base's first output,
    not the mean of all."""

    def __init__(self, base, taken, first, device):
        self.p = {n: x.to(device, torch.bfloat16) for n, x in joined(base).items() if n != WORDS}
        self.words = base[WORDS].to(device, torch.bfloat16)
        self.layers, self.taken, self.first = depth(base), taken, first

    @torch.no_grad()
    def alone(self, b):
        """Outputs of the base's layers [rows, width + options], unit vectors of the parts [rows, 1 + options + 1], and a token's
        place in its part, 0 where a part begins, -1 for padding [rows, width]."""
        ids, keep, mark, mask, close = (b[x][:ROWS] for x in ("input_ids", "attention_mask", "marker_pos", "marker_mask", "close"))
        rows, width = ids.shape
        mark = mark.masked_fill(~mask, 0)
        column, state = torch.arange(width, device=ids.device)[None], OPTIONS + 1
        part = torch.zeros(rows, width + 1, dtype=torch.long, device=ids.device)
        part = part.scatter_add(1, mark.masked_fill(~mask, width), torch.ones_like(mark))[:, :width].cumsum(1)
        part = part.masked_fill(column >= close, state).masked_fill(~keep, -1)
        begin = torch.cat([torch.zeros_like(close), mark, close], 1)
        place = (column - begin.gather(1, part.clamp(min=0))).masked_fill(~keep, -1)
        end = torch.cat([mark[:, 1:], close], 1)
        end = torch.where(torch.cat([mask[:, 1:], mask[:, :1] & False], 1), end, close)
        ids = torch.cat([ids.masked_fill(place == 0, CLS), mask.int() * SEP], 1)
        positions = torch.cat([place.clamp(min=0), (end - mark).clamp(min=0)], 1)
        whole = torch.cat([part, (1 + torch.arange(OPTIONS, device=ids.device)).expand(rows, -1).masked_fill(~mask, -1)], 1)
        apart = (whole[:, :, None] != whole[:, None, :])[:, None]
        mask = torch.zeros_like(apart, dtype=self.words.dtype).masked_fill(apart, -3e4)
        outputs = read(self.p, self.words, ids, F.embedding(positions, self.p[PLACES]), mask, self.layers)
        if self.first:
            vectors = outputs[-1].gather(1, begin[..., None].expand(-1, -1, outputs[-1].shape[-1])).float()
        else:
            member = (whole[:, None] == torch.arange(state + 1, device=ids.device)[None, :, None]).to(self.words.dtype)
            vectors = (member @ outputs[-1]).float()
        return outputs, F.normalize(vectors, dim=-1), place

    def __call__(self, p, hidden, b):
        """`p`: the model's parameters, of them `map`; `hidden`: its layers' outputs."""
        outputs, vectors, place = self.alone(b)
        mark, mask = b["marker_pos"][:ROWS], b["marker_mask"][:ROWS]
        always = torch.ones_like(mask[:, :1])
        columns, named = torch.cat([mark, torch.zeros_like(mark[:, :1])], 1), torch.cat([mask, always], 1)
        z = F.normalize(linear(chosen(columns, hidden[self.taken[-1]][:ROWS]), p, "map").float(), dim=-1).flatten(0, 1)
        own = (
            torch.arange(mask.shape[0], device=mask.device)[:, None] * vectors.shape[1]
            + 1
            + torch.arange(columns.shape[1], device=mask.device)
        )
        every, own, named = vectors.flatten(0, 1), own.flatten(), named.flatten()
        other = (every[own] @ every.T > SAME) | ~torch.cat([always, mask, always], 1).flatten()[None]
        other = other.scatter(1, own[:, None], torch.zeros_like(other[:, :1]))
        near = z @ every.T
        told = DIRECTION * (1 - near.gather(1, own[:, None])[:, 0]) + F.cross_entropy(
            (near / 0.05).masked_fill(other, -1e4), own, reduction="none"
        )
        loss = (told * named).sum() / named.sum()
        inside = (place > 0) & (torch.arange(place.shape[1], device=place.device) < b["attention_mask"][:ROWS].sum(1, keepdim=True) - 1)
        for layer in self.taken:
            cosine = F.cosine_similarity(hidden[layer][:ROWS].float(), outputs[layer][:, : place.shape[1]].float(), dim=-1)
            loss = loss + TOKENS / len(self.taken) * ((1 - cosine) * inside).sum() / inside.sum()
        return loss
