#!/usr/bin/env python3
"""Compares both engines on a GPU with laya-serve there, on the same checkpoint, in one run.

  gpu.py --checkpoints DIR --ours 'java -jar server/target/decision-service.jar' --laya-python PATH/TO/venv/bin/python \
         [--precision fp16] [--rounds 11] [--warm 60] [--device cuda] [--json OUT]

DIR holds `english/` (make one with make_checkpoint.py DIR/english). Both engines need what docs/engines.md says of a GPU.
laya-serve runs in its default, which computes in 16 bits. All servers stand beside each other on the GPU and are asked in
turn. A server's memory is what nvidia-smi says of its process, which includes CUDA's context: once loaded, and at the end.
Differences are those of probabilities from ONNX Runtime in float32. Uses only the standard library and loopback.
"""
import argparse
import collections
import json
import os
import subprocess

import machine
import side_by_side
from side_by_side import running

REFERENCE, LAYA = "onnx float32", "laya-serve"


def scenarios():
    """Those of side_by_side, and batches that fill a GPU."""
    short = [side_by_side.text(40, 500 + i) for i in range(64)]
    long = [side_by_side.text(300, 700 + i) for i in range(16)]
    asked = {"questions": {"queue": side_by_side.QUEUE}, "model": "english"}
    return {**side_by_side.scenarios(),
            "batch64": ("/v1/systemone/batch", {"states": short, **asked}),      # sixty-four short states
            "words300": ("/v1/systemone/batch", {"states": long, **asked})}      # sixteen states of 300 words


def gpus():
    """Names, drivers and memory of the GPUs; empty without any."""
    return nvidia_smi("--query-gpu=name,driver_version,memory.total")


def gpu_mib(server):
    """What the server's process holds, or None."""
    held = dict(line.split(", ") for line in nvidia_smi("--query-compute-apps=pid,used_memory"))
    return next((int(held[str(pid)]) for pid in server.pids() if str(pid) in held), None)


def nvidia_smi(query):
    try:
        ran = subprocess.run(["nvidia-smi", query, "--format=csv,noheader,nounits"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return ran.stdout.splitlines()


def ours(engine, precision, args):
    [port] = running.free_ports(1)
    return side_by_side.Server("%s-%s" % (engine, precision), args.ours, running.environment(
        port, SERVICE_CHECKPOINTS=args.checkpoints, SERVICE_MODELS="english", SERVICE_PRELOAD=1, SERVICE_ENGINE=engine,
        SERVICE_DEVICE=args.device, SERVICE_PRECISION=precision), port)


def laya(args):
    [port] = running.free_ports(1)
    return side_by_side.Server("laya-serve", args.laya_python + " -m laya.serve", {
        **os.environ, "LAYA_HOST": "127.0.0.1", "LAYA_PORT": str(port), "LAYA_MODELS": "english", "LAYA_PRELOAD": "1",
        "LAYA_EXTRA_MODELS": json.dumps({"english": os.path.join(args.checkpoints, "english")}), "LAYA_DEFAULT_MODEL": "english",
        "LAYA_DEVICE": args.device, "HF_HUB_OFFLINE": "1"}, port)


def compared(times):
    """The spread of the times by server, and that of laya-serve's to each, round by round."""
    row = {name + ", ms": machine.spread(of, 1) for name, of in times.items()}
    return row | {"laya-serve / " + name: machine.spread([b / a for a, b in zip(of, times[LAYA], strict=True)], 2)
                  for name, of in times.items() if name != LAYA}


def measured(servers, path, body, args):
    times, answers = collections.defaultdict(list), {}
    for server in servers.values():
        for _ in range(args.warm):
            server.timed(path, body)
    for _ in range(args.rounds):
        for name, server in servers.items():
            seconds, answers[name] = server.timed(path, body)
            times[name].append(1000 * seconds)
    return compared(times), {name: side_by_side.probabilities(answer) for name, answer in answers.items()}


def concurrent(servers, args):
    path, body = scenarios()["one"]
    times = collections.defaultdict(list)
    for _ in range(args.rounds // 2):
        for name, server in servers.items():
            times[name].append(1000 / side_by_side.throughput(server, path, body))
    return compared(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoints", required=True, type=os.path.abspath)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--laya-python", required=True)
    parser.add_argument("--precision", default="fp16")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--warm", type=int, default=60)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--json")
    args = parser.parse_args()
    begun = {**machine.begin(os.path.join(args.checkpoints, "english")), "gpus": gpus()}
    servers, loaded = {}, {}
    report = {"precision": args.precision, "rounds": args.rounds, "warm": args.warm}
    try:
        for engine, precision in (("onnx", "float32"), ("onnx", args.precision), ("pytorch", args.precision), (LAYA, None)):
            name = "%s %s" % (engine, precision) if precision else engine
            servers[name] = ours(engine, precision, args) if precision else laya(args)
            loaded[name] = gpu_mib(servers[name])
            print(name, "ready after %.1f s" % servers[name].ready_s, loaded[name], "MiB", flush=True)
        report["ready_s"] = {name: round(server.ready_s, 1) for name, server in servers.items()}
        worst = collections.defaultdict(float)
        for scenario, (path, body) in scenarios().items():
            report[scenario], found = measured(servers, path, body, args)
            for name, probabilities in found.items():
                differences = [abs(a - b) for a, b in zip(probabilities, found[REFERENCE], strict=True)]
                worst[name] = max(worst[name], *differences)
            print(scenario, report[scenario], flush=True)
        report["concurrent, per answer"] = concurrent(servers, args)
        report["largest_difference"] = {name: round(of, 4) for name, of in worst.items()}
        report["gpu_mib"] = {name: {"loaded": loaded[name], "at the end": gpu_mib(server)} for name, server in servers.items()}
        report["memory_mib"] = {name: server.memory() for name, server in servers.items()}
        print({key: report[key] for key in ("concurrent, per answer", "largest_difference", "gpu_mib", "memory_mib")})
    finally:
        for server in servers.values():
            server.stop()
    if args.json:
        with open(args.json, "w") as f:
            json.dump({**machine.end(begun), **report}, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
