"""The second round: goes on from checkpoints, or from a mean of their weights, over rows with worn forms, on an accelerator.

python -m second.train --start ../checkpoint --mix 0.35 0.35 0.30 --seed 1 --out build/starter/second-1.pt

Measured on an H100: four runs beside each other manage 1,100 to 2,500 rows a second each, two 3,400. What the fused attention of
cuDNN saves is lost again, because it plans for a tenth of a second whenever a batch has a new shape, so it is off.
"""

import argparse
import time

import torch
from safetensors.torch import load_file
from torch.utils.data import DataLoader

from network import Binder, apart, fresh, loss_of
from second.batches import Batches

NAMES = "judged", "cases", "rest"
EMA = 0.998
SAY = 100  # steps between two lines of the log


class PartsBinder(Binder):
    """The binding loss over what `second.batches.parts` found."""

    def forward(self, p):
        embeddings, layers = torch.zeros(p["parts"], self.map.in_features, device=p["row"].device), []
        for some, ids in p["groups"]:
            embeddings[some], outputs = self.alone(ids)
            layers.append(outputs)
        layers = [torch.cat(outputs) for outputs in zip(*layers, strict=True)]
        return self.loss(embeddings, layers, p["named"], p["row"], p["column"], p["alone"])


def weights(path):
    """Parameters of a checkpoint's folder or of a file of this round, in float32."""
    state = torch.load(path, map_location="cpu") if path.endswith(".pt") else load_file(path + "/model.safetensors")
    return {name: value.float() for name, value in state.items()}


def mean(paths, shares=None):
    shares = shares or [1 / len(paths)] * len(paths)
    states = [weights(path) for path in paths]
    return {name: sum(share * state[name] for share, state in zip(shares, states, strict=True)) for name in states[0]}


def moved(value, device):
    if isinstance(value, dict):
        return {k: moved(v, device) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [moved(v, device) for v in value]
    return value.to(device) if isinstance(value, torch.Tensor) else value


def train(a):
    torch.manual_seed(a.seed)
    torch.backends.cuda.enable_cudnn_sdp(False)
    model = fresh()
    model.load_state_dict(mean(a.start, a.shares))
    binder = PartsBinder(model.encoder).to(a.device)
    model.to(a.device).train()
    learning = {n: p for n, p in model.named_parameters() if p.requires_grad}
    every = [*learning.values(), *binder.map.parameters()]
    optimizer = torch.optim.AdamW(every, lr=a.rate, weight_decay=0.01, betas=(0.9, 0.98))
    average = [p.detach().clone() for p in learning.values()]
    feed = iter(DataLoader(Batches(NAMES, a.mix, a.seed, a.bind_every), batch_size=None, num_workers=a.workers))
    step = seen = 0
    began = time.monotonic()
    while seen < a.rows:
        share, b = seen / a.rows, moved(next(feed), a.device)
        for g in optimizer.param_groups:
            g["lr"] = a.rate * min(1.0, (step + 1) / 100) * max(0.01, 1 - 0.99 * share)
        weight = a.bind * max(0.0, 1 - share / 0.9) if "bind" in b else 0.0
        with torch.autocast(a.device, dtype=torch.bfloat16):
            logits, act = model(b["input_ids"], b["attention_mask"], b["marker_pos"], b["marker_mask"], b["qtype"])
            bound = binder(b["bind"]) if weight > 0 else 0.0
        loss, right = loss_of(logits, act, b, ranked=2.0)
        worn = b["worn"]
        moved_by = apart(logits[b["clean"]], logits[worn], b["order"][worn], b["marker_mask"][worn]) if len(worn) else 0.0
        optimizer.zero_grad(set_to_none=True)
        (loss + a.steady * moved_by + weight * bound).backward()
        torch.nn.utils.clip_grad_norm_(every, 1.0)
        optimizer.step()
        step, seen = step + 1, seen + len(logits)
        with torch.no_grad():
            torch._foreach_lerp_(average, [p.detach() for p in learning.values()], 1 - min(EMA, (1 + step) / (10 + step)))
        if step % SAY == 0:
            pace = seen / (time.monotonic() - began)
            print(
                "step %d rows %d loss %.3f right %.3f apart %.3f rows/s %.0f" % (step, seen, loss.detach(), right, float(moved_by), pace),
                flush=True,
            )
    state = model.state_dict() | dict(zip(learning, average, strict=True))
    torch.save({name: value.cpu() for name, value in state.items()}, a.out)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--start", nargs="+", required=True, help="checkpoints or files of this round to go on from")
    ap.add_argument("--shares", type=float, nargs="+", help="of each in the mean of their weights; equal by default")
    ap.add_argument("--mix", type=float, nargs=3, required=True, help="shares of judged rows, cases and the rest")
    ap.add_argument("--rows", type=int, default=375000, help="rows to see, worn forms included")
    ap.add_argument("--out", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--rate", type=float, default=3e-4)
    ap.add_argument("--steady", type=float, default=3.5, help="weight of the distance between a row's answer and its worn form's")
    ap.add_argument("--bind", type=float, default=0.5, help="weight of the binding loss at the start")
    ap.add_argument("--bind-every", type=int, default=4, help="batches of a loader from one binding loss to the next")
    ap.add_argument("--workers", type=int, default=4, help="processes that put batches together")
    ap.add_argument("--device", default="cuda")
    train(ap.parse_args())


if __name__ == "__main__":
    main()
