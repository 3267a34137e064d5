"""Writes a mean of weights for export.py or for `train.py --start`.

python -m second.mean build/starter/second-3.pt:0.4 build/starter/second-4.pt:0.4 ../checkpoint:0.2 build/starter/second.pt
"""

import sys

import torch

from second.train import mean

if __name__ == "__main__":
    paths, shares = zip(*(part.rsplit(":", 1) for part in sys.argv[1:-1]), strict=True)
    torch.save(mean(paths, [float(x) for x in shares]), sys.argv[-1])
