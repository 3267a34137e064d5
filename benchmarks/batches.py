#!/usr/bin/env python3
"""Measures the path of many small requests: 300 tickets and four questions about each, asked in different ways.

  batches.py --ours ./serve [--checkpoints DIR] [--variant float32 --variant int8:SERVICE_PRECISION=int8 ...]
             [--before 'java -jar OTHER/server/target/decision-service.jar'] [--threads 2] [--rounds 5] [--json OUT]

one_by_one: one request per ticket with all its questions, the next one after the answer. clients8: the same from eight
connections. batch: requests of 64 tickets. one_question: one request per ticket and question. Every variant is a service
of its own with these settings; --before adds another build with the first variant's. All run from the start, and take
turns in every way and round. Ratios are computed round by round; of times and ratios the smallest, middle and largest are
reported. Without --checkpoints, it is the bundled starter. Uses only the standard library and loopback.
"""
import argparse
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import shlex
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
import tickets

LARGEST_BATCH = 64
CLIENTS = 8
STARTER = machine.ROOT / "starter" / "checkpoint"


class Variant:
    def __init__(self, name, command, settings):
        self.name = name
        self.service = running.Service(shlex.split(command), machine.ROOT / "target" / ("batches-%s.log" % name), **settings)

    def ask(self, path, bodies):
        """The answers of these requests, sent one after the other on one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=600)
        answers = []
        with contextlib.closing(connection):
            for body in bodies:
                connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
                response = connection.getresponse()
                answer = response.read()
                if response.status != 200:
                    sys.exit("%s answered %d: %s" % (self.name, response.status, answer[:300]))
                answers.append(json.loads(answer))
        return answers


def one_by_one(variant, states):
    return [a["answers"] for a in variant.ask("/v1/systemone", [{"state": s, "questions": tickets.QUESTIONS} for s in states])]


def clients8(variant, states):
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        shares = pool.map(lambda i: one_by_one(variant, states[i::CLIENTS]), range(CLIENTS))
    answers = [None] * len(states)
    for i, share in enumerate(shares):
        answers[i::CLIENTS] = share
    return answers


def batch(variant, states):
    bodies = [{"states": states[i:i + LARGEST_BATCH], "questions": tickets.QUESTIONS} for i in range(0, len(states), LARGEST_BATCH)]
    return [result["answers"] for answer in variant.ask("/v1/systemone/batch", bodies) for result in answer["results"]]


def one_question(variant, states):
    bodies = [{"state": s, "questions": {name: question}} for s in states for name, question in tickets.QUESTIONS.items()]
    answers = [a["answers"] for a in variant.ask("/v1/systemone", bodies)]
    width = len(tickets.QUESTIONS)
    return [{name: answer for one in answers[i:i + width] for name, answer in one.items()} for i in range(0, len(answers), width)]


WAYS = {"one_by_one": one_by_one, "clients8": clients8, "batch": batch, "one_question": one_question}


def probabilities(answers):
    given = [one for answer in answers for one in answer.values()]
    return [p for one in given for p in (one["probabilities"].values() if "probabilities" in one else [one["noul"]])]


def difference(answers, others):
    """Largest difference of a probability."""
    return round(max(abs(a - b) for a, b in zip(probabilities(answers), probabilities(others), strict=True)), 6)


def measure(variants, states, rounds):
    """Seconds by way and variant, and the last answers by way and variant."""
    seconds = {way: {v.name: [] for v in variants} for way in WAYS}
    answers = {}
    for variant in variants:
        for ask in WAYS.values():
            ask(variant, states[:20])                    # warm-up
    for _ in range(rounds):
        for way, ask in WAYS.items():
            for variant in variants:
                begin = time.perf_counter()
                answers[way, variant.name] = ask(variant, states)
                seconds[way][variant.name].append(time.perf_counter() - begin)
    return seconds, answers


def ratios(numerators, denominators):
    return machine.spread([a / b for a, b in zip(numerators, denominators, strict=True)], 2)


def report(variants, seconds, answers):
    first = variants[0].name
    out = {}
    for variant in (v.name for v in variants):
        out[variant] = {}
        for way, of in seconds.items():
            row = {"seconds": machine.spread(of[variant], 2)}
            if way != "one_by_one":
                row["times_as_fast_as_one_by_one"] = ratios(seconds["one_by_one"][variant], of[variant])
                row["largest_difference_from_one_by_one"] = difference(answers[way, variant], answers["one_by_one", variant])
            if variant != first:
                row["times_as_fast_as_" + first] = ratios(of[first], of[variant])
                row["largest_difference_from_" + first] = difference(answers[way, variant], answers[way, first])
            out[variant][way] = row
            print(variant, way, row, flush=True)
    return out


def parsed(text):
    name, _, settings = text.partition(":")
    return name, dict(pair.split("=", 1) for pair in settings.split(",") if pair)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default=str(running.SERVE))
    parser.add_argument("--checkpoints")
    parser.add_argument("--variant", action="append", metavar="NAME[:VARIABLE=VALUE,...]")
    parser.add_argument("--before")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--tickets", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    args = parser.parse_args()
    wanted = [parsed(text) for text in args.variant or ["float32", "int8:SERVICE_PRECISION=int8"]]
    directory = os.path.abspath(args.checkpoints) if args.checkpoints else None
    common = {"SERVICE_CHECKPOINTS": directory, "SERVICE_THREADS": args.threads}
    begun = machine.begin(os.path.join(directory, "english") if directory else STARTER)
    with contextlib.ExitStack() as stack:
        variants = [Variant(name, args.ours, {**common, **settings}) for name, settings in wanted]
        if args.before:
            variants.append(Variant("before", args.before, {**common, **wanted[0][1]}))
        for variant in variants:
            stack.callback(variant.service.stop)
        for variant in variants:
            variant.service.await_ready(600)
        states = tickets.tickets(args.tickets)
        seconds, answers = measure(variants, states, args.rounds)
        measured = report(variants, seconds, answers)
        memory = {v.name: {name: round(running.memory_mib(v.service.process.pid, name)) for name in ("VmRSS", "VmHWM")} for v in variants}
    print("memory", memory)
    if args.json:
        with open(args.json, "w") as f:
            json.dump({**machine.end(begun), "threads": args.threads, "tickets": args.tickets, "rounds": args.rounds,
                       "memory_mib": memory, **measured}, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
