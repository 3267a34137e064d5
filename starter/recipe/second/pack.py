"""Packs the rows of a file for second.rows.

python -m second.pack judged cases rest
"""

import json
import sys
from multiprocessing import Pool

import numpy as np

from network import encode, tokenizer
from second.rows import path

AT_ONCE = 2000  # lines that a process packs at a time
packing = None


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


if __name__ == "__main__":
    for each in sys.argv[1:]:
        pack(each)
