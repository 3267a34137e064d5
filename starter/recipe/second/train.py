"""The second round: over rows with worn forms, on an accelerator, on from checkpoints, from a mean of their weights or from a base.

python -m second.train --start ../checkpoint --mix 0.35 0.35 0.30 --seed 1 --seconds 90 --out build/starter/second-1.pt

A step is one graph of kernels per width of the batches: launched one by one, they take three times as long. Without --eager and an
accelerator of NVIDIA it does not run."""

import argparse
import json
import time

import numpy as np
import torch
from safetensors.torch import load_file

from losses import apart, loss_of
from second.batches import WIDTHS, Store, places, planned
from second.bind import Binder
from second.model import WORDS, Model, beginning, depth
from second.rows import Rows

NAMES = "judged", "cases", "rest"
EMA = 0.999
SAY = 200  # steps between two lines of the log
TOGETHER = 16  # steps that are launched before the clock is read
EASY = 0.05  # share of the time spent on short choice rows only, by a run from a base


def weights(path):
    """Parameters of a checkpoint's folder or of a file of this round, in float32."""
    state = torch.load(path, map_location="cpu") if path.endswith(".pt") else load_file(path + "/model.safetensors")
    return {name: value.float() for name, value in state.items()}


def mean(paths, shares=None):
    shares = shares or [1 / len(paths)] * len(paths)
    states = [weights(path) for path in paths]
    return {name: sum(share * state[name] for share, state in zip(shares, states, strict=True)) for name in states[0]}


def encoder(path):
    """A base's parameters by the names that they have in the model."""
    return {"encoder." + name: value for name, value in weights(path).items() if "position_ids" not in name}


def start(a):
    base = encoder(a.base)
    state = mean(a.start, a.shares) if a.start else beginning(base[WORDS].shape[1]) | base
    if a.layers:
        state = {n: x for n, x in state.items() if not n.startswith("encoder.encoder.layer.") or int(n.split(".")[3]) < a.layers}
    d = state[WORDS].shape[1]
    return base, state | {"map.weight": torch.eye(d), "map.bias": torch.zeros(d)}


