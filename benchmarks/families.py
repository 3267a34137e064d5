#!/usr/bin/env python3
"""Compares this service with the reference implementation of another family on the same checkpoint in one run.

  PYTHON families.py julia|decision-tune|tacet CHECKPOINT --ours ./serve [--ours-env SERVICE_PRECISION=int8 ...]
         [--requests 200] [--warm 20] [--threads 2] [--json OUT]

PYTHON has the reference: julia-mlx==0.2.0 with mlx[cpu]==0.32.*, or, with torch, decision_tune==1.0.0 or tacet==0.3.0.
CHECKPOINT is of the family (make_checkpoint.py --family). A request is a state of 20 to 120 words with three questions,
one of each type. The same requests go to both, alternately, after --warm ones that do not count; the service is asked
over loopback, the reference is called. The smallest, middle and largest times are reported, and how far probabilities are
apart, of which the service and Tacet's reference give 4 decimals.
"""
import argparse
import json
import math
import os
import pathlib
import random
import shlex
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
from side_by_side import QUEUE, REFUND, URGENCY, text

QUESTIONS = {"queue": QUEUE, "urgency": URGENCY, "refund": REFUND}


def softmax(logits):
    weights = [math.exp(value - max(logits)) for value in logits]
    return [weight / sum(weights) for weight in weights]


def numbers(answers):
    queue, urgency = (list(answers[name]["probabilities"].values()) for name in ("queue", "urgency"))
    return queue, urgency, answers["refund"]["noul"]


def julia(checkpoint, threads):
    from julia_mlx import load_model
    engine = load_model(checkpoint, embedding="resident")

    def answer(state):
        rows = [{"state": state, "question": QUEUE["instructions"], "type": "choice", "options": list(QUEUE["criteria"].values())},
                {"state": state, "question": URGENCY["instructions"], "type": "score", "options": URGENCY["criteria"]},
                {"state": state, "question": REFUND["instructions"], "type": "noul", "options": ["false", "true"]}]
        queue, urgency, refund = map(softmax, engine.logits(rows))
        return queue, urgency, refund[1]
    return answer


def decision_tune(checkpoint, threads):
    import torch
    from decision_tune.engine import DecisionModel
    torch.set_num_threads(threads)
    model = DecisionModel(str(checkpoint), backend="torch", device="cpu")

    def answer(state):
        return (list(model.choose(state, QUEUE["instructions"], QUEUE["criteria"])["probabilities"].values()),
                list(model.choose(state, URGENCY["instructions"], URGENCY["criteria"])["probabilities"].values()),
                model.yes_no(state, REFUND["instructions"]))
    return answer


def tacet(checkpoint, threads):
    import tacet as reference
    import torch
    torch.set_num_threads(threads)
    model = reference.load(str(checkpoint), device="cpu")

    def answer(state):
        return numbers(model.decide(state, QUESTIONS)["answers"])
    return answer


def served(service, state):
    body = json.dumps({"state": state, "questions": QUESTIONS}).encode()
    status, _, answer = running.call(service.port, "POST", "/v1/systemone", body, {"Content-Type": "application/json"}, 600)
    if status != 200:
        sys.exit("the service answered %d: %s" % (status, answer))
    return numbers(json.loads(answer)["answers"])


def apart(ours, theirs):
    """The largest difference of a probability, and how many decisions differ; a tie in the service's 4 decimals is none."""
    pairs = [(ours[0], theirs[0]), (ours[1], theirs[1]), ([1 - ours[2], ours[2]], [1 - theirs[2], theirs[2]])]
    return (max(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True)),
            sum(one[other.index(max(other))] < max(one) for one, other in pairs))


def timed(answer, state):
    begin = time.perf_counter()
    found = answer(state)
    return (time.perf_counter() - begin) * 1000, found


REFERENCES = {"julia": julia, "decision-tune": decision_tune, "tacet": tacet}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=list(REFERENCES))
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--ours-env", action="append", default=[])
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--warm", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json")
    args = parser.parse_args()
    report = machine.begin()
    reference = REFERENCES[args.family](args.checkpoint, args.threads)
    draw = random.Random(3)
    states = [text(draw.randint(20, 120), seed) for seed in range(args.warm + args.requests)]
    settings = dict(each.split("=", 1) for each in args.ours_env)
    times, differences, changed = {"ours": [], "theirs": []}, [], 0
    with tempfile.TemporaryDirectory() as work, running.Service(
            shlex.split(args.ours), os.path.join(work, "service.log"), SERVICE_MODEL_PATH=args.checkpoint.resolve(),
            SERVICE_CHECKPOINTS=None, SERVICE_THREADS=args.threads, **settings) as service:
        service.await_ready(600)
        for index, state in enumerate(states):
            ours, mine = timed(lambda each: served(service, each), state)
            theirs, other = timed(reference, state)
            if index >= args.warm:
                times["ours"].append(ours)
                times["theirs"].append(theirs)
                difference, moved = apart(mine, other)
                differences.append(difference)
                changed += moved
    report = machine.end(report) | {
        "family": args.family, "requests": args.requests, "questions": 3 * args.requests, "largest_difference": round(max(differences), 6),
        "other_decisions": changed, **{"%s_ms" % name: machine.spread(values, 1) for name, values in times.items()},
        "theirs_over_ours": machine.spread([b / a for a, b in zip(times["ours"], times["theirs"], strict=True)], 2)}
    print(json.dumps(report, indent=2))
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
