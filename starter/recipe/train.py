"""Fine-tunes the decision model on data/train.jsonl, or the rows of another round, within a budget of working time in
minutes.

    python train.py --minutes 65 --out build/starter/run

Runs one single-threaded process per core, each with its own rows; their parameters are averaged every few steps. On a
machine with other work, this loses far less than two threads that wait for each other in every operation. Time in which
the processes were stopped does not count. The run saves its whole state every few minutes and continues from there if
it is started again with the same --out. Selection uses only data/valid.jsonl: labels and fields that no training row
uses.
"""

import argparse
import json
import os
import random
import time
from collections import deque

import numpy as np
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from safetensors.torch import load_file
from torch.nn.attention import SDPBackend, sdpa_kernel

from losses import loss_of
from network import Binder, batches, forward, fresh, load, logits_of, tokenizer, unsteadiness

EMA = 0.998
TOGETHER = 8  # steps between two averages over the workers
SAVE, VALIDATE = 120, 600  # seconds of work between two saves, between two validations


def by_origin(items, origins, logits):
    """Share of right answers per type and origin (a score counts within one level)."""
    right = {}
    for item, origin, z in zip(items, origins, logits, strict=True):
        gold, answer = int(np.argmax(item["target"])), int(z.argmax())
        ok = abs(gold - answer) <= (1 if item["qtype"] == 1 else 0)
        for key in (("choice", "score", "noul")[item["qtype"]], origin):
            right.setdefault(key, []).append(ok)
    return {k: round(float(np.mean(v)), 3) for k, v in sorted(right.items())}


class WorkingClock:
    """Seconds spent in steps. A step that took far longer than its neighbours was interrupted and counts like one of
    them."""

    def __init__(self, spent=0.0):
        self.spent, self.last, self.recent = spent, time.monotonic(), deque(maxlen=50)

    def tick(self):
        now = time.monotonic()
        took, self.last = now - self.last, now
        usual = float(np.median(self.recent)) if self.recent else took
        if took < 5 * usual + 1:
            self.recent.append(took)
            self.spent += took
        else:
            self.spent += usual

    def restart(self):
        self.last = time.monotonic()