class Run:
    def __init__(self, a):
        torch.manual_seed(a.seed)
        torch.backends.cuda.enable_cudnn_sdp(False)  # it plans for a tenth of a second whenever a batch has a new shape
        self.a, base, state = a, *start(a)
        self.model, depths = Model(state, a.device), depth(state)
        self.binder = Binder(base, (depths // 3 - 1, 2 * depths // 3 - 1, depths - 1), a.first, a.device)
        self.store = Store([Rows(name) for name in NAMES], a.device)
        self.learning = torch.nn.Parameter(self.model.flat)
        self.learning.grad = torch.zeros_like(self.model.flat)
        self.average = self.model.flat.detach().clone()
        cuda = a.device == "cuda"
        rate = torch.zeros((), device=a.device) if cuda else 0.0
        self.optimizer = torch.optim.AdamW([self.learning], lr=rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True, capturable=cuda)
        self.bound, self.steady, self.blend = (torch.zeros((), device=a.device) for _ in range(3))  # weights of losses, of the new average
        # Sums over steps: loss, right, distance of worn forms, binding loss and how many steps had it, steps.
        self.told = torch.zeros(6, device=a.device)
        self.inputs = {w: [torch.arange(places(w), device=a.device) for _ in range(2)] for w in WIDTHS}
        self.graphs, self.pool, self.step, self.seen = {}, None, 0, 0

    def take(self, width, bind):
        """One step on the rows that `inputs` names."""
        rows, partner = self.inputs[width]
        b, p = self.store.gather(rows, partner, width), self.model.p
        logits, act, hidden = self.model(b)
        loss, right = loss_of(logits, act, b, ranked=2.0)
        pairs = (partner != self.store.places[: len(partner)]).sum()
        moved = apart(logits[partner], logits, b["order"], b["marker_mask"]) * len(partner) / pairs.clamp(min=1)
        whole, bound = loss + self.steady * moved, torch.zeros_like(loss)
        if bind:
            bound = self.binder(p, hidden, b)
            whole = whole + self.bound * bound
        grads = torch.autograd.grad(whole, list(p.values()), allow_unused=True)
        with torch.no_grad():
            grad = torch.cat(
                [(torch.zeros_like(x) if g is None else g).reshape(-1) for g, x in zip(grads, p.values(), strict=True)]
            ).float()
            size = grad.norm()
            self.learning.grad.copy_(torch.where(size.isfinite(), grad * (1 / size.clamp(min=1)), 0))
            self.optimizer.step()
            self.model.half.copy_(self.model.flat)
            self.average.lerp_(self.model.flat, self.blend)
            self.told += torch.stack([loss, right, moved, bound, torch.full_like(loss, float(bind)), torch.ones_like(loss)]).detach()

    def launch(self, width, bind):
        if self.a.eager:
            return self.take(width, bind)
        if (width, bind) not in self.graphs:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                self.take(width, bind)
            torch.cuda.current_stream().wait_stream(side)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool):
                self.take(width, bind)
            self.pool = self.pool or graph.pool()
            self.graphs[width, bind] = graph
            return None
        return self.graphs[width, bind].replay()

    def plan(self, share):
        """Sets rate and weights for this share of the time; returns whether the step has the binding loss."""
        a = self.a
        rate = a.rate * min(1.0, (self.step + 1) / 400) * max(0.01, 1 - 0.99 * share)
        group = self.optimizer.param_groups[0]
        if isinstance(group["lr"], torch.Tensor):
            group["lr"].fill_(rate)
        else:
            group["lr"] = rate
        self.bound.fill_(a.bind * max(0.0, 1 - share / 0.9))
        self.steady.fill_(a.steady if a.start else a.steady * min(1.0, 2 * share))
        self.blend.fill_(1 - min(EMA, (1 + self.step) / (10 + self.step)))
        return share < 0.9 and (not self.step % a.bind_every or not a.start and share < 0.1)

    def train(self):
        a, rng = self.a, np.random.default_rng(1000 * self.a.seed)
        every = planned(self.store, a.mix, rng)
        easy = planned(self.store, a.mix, rng, self.store.easy) if not a.start else every
        if not a.eager and not self.graphs:
            self.prepare()
        began, share, saved, marks = time.monotonic(), 0.0, 0, []
        while share < 1:
            chunk = next(easy if share < EASY else every)
            sent = self.sent(chunk)
            for (width, rows, _), row in zip(chunk, sent, strict=True):
                for place, value in zip(self.inputs[width], row, strict=True):
                    place.copy_(value[: len(rows)])
                self.launch(width, self.plan(share))
                self.step, self.seen = self.step + 1, self.seen + len(rows)
                if self.step % TOGETHER == 0:
                    self.pause(marks)
                spent = time.monotonic() - began
                share = max(spent / a.seconds, self.seen / a.rows if a.rows else 0)
                if self.step % SAY == 0 or share >= 1:
                    self.say(spent)
                if share >= 1:
                    break
                if a.every and spent >= (saved + 1) * a.every:
                    saved += 1
                    self.save("%s.%d" % (a.out, saved), self.average)
        self.save(a.out, self.average)
        self.save(a.out + ".last", self.model.flat)

    def sent(self, chunk):
        """Rows and partners of a chunk's batches on the device, [batches, 2, places]."""
        whole = np.zeros((len(chunk), 2, max(map(places, WIDTHS))), np.int64)
        for i, (_, rows, partner) in enumerate(chunk):
            whole[i, 0, : len(rows)], whole[i, 1, : len(rows)] = rows, partner
        return torch.from_numpy(whole).to(self.a.device)

    def pause(self, marks):
        """Waits until the device has done all but the last steps: the clock counts what is done."""
        if self.a.device == "cuda":
            marks.append(torch.cuda.Event())
            marks[-1].record()
            if len(marks) > 1:
                marks.pop(0).synchronize()

    def prepare(self):
        """Makes the graphs; their first steps have the rate 0."""
        for width in WIDTHS:
            for bind in (True, False):
                self.launch(width, bind)
        self.told.zero_()

    def say(self, spent):
        loss, right, moved, bound, binds, steps = self.told.tolist()
        self.told.zero_()
        line = self.step, self.seen, spent, loss / steps, right / steps, moved / steps, bound / max(1, binds), self.seen / spent
        print("step %d rows %d seconds %.1f loss %.3f right %.3f apart %.4f bind %.3f rows/s %.0f" % line, flush=True)

    def save(self, path, flat):
        state = {n: x for n, x in self.model.state(flat).items() if not n.startswith("map.")}
        torch.save({n: x.half() for n, x in state.items()}, path)


def parsed(arguments=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--base", required=True, help="folder of the base encoder, which the binding loss reads")
    ap.add_argument("--first", action="store_true", help="the base's embedding of a text is its first output, not the mean")
    ap.add_argument("--layers", type=int, help="of the encoder, from below; by default all")
    ap.add_argument("--start", nargs="*", help="checkpoints or files of this round to go on from instead of the base")
    ap.add_argument("--shares", type=float, nargs="+", help="of each in the mean of their weights; equal by default")
    ap.add_argument("--mix", type=float, nargs=3, required=True, help="shares of judged rows, cases and the rest")
    ap.add_argument("--seconds", type=float, default=90, help="of training")
    ap.add_argument("--rows", type=int, help="to see at most, worn forms included")
    ap.add_argument("--every", type=float, help="seconds from one further file to the next, OUT.1 and so on")
    ap.add_argument("--out", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--rate", type=float, default=2.5e-4)
    ap.add_argument("--steady", type=float, default=3.0, help="weight of the distance between a row's answer and its worn form's")
    ap.add_argument("--bind", type=float, default=0.5, help="weight of the binding loss at the start")
    ap.add_argument("--bind-every", type=int, default=3, help="steps from one binding loss to the next")
    ap.add_argument("--device", default="cuda")
    ap.add_argument("--eager", action="store_true", help="without graphs")
    return ap.parse_args(arguments)


if __name__ == "__main__":
    a = parsed()
    print(json.dumps(vars(a)), flush=True)
    Run(a).train()
