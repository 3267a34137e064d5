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

from network import Binder, fresh, loss_of
from second.batches import Batches

NAMES = "judged", "cases", "rest"
EMA = 0.998
SAY = 100  # steps between two lines of the log


class PartsBinder(Binder):
    """The binding loss over what `second.batches.parts` found."""

    def forward(self, p):
        embeddings, layers = self.alone(p)
        row, column, own = p["named"]
        named = torch.nn.functional.normalize(self.map(self.hidden[self.LAYERS[-1]][row, column]).float(), dim=-1) @ embeddings.T
        loss = self.DIRECTION * (1 - named.gather(1, own[:, None]).mean()) + torch.nn.functional.cross_entropy(named / 0.05, own)
        for layer, read in zip(self.LAYERS, layers, strict=True):
            here = self.hidden[layer][p["row"], p["column"]].float()
            near = torch.nn.functional.cosine_similarity(here, read[p["alone"]].float(), dim=-1)
            loss = loss + self.TOKENS / len(self.LAYERS) * (1 - near.mean())
        return loss

    @torch.no_grad()
    def alone(self, p):
        """Of parts read alone: unit vectors [parts, 384], and token outputs [positions, 384] of each layer."""
        embeddings, layers = torch.zeros(p["parts"], self.map.in_features, device=p["row"].device), [[] for _ in self.LAYERS]
        for some, ids in p["groups"]:
            mask = (ids > 0).long()
            out = self.base(input_ids=ids, attention_mask=mask, output_hidden_states=True).hidden_states
            mean = (out[-1].float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
            embeddings[some] = torch.nn.functional.normalize(mean, dim=-1)
            for k, layer in enumerate(self.LAYERS):
                layers[k].append(out[layer + 1].flatten(0, 1))
        return embeddings, [torch.cat(x) for x in layers]


def unsteadiness(logits, b):
    """How far the answers to worn rows are from those to the rows themselves: both Kullback-Leibler divergences."""
    mask = b["marker_mask"][b["worn"]]
    p = logits[b["clean"]].gather(1, b["order"][b["worn"]]).masked_fill(~mask, -1e4).log_softmax(-1)
    q = logits[b["worn"]].log_softmax(-1)
    return ((p.exp() - q.exp()) * (p - q)).masked_fill(~mask, 0).sum(-1).mean()


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
        apart = unsteadiness(logits, b) if len(b["worn"]) else 0.0
        optimizer.zero_grad(set_to_none=True)
        (loss + a.steady * apart + weight * bound).backward()
        torch.nn.utils.clip_grad_norm_(every, 1.0)
        optimizer.step()
        step, seen = step + 1, seen + len(logits)
        with torch.no_grad():
            torch._foreach_lerp_(average, [p.detach() for p in learning.values()], 1 - min(EMA, (1 + step) / (10 + step)))
        if step % SAY == 0:
            pace = seen / (time.monotonic() - began)
            print("step %d rows %d loss %.3f right %.3f apart %.3f rows/s %.0f" % (step, seen, loss.detach(), right, float(apart), pace), flush=True)
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
