#!/usr/bin/env python3
"""Measures starts: from the command to the first answer, without and with what an earlier start has kept.

  starts.py CASE [CASE ...] [--checkpoints DIR] [--ours './serve'] [--laya-python PATH/TO/venv/bin/python]
            [--starts 5] [--judged 5] [--threads 2] [--folder DIR] [--json OUT]

A CASE is a precision, on ONNX Runtime, or an engine and a precision: float32, int8, pytorch/bf16, auto. DIR holds english/
(make one with make_checkpoint.py DIR/english); without it, the bundled starter serves. For each case `prepare` fills an empty
folder, which is timed; then the kinds of starts take turns (A B C A B C ...), --starts times each: with SERVICE_PREPARED=off,
with that folder, and laya-serve in float32 if it is named. A start without that folder judges int8 and bf16; --judged limits
how often. With --folder, that folder is used instead of an empty one, and `prepare` finds there what it made before. Each kind
of start was made once before, so files are in the memory of the system. "ready" is the first answer of /health, "answer" the
end of the first decision, "processor" the time of all cores until then; each is smallest, middle, largest.

Afterwards one process and then two at once serve from the folder and without it: "pss" is the memory of the process with
shared pages divided by the number of processes that share them. Uses only the standard library and loopback.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

QUESTION = {"state": "I was charged twice this month, I want my money back.", "model": "english", "questions": {
    "queue": {"type": "choice", "instructions": "Which team?", "criteria": {"billing": "charges", "other": None}}}}


class Start:
    """A server from its command to its first answer; stopped at the end of a `with` block."""

    def __init__(self, command, environment, port, log):
        self.port = port
        begun = time.perf_counter()
        with open(log, "w") as out:
            self.process = subprocess.Popen(command, env=environment, stdout=out, stderr=out)
        while True:
            if self.process.poll() is not None:
                sys.exit("%s ended at its start, see %s" % (command, log))
            with contextlib.suppress(OSError):
                if running.call(port, "GET", "/health", timeout=5)[0] == 200:
                    break
            time.sleep(0.01)
        ready = time.perf_counter() - begun
        status, _, text = running.call(port, "POST", "/v1/systemone", json.dumps(QUESTION).encode(),
                                       {"Content-Type": "application/json"}, 600)
        if status != 200:
            sys.exit("%s answered %d: %s" % (command, status, text))
        self.seconds = {"ready": ready, "answer": time.perf_counter() - begun,
                        "processor": running.processor_seconds(self.process.pid) or 0}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        running.stop(self.process)

    def pss(self):
        """MiB by kind."""
        with open("/proc/%d/smaps_rollup" % self.process.pid) as f:
            figures = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in f if line.endswith("kB\n")}
        return {"pss": round(figures["Pss"]), "private": round(figures["Private_Clean"] + figures["Private_Dirty"]),
                "resident": round(figures["Rss"])}


def settings(args, case, prepared):
    engine, _, precision = case.rpartition("/")
    checkpoints = {"SERVICE_CHECKPOINTS": os.path.abspath(args.checkpoints)} if args.checkpoints else {"SERVICE_CHECKPOINTS": "starter"}
    return {**checkpoints, "SERVICE_MODELS": "english", "SERVICE_PRELOAD": 1, "SERVICE_THREADS": args.threads,
            "SERVICE_ENGINE": engine or "onnx", "SERVICE_PRECISION": precision, "SERVICE_PREPARED": prepared}


def ours(args, case, prepared, work):
    [port] = running.free_ports(1)
    return Start(shlex.split(args.ours), running.environment(port, **settings(args, case, prepared)), port, work / "ours.log")


def laya(args, work):
    [port] = running.free_ports(1)
    directory = os.path.join(os.path.abspath(args.checkpoints), "english") if args.checkpoints else str(running.ROOT / "starter/checkpoint")
    return Start([args.laya_python, "-m", "laya.serve"], {
        **os.environ, "LAYA_HOST": "127.0.0.1", "LAYA_PORT": str(port), "LAYA_MODELS": "english", "LAYA_PRELOAD": "1",
        "LAYA_EXTRA_MODELS": json.dumps({"english": directory}), "LAYA_DEFAULT_MODEL": "english",
        "LAYA_THREADS": str(args.threads), "LAYA_DEVICE": "cpu", "HF_HUB_OFFLINE": "1"}, port, work / "laya.log")


def prepare(args, case, folder, work):
    """Seconds that the command takes, and what it leaves."""
    begun = time.perf_counter()
    with open(work / "prepare.log", "w") as log:
        done = subprocess.run([*shlex.split(args.ours), "prepare"], stdout=log, stderr=log, check=False,
                              env=running.environment(0, **settings(args, case, folder)))
    if done.returncode:
        sys.exit("prepare ended with %d, see %s" % (done.returncode, work / "prepare.log"))
    size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) >> 20
    last = (work / "prepare.log").read_text().strip().splitlines()[-1]
    return {"prepare_s": round(time.perf_counter() - begun, 2), "kept_mib": size, "said": last}


def shared(args, case, prepared, work):
    """What one process holds, and what two hold that run at once."""
    with ours(args, case, prepared, work) as first:
        one = first.pss()
        with ours(args, case, prepared, work) as second:
            two = [first.pss(), second.pss()]
    return {"one": one, "two": two, "two_over_one": round(sum(each["pss"] for each in two) / one["pss"], 2)}


def measure(args, case, work):
    folder = pathlib.Path(args.folder).resolve() if args.folder else work / case.replace("/", "-")
    folder.mkdir(exist_ok=True)
    row = prepare(args, case, folder, work)
    kinds = {"off": lambda: ours(args, case, "off", work), "prepared": lambda: ours(args, case, folder, work)}
    if args.laya_python:
        kinds["laya"] = lambda: laya(args, work)
    judges = not case.endswith("float32")
    seconds = {kind: [] for kind in kinds}
    for turn in range(-1, args.starts):
        for kind, start in kinds.items():
            if kind == "off" and judges and turn >= args.judged:
                continue
            if kind == "off" and judges and turn < 0:
                continue  # What it reads was read by the command.
            with start() as server:
                if turn >= 0:
                    seconds[kind].append(server.seconds)
    for kind, starts in seconds.items():
        row[kind] = {name: machine.spread([each[name] for each in starts], 2) for name in starts[0]} if starts else None
        print(case, kind, row[kind], flush=True)
    if args.laya_python:
        row["answer_over_laya"] = machine.spread(
            [a["answer"] / b["answer"] for a, b in zip(seconds["prepared"], seconds["laya"], strict=True)], 2)
    row["memory_prepared"] = shared(args, case, folder, work)
    if not judges:
        row["memory_off"] = shared(args, case, "off", work)
    print(case, {name: row[name] for name in row if name not in seconds}, flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+", metavar="CASE")
    parser.add_argument("--checkpoints")
    parser.add_argument("--ours", default=str(running.SERVE))
    parser.add_argument("--laya-python")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--judged", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--folder")
    parser.add_argument("--json")
    args = parser.parse_args()
    directory = os.path.join(args.checkpoints, "english") if args.checkpoints else str(running.ROOT / "starter/checkpoint")
    report = {**machine.begin(directory), "threads": args.threads}
    with tempfile.TemporaryDirectory() as work:
        for case in args.cases:
            report[case] = measure(args, case, pathlib.Path(work))
            if args.json:
                pathlib.Path(args.json).write_text(json.dumps(machine.end(report), indent=1) + "\n")


if __name__ == "__main__":
    main()
