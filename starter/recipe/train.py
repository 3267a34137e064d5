"""Fine-tunes the decision model on data/train.jsonl within a budget of working minutes.

    python train.py --minutes 65 --out build/starter/run

One process of one thread per core, each with its own rows; gradients are averaged every step. On a machine that does other work too
this loses far less than two threads that wait for each other in every operation.
Time in which the processes were stopped does not count. The run saves its whole state every few minutes and goes on from there
if it is started again with the same --out. Selection looks at data/valid.jsonl only: labels and fields that no training row uses.
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

from network import Binder, batches, forward, fresh, load, logits_of, loss_of, tokenizer

EMA = 0.998


def by_origin(items, origins, logits):
    """Share of right answers per type and origin (a score counts within one level)."""
    right = {}
    for item, origin, z in zip(items, origins, logits):
        gold, answer = int(np.argmax(item["target"])), int(z.argmax())
        ok = abs(gold - answer) <= (1 if item["qtype"] == 1 else 0)
        for key in (("choice", "score", "noul")[item["qtype"]], origin):
            right.setdefault(key, []).append(ok)
    return {k: round(float(np.mean(v)), 3) for k, v in sorted(right.items())}


class WorkingClock:
    """Seconds spent in steps; a step that took far longer than its neighbours was a stop, and counts as one of them."""

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


def shared(buffer, parameters, share):
    """Averages the gradients over all workers, in place, and with them the share of the time that is over, which it returns."""
    at = 0
    for p in parameters:
        if p.grad is not None:
            buffer[at:at + p.numel()].copy_(p.grad.view(-1))
        else:
            buffer[at:at + p.numel()].zero_()
        at += p.numel()
    buffer[at] = share
    dist.all_reduce(buffer)
    buffer /= dist.get_world_size()
    at = 0
    for p in parameters:
        if p.grad is not None:
            p.grad.copy_(buffer[at:at + p.numel()].view_as(p))
        at += p.numel()
    return float(buffer[at])


def work(rank, a):
    dist.init_process_group("gloo", init_method="file://" + os.path.abspath(os.path.join(a.out, "meeting")), rank=rank, world_size=a.workers)
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    rng = random.Random(1000 * a.seed + rank)
    tok = tokenizer()
    train, _ = load(tok, "train", a.limit)
    valid, origins = load(tok, "valid", 700) if rank == 0 else ([], [])
    say = print if rank == 0 else lambda *values, **named: None
    say("rows %d, mean length %.1f" % (len(train), np.mean([len(x["ids"]) for x in train])), flush=True)

    model = fresh()
    if a.start:
        model.load_state_dict({k: v.float() for k, v in load_file(os.path.join(a.start, "model.safetensors")).items()})
        a.bind = a.easy = 0.0
    binder = Binder(model.encoder)
    learning = {n: p for n, p in model.named_parameters() if p.requires_grad}
    optimizer = torch.optim.AdamW([*learning.values(), *binder.map.parameters()], lr=a.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    average = {n: p.detach().clone() for n, p in learning.items()}
    clock, step, seen = WorkingClock(), 0, 0
    state_file = os.path.join(a.out, "state.pt")
    if os.path.exists(state_file):
        s = torch.load(state_file)
        model.load_state_dict(s["model"]), binder.map.load_state_dict(s["map"]), optimizer.load_state_dict(s["optimizer"])
        average, step, seen, clock = s["average"], s["step"], s["seen"], WorkingClock(s["spent"])
        rng.seed(1000 * a.seed + rank + 10 * step)

    def save():
        whole = {"model": model.state_dict(), "map": binder.map.state_dict(), "optimizer": optimizer.state_dict(), "average": average,
                 "step": step, "seen": seen, "spent": clock.spent}
        torch.save(whole, state_file + ".new")
        os.replace(state_file + ".new", state_file)
        clock.restart()

    easy = [x for x in train if x["qtype"] == 0 and len(x["markers"]) <= 5 and len(x["ids"]) < 45 and max(x["target"]) > 0.5]
    short, full = batches(easy, a.tokens, a.rows, rng), batches(train, a.tokens, a.rows, rng)
    log, saved = deque(maxlen=200), clock.spent
    model.train()
    clock.restart()
    gradients, share = torch.zeros(sum(p.numel() for p in [*learning.values(), *binder.map.parameters()]) + 1), 0.0
    while share < 1:
        group = next(short if share < a.easy else full)
        for g in optimizer.param_groups:
            g["lr"] = a.rate * min(1.0, (step + 1) / 80) * max(0.01, 1 - share)
        weight = a.bind * max(0.0, 1 - share / a.bind_until)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            b, logits, act = forward(model, group)
            bind = binder(group) if weight > 0 else torch.zeros(())
        loss, right = loss_of(logits, act, b)
        optimizer.zero_grad(set_to_none=True)
        (loss + weight * bind).backward()
        share = shared(gradients, [*learning.values(), *binder.map.parameters()], clock.spent / (a.minutes * 60))
        torch.nn.utils.clip_grad_norm_(learning.values(), 1.0)
        optimizer.step()
        step, seen = step + 1, seen + a.workers * len(group)
        if step % 4 == 0:
            decay = min(EMA, (1 + step) / (10 + step)) ** 4
            with torch.no_grad():
                for n, p in learning.items():
                    average[n].lerp_(p, 1 - decay)
        log.append((float(loss.detach()), float(right), float(bind.detach())))
        clock.tick()
        if step % 200 == 0:
            say("step %d rows %d min %.1f loss %.3f right %.3f bind %.3f rows/s %.1f" % (step, seen, clock.spent / 60, *np.mean(log, 0), seen / clock.spent), flush=True)
        if share * a.minutes * 60 - saved > 480:
            saved = share * a.minutes * 60
            if rank == 0:
                print("  valid", json.dumps(by_origin(valid, origins, logits_of(model, valid))), flush=True)
                save()
            dist.barrier()
            clock.restart()
    if rank:
        return
    save()
    last = {n: p.detach().clone() for n, p in learning.items()}
    for name, weights in (("last", last), ("average", average)):
        with torch.no_grad():
            for n, p in learning.items():
                p.copy_(weights[n])
        torch.save(model.state_dict(), os.path.join(a.out, name + ".pt"))
        print(name, json.dumps(by_origin(valid, origins, logits_of(model, valid))), "steps", step, "rows", seen, flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--minutes", type=float, default=65)
    ap.add_argument("--out", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--rate", type=float, default=2.5e-4)
    ap.add_argument("--tokens", type=int, default=1200, help="positions a batch and worker")
    ap.add_argument("--rows", type=int, default=20, help="rows a batch and worker at most")
    ap.add_argument("--bind", type=float, default=0.5, help="weight of the binding loss at the start")
    ap.add_argument("--bind-until", type=float, default=0.35, help="share of the time after which it is dropped")
    ap.add_argument("--easy", type=float, default=0.05, help="share of the time spent on short choice rows only")
    ap.add_argument("--workers", type=int, default=2)
    ap.add_argument("--limit", type=int, help="rows to read, for a trial")
    ap.add_argument("--start", help="a checkpoint to go on from instead of the base encoder; without the binding loss and the easy rows")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    meeting = os.path.join(a.out, "meeting")
    if os.path.exists(meeting):
        os.remove(meeting)
    for name in ("train", "valid"):
        load(tokenizer(), name)
    mp.spawn(work, (a,), nprocs=a.workers)


if __name__ == "__main__":
    main()
