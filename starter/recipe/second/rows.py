"""A packed file of rows (second.pack) as flat arrays: a million rows take 250 MB."""

import os

import numpy as np

WORK = os.environ.get("STARTER", "build/starter")
FIELDS = "ids n markers k target order qtype twin".split()


def path(name):
    return os.path.join(WORK, "data", name + ".npz")


class Rows:
    """A row's worn form is the item after it; option i of it is the row's option order[i]."""

    def __init__(self, name):
        z = np.load(path(name))
        self.ids, self.n, self.markers, self.k, self.target, self.order, self.qtype, self.twin = (z[field] for field in FIELDS)
        self.worn = np.append(self.twin[1:] == 1, False)
        self.longest = np.maximum(self.n, np.where(self.worn, np.append(self.n[1:], 0), 0)).astype(int)
        self.clean = np.flatnonzero(self.twin == 0)
