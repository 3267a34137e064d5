#!/usr/bin/env python3
"""Prints how much memory the built service holds while it computes rows of several lengths, and afterwards.

  scripts/measure/row_memory.py CHECKPOINT THREADS LENGTH... [SERVICE_NAME=VALUE ...]

CHECKPOINT is a folder, such as benchmarks/make_checkpoint.py makes. A line for each length: tokens of the row, seconds,
MiB resident before, at most and afterwards. Uses only the standard library; needs Linux."""
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
import running
from running import ROOT

WORDS = "account invoice payment charged twice refund please help with the order today".split()
STATE = " ".join(WORDS[i % len(WORDS)] for i in range(20_000))[:50_000]


def ask(port, length):
    """Tokens of the row that was computed."""
    body = {"state": STATE, "max_len": length, "questions": {"q": {"type": "noul", "instructions": "Is it about money?"}}}
    status, _, text = running.call(port, "POST", "/v1/systemone", json.dumps(body), timeout=3600)
    if status != 200:
        sys.exit("status %d: %s" % (status, text))
    return json.loads(text)["usage"]["input_tokens"]


def main(checkpoint, threads, *rest):
    lengths = [int(word) for word in rest if "=" not in word]
    settings = dict(word.split("=", 1) for word in rest if "=" in word)
    log = ROOT / "target/row-memory.log"
    with running.Service([running.SERVE], log, SERVICE_CHECKPOINTS=None, SERVICE_MODEL_PATH=checkpoint, SERVICE_PRELOAD=1,
                         SERVICE_THREADS=threads, **settings) as service:
        service.await_ready(3600)
        for _ in range(3):
            ask(service.port, 256)
        print("tokens seconds before at_most after")
        for length in lengths:
            before = service.resident_mib()
            running.forget_peak(service.process.pid)
            began = time.monotonic()
            tokens = ask(service.port, length)
            seconds = time.monotonic() - began
            most = running.memory_mib(service.process.pid, "VmHWM")
            print("%6d %7.1f %6d %7d %5d" % (tokens, seconds, before, most, service.resident_mib()), flush=True)


if len(sys.argv) < 4:
    sys.exit(__doc__)
main(*sys.argv[1:])
