"""The rows of a file as flat arrays: a million of them take 250 MB, and a batch is put together in milliseconds.

python -m second.rows judged cases rest
"""

import json
import os
import sys
from multiprocessing import Pool

import numpy as np
import torch

from network import encode, tokenizer
from rows.base import WORK

AT_ONCE = 2000  # lines that a process packs at a time
FIELDS = "ids n markers k target order qtype twin".split()
packing = None


def path(name):
    return os.path.join(WORK, "data", name + ".npz")


def items(lines):
    """Each row, followed by its worn form if it has one."""
    global packing
    packing = packing or tokenizer()
    out = []
    for line in lines:
        r = json.loads(line)
        rows = [(r["state"], r["q"], r["target"], list(range(len(r["target"]))))]
        if "worn" in r:
            order = r["worn"]["order"]
            rows.append((r["worn"]["state"], r["worn"]["q"], [r["target"][i] for i in order], order))
        for twin, (state, q, target, order) in enumerate(rows):
            item = encode(packing, state, q, target)
            if len(item["markers"]) != len(target):
                break  # the window cut options off
            out.append((item, order, twin))
    return out


def pack(name):
    with open(path(name)[:-3] + "jsonl", encoding="utf-8") as file:
        lines = file.readlines()
    with Pool() as pool:
        packed = [x for part in pool.imap(items, [lines[i : i + AT_ONCE] for i in range(0, len(lines), AT_ONCE)]) for x in part]
    every = [item for item, _, _ in packed]
    np.savez(
        path(name),
        ids=np.concatenate([x["ids"] for x in every]).astype(np.uint16),
        n=np.array([len(x["ids"]) for x in every], np.uint16),
        markers=np.concatenate([x["markers"] for x in every]).astype(np.uint16),
        k=np.array([len(x["markers"]) for x in every], np.uint8),
        target=np.concatenate([x["target"] for x in every]).astype(np.float16),
        order=np.concatenate([order for _, order, _ in packed]).astype(np.uint8),
        qtype=np.array([x["qtype"] for x in every], np.uint8),
        twin=np.array([twin for _, _, twin in packed], np.uint8),
    )
    print(name, len(every), "rows, worn forms included")


class Rows:
    """A packed file. A row's worn form is the item after it; option i of it is the row's option order[i]."""

    def __init__(self, name):
        z = np.load(path(name))
        self.ids, self.n, self.markers, self.k, self.target, self.order, self.qtype, self.twin = (z[field] for field in FIELDS)
        self.at, self.option = (np.concatenate([[0], np.cumsum(x.astype(np.int64))]) for x in (self.n, self.k))
        self.worn = np.append(self.twin[1:] == 1, False)
        self.longest = np.maximum(self.n, np.where(self.worn, np.append(self.n[1:], 0), 0)).astype(int)
        self.clean = np.flatnonzero(self.twin == 0)

    def fill(self, batch, row, i):
        """Writes item i into a row of the batch's arrays."""
        n, k, a, o = int(self.n[i]), int(self.k[i]), self.at[i], self.option[i]
        batch["input_ids"][row, :n] = self.ids[a : a + n]
        batch["attention_mask"][row, :n] = 1
        batch["marker_mask"][row, :k] = True
        for field, values in (("marker_pos", self.markers), ("target", self.target), ("order", self.order)):
            batch[field][row, :k] = values[o : o + k]
        batch["qtype"][row] = self.qtype[i]


def collate(picks):
    """Tensors of [(file, item)]; widths are multiples of eight."""
    n, k = (max(int(getattr(f, size)[i]) for f, i in picks) for size in ("n", "k"))
    width = -(-n // 8) * 8
    batch = {name: np.zeros((len(picks), width), np.int64) for name in ("input_ids", "attention_mask")}
    batch |= {name: np.zeros((len(picks), k), np.int64) for name in ("marker_pos", "order")}
    batch |= {"marker_mask": np.zeros((len(picks), k), bool), "target": np.zeros((len(picks), k), np.float32)}
    batch["qtype"] = np.zeros(len(picks), np.int64)
    for row, (file, i) in enumerate(picks):
        file.fill(batch, row, i)
    return {name: torch.from_numpy(values) for name, values in batch.items()}


if __name__ == "__main__":
    for each in sys.argv[1:]:
        pack(each)