class Run:
    """One worker's model, optimizer and schedule; rank 0 logs, validates and saves."""

    def __init__(self, rank, a):
        self.rank, self.a, self.tokenizer = rank, a, tokenizer()
        self.model = fresh()
        if a.start:
            self.model.load_state_dict({k: v.float() for k, v in load_file(os.path.join(a.start, "model.safetensors")).items()})
            a.easy = 0.0
        for layer in self.model.encoder.encoder.layer[: a.freeze]:
            layer.requires_grad_(False)
        self.binder = Binder(self.model.encoder)
        self.learning = {n: p for n, p in self.model.named_parameters() if p.requires_grad}
        self.all = [*self.learning.values(), *self.binder.map.parameters()]
        self.optimizer = torch.optim.AdamW(self.all, lr=a.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
        self.average = {n: p.detach().clone() for n, p in self.learning.items()}
        self.clock, self.step, self.seen = WorkingClock(), 0, 0
        self.buffer = torch.zeros(sum(p.numel() for p in self.all) + 1)
        self.file = os.path.join(a.out, "state.pt")
        if os.path.exists(self.file):
            s = torch.load(self.file)
            self.model.load_state_dict(s["model"])
            self.binder.map.load_state_dict(s["map"])
            self.optimizer.load_state_dict(s["optimizer"])
            self.average, self.step, self.seen, self.clock = s["average"], s["step"], s["seen"], WorkingClock(s["spent"])

    def say(self, text):
        if self.rank == 0:
            print(text, flush=True)

    def share(self):
        return self.clock.spent / (60 * self.a.minutes)

    def save(self):
        if self.rank == 0:
            whole = {
                "model": self.model.state_dict(),
                "map": self.binder.map.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "average": self.average,
                "step": self.step,
                "seen": self.seen,
                "spent": self.clock.spent,
            }
            torch.save(whole, self.file + ".new")
            os.replace(self.file + ".new", self.file)

    def take(self, group, share):
        """Runs one step on one batch; returns (loss, share of right answers, binding loss, distance of the worn answers)."""
        a = self.a
        for g in self.optimizer.param_groups:
            g["lr"] = a.rate * min(1.0, (self.step + 1) / 80) * max(a.end, 1 - (1 - a.end) * share)
        weight = a.bind * max(0.0, 1 - share / a.bind_until)
        if (share > 0.1 or a.start) and self.step % a.bind_every:
            weight = 0.0  # running the base takes time
        twins = [item["twin"] for item in group if "twin" in item]
        # On a CPU, the fused attention's backward pass in bfloat16 takes a third of a step; plain matrix products take
        # a tenth.
        with torch.autocast("cpu", dtype=torch.bfloat16), sdpa_kernel(SDPBackend.MATH):
            b, logits, act = forward(self.model, group + twins)
            bind = self.binder(group) if weight > 0 else torch.tensor(torch.nan)
        loss, right = loss_of(logits, act, b, a.ranked)
        apart = unsteadiness(logits, b, group) if twins else torch.zeros(())
        loss = loss + a.steady * apart
        self.optimizer.zero_grad(set_to_none=True)
        (loss + weight * bind if weight > 0 else loss).backward()
        torch.nn.utils.clip_grad_norm_(self.learning.values(), 1.0)
        self.optimizer.step()
        self.step, self.seen = self.step + 1, self.seen + a.workers * (len(group) + len(twins))
        self.clock.tick()
        return float(loss.detach()), float(right), float(bind.detach()), float(apart.detach()) if twins else float("nan")

    @torch.no_grad()
    def meet(self):
        """Averages the parameters over all workers and updates the moving average; returns the share of the time that
        has passed."""
        torch.cat([*(p.view(-1) for p in self.all), torch.tensor([self.share()])], out=self.buffer)
        dist.all_reduce(self.buffer)
        self.buffer /= dist.get_world_size()
        for p, part in zip(self.all, self.buffer[:-1].split([p.numel() for p in self.all]), strict=True):
            p.copy_(part.view_as(p))
        decay = min(EMA, (1 + self.step) / (10 + self.step)) ** TOGETHER
        for n, p in self.learning.items():
            self.average[n].lerp_(p, 1 - decay)
        return float(self.buffer[-1])

    def finish(self, valid, origins):
        last = {n: p.detach().clone() for n, p in self.learning.items()}
        for name, weights in (("last", last), ("average", self.average)):
            with torch.no_grad():
                for n, p in self.learning.items():
                    p.copy_(weights[n])
            torch.save(self.model.state_dict(), os.path.join(self.a.out, name + ".pt"))
            right = by_origin(valid, origins, logits_of(self.model, valid))
            self.say("%s %s steps %d rows %d" % (name, json.dumps(right), self.step, self.seen))


def work(rank, a, parent):
    meeting = "file://" + os.path.abspath(os.path.join(a.out, "meeting"))
    dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=a.workers)
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp(True)  # on the CPU too: attention in bfloat16
    run = Run(rank, a)
    rng = random.Random(1000 * a.seed + rank + 10 * run.step)
    train, _ = load(run.tokenizer, a.data, a.limit)
    valid, origins = load(run.tokenizer, "valid", 500) if rank == 0 else ([], [])
    run.say("rows %d, mean length %.1f" % (len(train), np.mean([len(x["ids"]) for x in train])))
    easy = [x for x in train if x["qtype"] == 0 and len(x["markers"]) <= 5 and len(x["ids"]) < 45 and max(x["target"]) > 0.5]
    short, full = batches(easy, a.tokens, a.rows, rng), batches(train, a.tokens, a.rows, rng)

    share, log = run.share(), deque(maxlen=200)
    saved = validated = share
    run.model.train()
    run.clock.restart()
    while share < 1 and os.getppid() == parent:
        log.append(run.take(next(short if share < a.easy else full), share))
        if run.step % TOGETHER:
            continue
        share = run.meet()
        if run.step % (12 * TOGETHER) == 0:
            pace = (run.step, run.seen, run.clock.spent / 60, *np.nanmean(log, 0), run.seen / run.clock.spent)
            run.say("step %d rows %d min %.1f loss %.3f right %.3f bind %.3f apart %.3f rows/s %.1f" % pace)
        if (share - saved) * 60 * a.minutes > SAVE:
            saved = share
            run.save()
            if (share - validated) * 60 * a.minutes > VALIDATE:
                validated = share
                run.say("  valid " + json.dumps(by_origin(valid, origins, logits_of(run.model, valid))))
            dist.barrier()
            run.clock.restart()
    if rank == 0 and share >= 1:
        run.save()
        run.finish(valid, origins)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--minutes", type=float, default=65)
    ap.add_argument("--out", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--rate", type=float, default=2.5e-4)
    ap.add_argument("--tokens", type=int, default=1300, help="positions a batch and worker")
    ap.add_argument("--rows", type=int, default=24, help="rows a batch and worker at most")
    ap.add_argument("--steady", type=float, default=1.0, help="weight of the distance between a row's answer and its worn form's")
    ap.add_argument("--ranked", type=float, default=2.0, help="weight of the ranked probability score of scales")
    ap.add_argument("--bind", type=float, default=0.5, help="weight of the binding loss at the start")
    ap.add_argument("--bind-until", type=float, default=0.9, help="share of the time after which it is dropped")
    ap.add_argument("--bind-every", type=int, default=2, help="steps from one binding loss to the next, after the first tenth of the time")
    ap.add_argument("--end", type=float, default=0.01, help="share of the rate that is left at the end")
    ap.add_argument("--easy", type=float, default=0.05, help="share of the time spent on short choice rows only")
    ap.add_argument("--freeze", type=int, default=0, help="encoder layers from below that stay as they are")
    ap.add_argument("--workers", type=int, default=2)
    ap.add_argument("--data", default="train", help="rows to train on: data/<name>.jsonl")
    ap.add_argument("--limit", type=int, help="rows to read, for a trial")
    ap.add_argument("--start", help="a checkpoint to go on from instead of the base encoder; without the easy rows")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    meeting = os.path.join(a.out, "meeting")
    if os.path.exists(meeting):
        os.remove(meeting)
    for name in (a.data, "valid"):
        load(tokenizer(), name)
    mp.spawn(work, (a, os.getpid()), nprocs=a.workers)


if __name__ == "__main__":
    main()
