"""Batches of the second round, put together in processes of their own: rows of similar lengths with their worn forms, and in some
of them what the binding loss compares."""

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from second.rows import Rows, collate

CHUNK = 12000  # rows that are sorted by length at a time
TOKENS, MOST = 16000, 256  # positions and rows of a batch, worn forms included
BOUND = 64  # rows of a batch that the binding loss looks at
LONGEST = 254  # tokens of a state that the base reads
WIDTHS = 6, 10, 20, 48, 128, 512  # the parts are read in groups up to these lengths


class Batches(IterableDataset):
    """Endless. `mix`: the share of the rows from each file."""

    def __init__(self, names, mix, seed, bind_every):
        self.names, self.mix, self.seed, self.bind_every = names, mix, seed, bind_every

    def __iter__(self):
        torch.set_num_threads(1)
        worker = get_worker_info()
        rng = np.random.default_rng(1000 * self.seed + (worker.id if worker else 0))
        files = [Rows(name) for name in self.names]
        feeds = [endless(f.clean, int(CHUNK * share), rng) for f, share in zip(files, self.mix, strict=True)]
        step = 0
        while True:
            chunk = [(f, i) for f, feed in zip(files, feeds, strict=True) for i in next(feed)]
            groups = grouped(sorted(chunk, key=lambda pick: pick[0].longest[pick[1]]))
            rng.shuffle(groups)
            for group in groups:
                step += 1
                yield self.batch(group, step % self.bind_every == 0)

    def batch(self, group, bound):
        worn = [row for row, (f, i) in enumerate(group) if f.worn[i]]
        b = collate(group + [(group[row][0], group[row][1] + 1) for row in worn])
        b["clean"], b["worn"] = torch.tensor(worn, dtype=torch.long), torch.arange(len(group), len(group) + len(worn))
        if bound:
            b["bind"] = parts(b, min(BOUND, len(group)))
        return b


def endless(values, count, rng):
    """`count` values at a time in random order, all of them before any comes again."""
    while True:
        order = rng.permutation(values)
        for a in range(0, len(order) - count + 1, count):
            yield order[a : a + count]


def grouped(chunk):
    groups, group, rows = [], [], 0
    for f, i in chunk:
        count = 1 + int(f.worn[i])
        if group and (rows + count > MOST or (rows + count) * f.longest[i] > TOKENS):
            groups.append(group)
            group, rows = [], 0
        group.append((f, i))
        rows += count
    return [*groups, group]


def parts(b, rows):
    """The parts of the first rows (question, options, state), each to be read alone, and where the batch has their tokens.

    groups: [(numbers of parts, ids [parts, length])], read one after the other; named: row, column and part of what stands for a
    part; row, column, alone: a token of the batch and its position among all that are read alone."""
    numbers, named, tokens = {}, [], []
    for row in range(rows):
        line, markers = b["input_ids"][row].numpy(), b["marker_pos"][row][b["marker_mask"][row]].tolist()
        n = int(b["attention_mask"][row].sum())
        close = markers[-1] + int(np.flatnonzero(line[markers[-1] :] == 102)[0])
        spans = [(a, a + 1, end) for a, end in zip(markers, markers[1:] + [close], strict=True)]
        spans += [(None, 1, markers[0]), (0, close + 1, min(n - 1, close + 1 + LONGEST))]
        for name, a, end in spans:
            part = numbers.setdefault((101, *line[a:end].tolist(), 102), len(numbers))
            tokens.append(np.stack([np.full(end - a, row), np.arange(a, end), np.full(end - a, part), np.arange(1, end - a + 1)]))
            if name is not None:
                named.append((row, name, part))
    every = list(numbers)
    groups, start, count, low = [], np.zeros(len(every), np.int64), 0, 0
    for width in WIDTHS:
        some = [i for i, part in enumerate(every) if low < len(part) <= width]
        low = width
        if some:
            ids = np.zeros((len(some), max(len(every[i]) for i in some)), np.int64)
            for line, i in enumerate(some):
                ids[line, : len(every[i])] = every[i]
            start[some] = count + np.arange(len(some)) * ids.shape[1]
            count += ids.size
            groups.append((torch.tensor(some), torch.from_numpy(ids)))
    row, column, part, offset = (torch.from_numpy(x) for x in np.concatenate(tokens, 1))
    alone = torch.from_numpy(start)[part] + offset
    return {"groups": groups, "named": torch.tensor(named).T, "row": row, "column": column, "alone": alone, "parts": len(every)}
