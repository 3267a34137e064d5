"""Batches of the second round: of fixed shapes, gathered on the accelerator from all rows, which lie there as flat vectors."""

import numpy as np
import torch

WIDTHS = 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 256, 320, 384
TOKENS = 8192  # positions of a batch, about
OPTIONS = 24  # options of a row at most
CHUNK = 24000  # rows that are sorted by length at a time
SEP = 102


def places(width):
    """Rows of a batch, worn forms included."""
    return TOKENS // width


class Store:
    """The rows of several files (second.rows.Rows), one file behind the other, on a device."""

    def __init__(self, files, device):
        self.device = device

        def whole(field, dtype):
            return np.concatenate([getattr(f, field) for f in files]).astype(dtype)

        n, k, ids, markers = whole("n", np.int64), whole("k", np.int64), whole("ids", np.int16), whole("markers", np.int64)
        at, option = np.cumsum(n) - n, np.cumsum(k) - k
        ends = np.flatnonzero(ids == SEP)
        close = ends[np.searchsorted(ends, at + markers[option + k - 1])] - at  # of the question and its options
        self.flat = {"ids": ids, "markers": markers, "target": whole("target", np.float32), "order": whole("order", np.int64)}
        self.flat = {name: torch.from_numpy(np.append(x, np.zeros(512, x.dtype))).to(device) for name, x in self.flat.items()}
        row = {"at": at, "n": n, "option": option, "k": k, "qtype": whole("qtype", np.int64), "close": close}
        self.row = {name: torch.from_numpy(x).to(device) for name, x in row.items()}
        offsets = np.cumsum([0] + [len(f.n) for f in files])
        self.clean = [f.clean[k[f.clean + o] <= OPTIONS] + o for f, o in zip(files, offsets, strict=False)]
        self.worn, self.longest = np.concatenate([f.worn for f in files]), np.concatenate([f.longest for f in files])
        best = np.maximum.reduceat(whole("target", np.float32), option)
        self.easy = (row["qtype"] == 0) & (k <= 5) & (n < 45) & (best > 0.5)
        self.places = torch.arange(max(WIDTHS), device=device)

    def gather(self, rows, partner, width):
        """The batch of these rows. `partner`: for a worn form the place of what it is a form of, else a row's own."""
        r = {name: x[rows][:, None] for name, x in self.row.items()}
        column, option = self.places[:width], self.places[:OPTIONS]
        keep, mask = column < r["n"], option < r["k"]
        b = {name: self.flat[name][r["option"] + option] for name in ("markers", "target", "order")}
        return {
            "input_ids": self.flat["ids"][r["at"] + column].int().masked_fill(~keep, 0),
            "attention_mask": keep,
            "marker_pos": b["markers"].masked_fill(~mask, 0),
            "marker_mask": mask,
            "target": b["target"].masked_fill(~mask, 0),
            "order": b["order"].masked_fill(~mask, 0),
            "qtype": r["qtype"][:, 0],
            "close": r["close"],
            "partner": partner,
        }


def endless(values, count, rng):
    """`count` values at a time in random order, all of them before any comes again."""
    count = min(count, len(values))
    while True:
        order = rng.permutation(values)
        for a in range(0, len(order) - count + 1, count):
            yield order[a : a + count]


def planned(store, mix, rng, only=None):
    """Endless lists of batches in random order, each its width, rows and partners. `mix`: the share of the rows from each file;
    `only`: which may come."""
    clean = [c[only[c]] if only is not None else c for c in store.clean]
    feeds = [endless(c, int(CHUNK * share), rng) for c, share in zip(clean, mix, strict=True) if share and len(c)]
    left = {width: ([], []) for width in WIDTHS}
    while True:
        chunk = rng.permutation(np.concatenate([next(feed) for feed in feeds]))
        bucket, batches = np.searchsorted(WIDTHS, store.longest[chunk]), []
        for i, width in enumerate(WIDTHS):
            some = chunk[bucket == i]
            worn = store.worn[some]
            pairs, single = (np.append(a, b).astype(int) for a, b in zip(left[width], (some[worn], some[~worn]), strict=True))
            size = places(width)
            count = (2 * len(pairs) + len(single)) // size
            each = min(len(pairs) // count, size // 2) if count else 0
            count = min(count, len(single) // (size - 2 * each)) if count and size > 2 * each else count
            for a in range(count):
                of, alone = pairs[a * each :][:each], single[a * (size - 2 * each) :][: size - 2 * each]
                partner = np.append(np.arange(size - each), np.arange(each))
                batches.append((width, np.concatenate([of, alone, of + 1]), partner))
            left[width] = pairs[count * each :], single[count * (size - 2 * each) :]
        yield [batches[i] for i in rng.permutation(len(batches))]
