#!/usr/bin/env python3
"""Compares choices with many options with laya-serve (the public Python server), both answering by elimination in groups:
SERVICE_TOURNAMENT_GROUP here, LAYA_TOURNAMENT_GROUP there.

  elimination.py --checkpoint DIR --ours ./serve --laya-python PATH/TO/venv/bin/python \
                 [--rows 500] [--first 0] [--options 150] [--group 16] [--threads 2] [--json OUT]

Every row is a request with a state and one choice of its own, whose labels are drawn at random. Both servers get each row,
taking turns in being first. Winners, finalists, rounds and tokens are compared row by row, and every row that differs is
reported with both winners and their probabilities. The ratio theirs/ours of the times (above 1: ours is faster) is that of
the sums over ten blocks of rows. Uses only the standard library and loopback.
"""
import argparse
import json
import os
import pathlib
import random
import sys

import side_by_side

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

BLOCKS = 10


def rows(count, options):
    """The same rows in every run."""
    rng = random.Random(7)
    pairs = ["%s %s" % (a, b) for a in side_by_side.WORDS for b in side_by_side.WORDS if a != b]
    for i in range(count):
        labels = rng.sample(pairs, options)
        described = {label: side_by_side.text(3, 1000 * i + n) if n % 3 == 0 else "" for n, label in enumerate(labels)}
        yield {"state": side_by_side.text(rng.randint(5, 60), i), "model": "english",
               "questions": {"topic": {"type": "choice", "instructions": "Which topic is it about?", "criteria": described}}}


def compare(ours, theirs):
    """What differs between two answers: nothing, or a description."""
    a, b = ours["answers"]["topic"], theirs["answers"]["topic"]
    different = {}
    for name, left, right in (("winner", a["choice"], b["choice"]), ("elimination", a["x_tournament"], b["x_tournament"]),
                              ("input_tokens", ours["usage"]["input_tokens"], theirs["usage"]["input_tokens"])):
        if left != right:
            different[name] = [left, right]
    if different:
        different["probabilities"] = [{c: p["probabilities"][c] for c in (a["choice"], b["choice"])} for p in (a, b)]
    return different


def farthest(ours, theirs):
    """The largest difference of a probability or confidence, if the finalists are the same."""
    a, b = ours["answers"]["topic"], theirs["answers"]["topic"]
    if a["x_tournament"] != b["x_tournament"]:
        return 0.0
    return max(abs(a[n] - b[n]) for n in ("confidence", "answer_confidence")) if a["probabilities"] == b["probabilities"] else max(
        abs(a["probabilities"][label] - b["probabilities"][label]) for label in a["probabilities"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--laya-python", required=True)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="leave out this many rows, which another run had")
    parser.add_argument("--options", type=int, default=150)
    parser.add_argument("--group", type=int, default=16)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--json")
    args = parser.parse_args()
    directory = os.path.abspath(args.checkpoint)
    begun = machine.begin(directory)
    ports = running.free_ports(2)
    ours = side_by_side.Server("ours", args.ours, running.environment(
        ports[0], SERVICE_CHECKPOINTS=directory, SERVICE_THREADS=args.threads, SERVICE_TOURNAMENT_GROUP=args.group), ports[0])
    servers = [ours]
    try:
        servers.append(side_by_side.Server("laya", args.laya_python + " -m laya.serve", {
            **os.environ, "LAYA_HOST": "127.0.0.1", "LAYA_PORT": str(ports[1]), "LAYA_MODELS": "english", "LAYA_PRELOAD": "1",
            "LAYA_EXTRA_MODELS": json.dumps({"english": directory}), "LAYA_DEFAULT_MODEL": "english", "LAYA_DEVICE": "cpu",
            "LAYA_THREADS": str(args.threads), "HF_HUB_OFFLINE": "1", "LAYA_TOURNAMENT_GROUP": str(args.group)}, ports[1]))
        report = measure(servers, list(rows(args.first + args.rows, args.options))[args.first:])
    finally:
        for server in servers:
            server.stop()
    print("%d rows, %d with another winner, %d different in anything; probabilities within %.4f" % (
        report["rows"], report["other_winner"], len(report["different"]), report["largest_probability_difference"]))
    print("theirs/ours %.2f-%.2f-%.2f" % tuple(report["theirs_over_ours"]), report["ms_per_row"])
    if args.json:
        chosen = {"threads": args.threads, "first": args.first, "options": args.options, "group": args.group}
        pathlib.Path(args.json).write_text(json.dumps({**machine.end(begun), **chosen, **report}, indent=1) + "\n")


def measure(servers, requests):
    for server in servers:
        server.timed("/v1/systemone", requests[0])    # warm-up
    times, different, largest = {s.name: [] for s in servers}, [], 0.0
    for i, request in enumerate(requests):
        answers = {}
        for server in servers if i % 2 == 0 else reversed(servers):
            seconds, answers[server.name] = server.timed("/v1/systemone", request)
            times[server.name].append(1000 * seconds)
        difference = compare(answers["ours"], answers["laya"])
        largest = max(largest, farthest(answers["ours"], answers["laya"]))
        if difference:
            different.append({"row": i, **difference})
    size = max(1, len(requests) // BLOCKS)
    blocks = [{name: sum(of[n:n + size]) for name, of in times.items()} for n in range(0, len(requests), size)]
    return {"rows": len(requests), "other_winner": sum("winner" in d for d in different), "different": different,
            "largest_probability_difference": round(largest, 4),
            "theirs_over_ours": machine.spread([b["laya"] / b["ours"] for b in blocks], 2),
            "ms_per_row": {name: machine.spread(of, 1) for name, of in times.items()}}


if __name__ == "__main__":
    main()
