#!/usr/bin/env python3
"""What scale costs: scale.py prints the tables of docs/scale.md, reckoned from the raw results of reproduce.sh and the limits of deploy/.

  scale.py            prints them
  scale.py --write    writes them into docs/scale.md
  scale.py --check    ends with 1 if docs/scale.md differs (scripts/check/lint.sh)

A request, and a row, is one question about a short ticket. Cores come from the results one-thread-*.json, a pod of one thread each.
GPUs are those of gpu.py, gpu-*.json; where none was measured, the columns say so."""
import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
PAGE = ROOT / "docs" / "scale.md"
BEGIN, END = "<!-- benchmarks/scale.py writes what follows -->\n", "<!-- until here -->\n"
CHECKPOINTS = {"starter": 26_512_390, "full size": 421_294_087}
PRECISIONS = ("float32", "int8")
RATES = (10, 100, 1_000, 10_000)
MILLIONS = (1, 50, 1_000)
NIGHT_HOURS = 8


def result(name):
    return json.loads((RESULTS / (name + ".json")).read_text())


def limit(file, name):
    return int(re.search(rf"\b{name}: (\d+)", (ROOT / "deploy/kubernetes/base" / file).read_text())[1])


LEAST, MOST = limit("autoscaler.yaml", "minReplicas"), limit("autoscaler.yaml", "maxReplicas")
BUSY = limit("autoscaler.yaml", "averageUtilization") / 100
EXECUTOR_HEAP_GIB = 1  # spark.executor.memory of scripts/check/spark.sh; weights are outside of it


class Measured:
    """One process that serves one checkpoint: seconds of it for each answer while eight callers ask, and its memory."""

    def __init__(self, figures):
        self.figures = figures
        self.seconds = self.middle("concurrent", "ours_ms_per_answer") / 1000
        self.gib = figures["memory_mib"]["ours"]["VmHWM"] / 1024

    def middle(self, scenario, unit="ours_ms"):
        return self.figures[scenario][unit][1]

    def pods(self, rate):
        """The rule of docs/kubernetes.md."""
        return max(LEAST, math.ceil(rate * self.seconds / BUSY))


def on_cores(checkpoint, precision):
    measured = Measured(result("one-thread-" + ("" if checkpoint == "full size" else "starter-") + precision))
    if measured.figures["threads"] != 1 or measured.figures["weights"]["count"] != CHECKPOINTS[checkpoint]:
        sys.exit(f"the result of {checkpoint}, {precision} is of another checkpoint or of several threads")
    return measured


class MeasuredOnGpu:
    """One process on one GPU, as gpu.py has measured it: the engine that is fastest with sixty-four short states."""

    def __init__(self, figures):
        self.figures = figures
        ours = [key for key in figures["batch64"] if key.endswith(", ms") and not key.startswith("laya-serve")]
        self.name = min(ours, key=lambda key: figures["batch64"][key][1])
        self.seconds = self.middle("concurrent, per answer") / 1000

    def middle(self, scenario):
        return self.figures[scenario][self.name][1]


