"""The losses of all rounds. Logits and targets are [rows, options], padded; `b` holds a batch's tensors."""

import torch

CHOICE, SCORE = 0, 1  # numbers of two question types; the third is noul


def apart(clean, worn, order, mask):
    """Mean of both Kullback-Leibler divergences between the answers to rows and to their worn forms, logits [pairs, options]
    each; option i of a worn form is the row's option order[i]."""
    p = clean.gather(1, order).masked_fill(~mask, -1e4).log_softmax(-1)
    q = worn.log_softmax(-1)
    return ((p.exp() - q.exp()) * (p - q)).masked_fill(~mask, 0).sum(-1).mean()


def loss_of(logits, act, b, ranked, softened=0.5, acting=0.03):
    """Cross entropy, and for scales also the ranked probability score; the act head learns whether the top answer is
    right.

    If the target is a judgement on every option, the softened loss also teaches the judgement of unlikely options."""
    logp = torch.log_softmax(logits, -1)
    target, mask = b["target"], b["marker_mask"]
    entropy = -(target * logp.masked_fill(~mask, 0)).sum(-1)
    p = logp.exp() * mask
    k = mask.sum(-1).clamp(min=2).float()
    rps = (((p.cumsum(-1) - target.cumsum(-1)) ** 2) * mask).sum(-1) / (k - 1)
    judged = (b["qtype"] == CHOICE) & (target.amax(-1) < 1)
    right = logits.argmax(-1) == target.argmax(-1)
    act_loss = torch.nn.functional.cross_entropy(act.float(), (~right).long())
    rows = entropy + ranked * (b["qtype"] == SCORE).float() * rps + softened * judged.float() * divergence(logits, target, mask)
    return rows.mean() + acting * act_loss, right.float().mean()


def divergence(logits, target, mask, heat=3.0):
    """Kullback-Leibler divergence of the answers from the targets, both at this temperature, times its square;
    [rows]."""
    wanted = (target.clamp(min=1e-6).log() / heat).masked_fill(~mask, -1e4).log_softmax(-1)
    given = torch.log_softmax((logits / heat).masked_fill(~mask, -1e4), -1)
    return heat**2 * (wanted.exp() * (wanted - given)).masked_fill(~mask, 0).sum(-1)
