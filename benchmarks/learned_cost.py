#!/usr/bin/env python3
"""What learned questions cost: a pass that returns the vectors of the states beside one that does not, and requests with learned
questions beside the same requests without (`"learned": false`).

  learned_cost.py [--json OUT] [--pairs 100] [--blocks 40] [--engine onnx]

On a built service with its benchmarks (./check), on the bundled starter, one compute thread. Everything is measured in turn, as
pairs whose order changes, and given as a rate: the time without divided by the time with, the mean over the pairs and its
standard error. Passes are measured by the processor time of their thread. Requests are measured in blocks, by the processor time
of the service, to a hundredth of a second, and by the clock; the clock of a machine that does other work says little.
"""
import argparse
import hashlib
import http.client
import json
import math
import os
import pathlib
import random
import struct
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

STARTER = machine.ROOT / "starter" / "checkpoint"
WIDTH = json.loads((STARTER / "encoder" / "config.json").read_text())["hidden_size"]
BUILT = machine.ROOT / "server" / "target"
BLOCK_SECONDS = 2
QUESTIONS = {
    "team": {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "technical", "sales", "other"]},
    "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["calm", "firm", "angry"]},
    "refund": {"type": "noul", "instructions": "The customer asks for money back."},
}
TICKET = "Hello, I was charged twice for my subscription this month. Please refund the second payment as soon as you can."


def texts(question):
    """The options as the model reads them."""
    return {"choice": lambda: question["criteria"],
            "score": lambda: ["level %d: %s" % each for each in enumerate(question["criteria"])],
            "noul": lambda: ["false: no, the statement does not hold", "true: yes, the statement holds"]}[question["type"]]()


def wording(question):
    """As core.decoding.Wording makes it of these texts, whose options are in no order if it is a choice."""
    options = sorted(texts(question)) if question["type"] == "choice" else texts(question)
    framed = "".join("%d:%s" % (len(text), text) for text in [question["type"], question["instructions"], *options])
    return hashlib.sha256(framed.encode()).hexdigest()[:16]


def learned_file(path, revision):
    """Random numbers of the shape that `learn` writes: what is learned does not change what it costs."""
    draw = random.Random(1)
    tensors, described, data = {}, {}, b""
    for question in QUESTIONS.values():
        key, count = wording(question), len(texts(question))
        described[key] = {"type": question["type"], "instructions": question["instructions"], "options": texts(question),
                          "labels": [25] * count, "narrowed": False, "scale": 1.0}
        shapes = {"weights": [count, 6 * WIDTH], "bias": [count], "mean": [4 * WIDTH], "spread": [2 * WIDTH], "held_out": [100]}
        for name, shape in shapes.items():
            numbers = [draw.random() for _ in range(math.prod(shape))]
            tensors[key + "." + name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + 4 * len(numbers)]}
            data += struct.pack("<%df" % len(numbers), *numbers)
    metadata = {"format": "decision-service.learned", "version": "2", "checkpoint": revision, "questions": json.dumps(described)}
    header = json.dumps({"__metadata__": metadata, **tensors}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)


def spread(ratios):
    mean = sum(ratios) / len(ratios)
    error = math.sqrt(sum((each - mean) ** 2 for each in ratios) / (len(ratios) - 1) / len(ratios))
    return {"pairs": len(ratios), "mean": round(mean, 4), "error": round(error, 4), "median": round(sorted(ratios)[len(ratios) // 2], 4)}


def passes(run):
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    jars = [machine.ROOT / "benchmarks" / "target" / "classes", BUILT / "engines" / run.engine / "*", BUILT / "libs" / "*"]
    command = [java, "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-Dai.djl.offline=true", "-cp", ":".join(map(str, jars)),
               "org.decisionservice.benchmarks.StateVectorsPasses", STARTER, run.engine, str(run.pairs)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    ratios = {}
    for shape, without, with_vectors in (line.split("\t") for line in out.splitlines()):
        ratios.setdefault(shape, []).append(float(without) / float(with_vectors))
    return {shape: spread(own) for shape, own in ratios.items()}


class Requests:
    """Asks one service again and again."""

    def __init__(self, service, path, body):
        self.service, self.path = service, path
        body = {**body, "questions": QUESTIONS, "model": "english"}
        self.bodies = [json.dumps({**body, "learned": learned}).encode() for learned in (False, True)]
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        started = time.monotonic()
        for i in range(20):
            self.ask(i % 2)
        self.count = max(4, round(BLOCK_SECONDS / (time.monotonic() - started) * 20))

    def ask(self, learned):
        self.connection.request("POST", self.path, self.bodies[learned], {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        text = response.read()
        if response.status != 200:
            sys.exit("%d: %s" % (response.status, text))

    def block(self, learned):
        """Processor seconds and seconds of the clock."""
        begun = time.monotonic(), running.processor_seconds(self.service.process.pid)
        for _ in range(self.count):
            self.ask(learned)
        return running.processor_seconds(self.service.process.pid) - begun[1], time.monotonic() - begun[0]

    def ratios(self, pairs):
        found = []
        for pair in range(pairs):
            order = (0, 1) if pair % 2 == 0 else (1, 0)
            taken = dict((learned, self.block(learned)) for learned in order)
            found.append([without / with_learned for without, with_learned in zip(taken[0], taken[1], strict=True)])
        processor, clock = zip(*found, strict=True)
        return {"requests_in_a_block": self.count, "processor": spread(processor), "clock": spread(clock)}


def requests(run):
    folder = machine.ROOT / "target"
    folder.mkdir(exist_ok=True)
    file = folder / "learned-cost.safetensors"
    learned_file(file, "sha256:" + hashlib.sha256((STARTER / "model.safetensors").read_bytes()).hexdigest()[:12])
    settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_FITTED": file, "SERVICE_THREADS": 1, "SERVICE_ENGINE": run.engine,
                "SERVICE_LOG_LEVEL": "warning"}
    with running.Service([running.SERVE], folder / "learned-cost.log", **settings) as service:
        service.await_ready()
        one = Requests(service, "/v1/systemone", {"state": TICKET})
        # Both are compiled before anything counts.
        one.ratios(4)
        one_state = one.ratios(run.blocks)
        # Connected only now: the service closes a connection that waits for minutes.
        many = Requests(service, "/v1/systemone/batch", {"states": [f"{n} {TICKET}" for n in range(16)]})
        return {"one state": one_state, "16 states": many.ratios(run.blocks)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--engine", default="onnx")
    parser.add_argument("--pairs", type=int, default=100, help="of passes")
    parser.add_argument("--blocks", type=int, default=40, help="pairs of blocks of requests")
    run = parser.parse_args()
    begun = machine.begin(STARTER)
    report = {"engine": run.engine, "passes": passes(run), "requests": requests(run), **machine.end(begun)}
    if run.json:
        run.json.write_text(json.dumps(report, indent=1) + "\n")
    for shape, own in report["passes"].items():
        print("pass, %-12s %.4f ± %.4f" % (shape, own["mean"], own["error"]))
    for kind, own in report["requests"].items():
        said = ", ".join("%s %.4f ± %.4f" % (by, own[by]["mean"], own[by]["error"]) for by in ("processor", "clock"))
        print("%-18s %s" % (kind, said))


if __name__ == "__main__":
    main()