def on_gpu(checkpoint):
    """The fastest that was measured on a GPU, or None."""
    results = [json.loads(file.read_text()) for file in sorted(RESULTS.glob("gpu-*.json"))]
    found = [MeasuredOnGpu(figures) for figures in results if figures["weights"]["count"] == CHECKPOINTS[checkpoint]]
    return min(found, key=lambda each: each.seconds, default=None)


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def short(number):
    """Two digits of a number, all of one that has more before its point."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def requests(cores, gpus):
    rows = []
    for checkpoint in CHECKPOINTS:
        for rate in RATES:
            row = [checkpoint, f"{rate:,}"]
            for precision in PRECISIONS:
                measured = cores[checkpoint, precision]
                pods = measured.pods(rate)
                row += [f"{pods:,}" + (" *" if pods > MOST else ""), short(pods * measured.gib)]
            gpu = gpus[checkpoint]
            rows.append([*row, f"{math.ceil(rate * gpu.seconds / BUSY):,}" if gpu else "–"])
    return table(["checkpoint", "requests a second", "pods and cores, float32", "GiB", "pods and cores, int8", "GiB", "GPUs"], rows)


def rows_of_tables(cores, gpus):
    rows = []
    for checkpoint in CHECKPOINTS:
        for millions in MILLIONS:
            row = [checkpoint, f"{millions:,}"]
            for precision in PRECISIONS:
                measured = cores[checkpoint, precision]
                hours = millions * 1e6 * measured.seconds / 3600
                executors = math.ceil(hours / NIGHT_HOURS)
                row += [f"{hours:,.0f}", f"{executors:,}", f"{executors * (measured.gib + EXECUTOR_HEAP_GIB):,.0f}"]
            gpu = gpus[checkpoint]
            rows.append([*row, short(millions * 1e6 * gpu.middle("batch64") / 64 / 3.6e6) if gpu else "–"])
    return table(["checkpoint", "million rows", "core hours, float32", f"executors for {NIGHT_HOURS} hours", "GiB",
                  "core hours, int8", f"executors for {NIGHT_HOURS} hours", "GiB", "GPU hours"], rows)


def shipped(cores, gpus):
    unknown = "" if all(gpus.values()) else " A dash: not measured on a GPU."
    held = [f"{MOST * BUSY / cores[checkpoint, precision].seconds:,.0f} of {checkpoint} in {precision}"
            for checkpoint in CHECKPOINTS for precision in PRECISIONS]
    return (f"An asterisk marks what is above the autoscaler that ships: its `maxReplicas`, {MOST}, is a bound of cost and "
            f"holds, {100 * BUSY:.0f} % busy, {', '.join(held[:-1])} or {held[-1]} a second.\n"
            "For more, raise it to the pods of your row, in `autoscaler.yaml` or `scaledobject.yaml` "
            "(`autoscaling.max` in the chart), and the namespace's quota with it."
            f"{unknown}\n")


def first(cores, gpus):
    """What to change, with what it changes."""
    full, starter, gpu = cores["full size", "float32"], cores["starter", "float32"], gpus["full size"]
    [half] = [each["ratio"][1] for each in result("repeats")["results"] if (each["way"], each["repeats"]) == ("one", 0.5)]
    windows = result("windows-time-small")
    often = windows["windows_of_512"]["tokens_of_all_rows"] / windows["state_tokens"]
    return table(["change, in this order", "what it brings"], [
        ["ask less", f"a full window (380 words) takes {full.middle('long') / full.middle('one'):.1f} times as long as a short "
                     f"ticket, and three questions {full.middle('three') / full.middle('one'):.1f} times as long as one"],
        ["`SERVICE_PRECISION=int8`", f"{full.seconds / cores['full size', 'int8'].seconds:.1f} times as many answers at full "
                                     f"size, {starter.seconds / cores['starter', 'int8'].seconds:.1f} times on the starter, "
                                     "on a processor with VNNI"],
        ["`SERVICE_CACHE_MB`, where requests come again", f"{half:.1f} times as many answers if half of the tickets came before"],
        ["no [windows](long-states.md), where the beginning of a state says enough",
         f"windows read {often:.1f} times the tokens of a state of {windows['state_tokens']:,}"],
        ["a GPU", f"one is {full.seconds / gpu.seconds:,.0f} cores of full size in float32" if gpu else
         "not measured for this table: see [engines](engines.md), and measure yours with `benchmarks/side_by_side.py`"],
    ])


def text():
    cores = {(checkpoint, precision): on_cores(checkpoint, precision) for checkpoint in CHECKPOINTS for precision in PRECISIONS}
    gpus = {checkpoint: on_gpu(checkpoint) for checkpoint in CHECKPOINTS}
    return "\n".join([requests(cores, gpus), shipped(cores, gpus), rows_of_tables(cores, gpus), first(cores, gpus)])


def main():
    if not sys.argv[1:]:
        print(text(), end="")
        return
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    wanted = before + BEGIN + "\n" + text() + "\n" + END + after
    if not end or sys.argv[1] not in ("--write", "--check"):
        sys.exit(__doc__ if end else f"{PAGE} has no place for the tables")
    if sys.argv[1] == "--write":
        PAGE.write_text(wanted)
    elif page != wanted:
        sys.exit("the tables of docs/scale.md are not those of the results: write them anew with benchmarks/scale.py --write")


if __name__ == "__main__":
    main()
