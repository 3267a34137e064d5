#!/usr/bin/env python3
"""Compares the time of a long state read in windows with that of one row that holds all of it.

  windows_time.py URL CHECKPOINT [--rounds 10] [--json OUT]

URL is a service that serves CHECKPOINT, one with positions for 8,192 tokens: benchmarks/make_checkpoint.py makes one, in
the size "small" for any machine or "full", and SERVICE_MODEL_PATH serves it. A state of 18,000 characters, which just fits, is asked one
question in rows of 8,192 tokens and, in turn, in windows of 512 and of 128. The ratio windows/row is of the pair.
"""
import argparse
import json
import pathlib
import sys
import time
import urllib.request

import long_states
import machine

QUESTION = {"type": "noul", "instructions": "The customer asks for money back."}
ROW, WINDOWS = 8192, (512, 128)


def ask(url, state, **controls):
    """Seconds until the answer is read, and its usage."""
    body = json.dumps({"state": state, "questions": {"q": QUESTION}, **controls}).encode()
    started = time.perf_counter()
    with urllib.request.urlopen(url + "/v1/systemone", body) as response:
        answered = json.load(response)
    return time.perf_counter() - started, answered["usage"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    begun = machine.begin(options.checkpoint)
    times, usages = {size: [] for size in (ROW, *WINDOWS)}, {}
    for n in range(-1, options.rounds):
        state = long_states.without(n + 2, 18_000)
        for size in times:
            seconds, usages[size] = ask(options.url, state, max_len=size, windows=size != ROW)
            if n >= 0:
                times[size].append(seconds)
    if usages[ROW]["truncated"]:
        sys.exit("the state does not fit into %d tokens: it has %d" % (ROW, usages[ROW]["state_tokens"]))
    result = {**machine.end(begun), "rounds": options.rounds, "state_tokens": usages[ROW]["state_tokens"],
              "row_seconds": machine.spread(times[ROW], 3)}
    for size in WINDOWS:
        result["windows_of_%d" % size] = {
            "tokens_of_all_rows": usages[size]["input_tokens"], "seconds": machine.spread(times[size], 3),
            "ratio_to_row": machine.spread([a / b for a, b in zip(times[size], times[ROW], strict=True)], 3)}
    print(json.dumps(result, indent=1))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
