#!/usr/bin/env python3
"""Answers a long file with the tiny checkpoint, once without a pause and once killed with SIGKILL three times.

    scripts/check/judging/long.py FOLDER LINES

Fails if a line of the answers is lost, repeated or another in the two runs, if a broken line is not reported with its
number, or if memory grows. Both runs write their plain progress lines, because nobody watches.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running  # noqa: E402  (its folder has just been added)

KILLS = (0.25, 0.5, 0.75)
BROKEN_EVERY = 9_999
QUESTION = {"type": "choice", "instructions": "Which team?", "criteria": ["tech", "billing", "other"]}
# How rows meet in a pass may move the last decimal.
DECIMALS = re.compile(rb"[0-9]\.[0-9]+")
# Of the resident memory of the second half over that of the first: a leak of a few bytes a line would be more.
MOST_GROWTH = 1.15


def is_broken(number):
    return number % BROKEN_EVERY == 0


def write_requests(path, lines):
    with open(path, "w", encoding="utf-8") as out:
        for number in range(1, lines + 1):
            state = f"Letter {number}. " + "again " * (number % 37)
            out.write('{"state": 1\n' if is_broken(number) else json.dumps({"state": state, "questions": {"team": QUESTION}}) + "\n")


def count(path):
    try:
        with open(path, "rb") as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except FileNotFoundError:
        return 0


def start(folder, name):
    command = [str(running.SERVE), "answer", str(folder / "in.jsonl"), str(folder / name)]
    # ./serve gives its process to java, so that this is the process that answers.
    with open(folder / (name + ".log"), "a") as log:
        return subprocess.Popen(command, env=running.environment(None), stdout=log, stderr=log)


def measured(folder, name, lines):
    """(lines answered, MiB resident) about once a second, until the run ends."""
    samples, process = [], start(folder, name)
    while process.poll() is None:
        memory = running.memory_mib(process.pid)
        if memory:
            samples.append((count(folder / name), memory))
        time.sleep(1)
    check(process.returncode == 1, f"a run with broken lines ends with status 1 ({process.returncode})")
    return [sample for sample in samples if sample[0] > lines / 10]


def until_ended_or(process, file, enough):
    running.until(lambda: process.poll() is not None or written(file) >= enough, 3600, 0.05)


def written(file):
    return os.path.getsize(file) if file.exists() else 0


def killed(folder, name, lines):
    for share in KILLS:
        process = start(folder, name)
        enough = os.path.getsize(folder / "whole.jsonl") * share
        until_ended_or(process, folder / name, enough)
        process.kill()
        process.wait()
        done = count(folder / name)
        check(0 < done < lines, f"killed after {done} lines")
    process = start(folder, name)
    check(process.wait() == 1, "the same command comes to the end")


def check(holds, what):
    print(("passed   " if holds else "failed   ") + what, flush=True)
    if not holds:
        sys.exit(1)


def compare(folder, lines):
    wrong = []
    with open(folder / "whole.jsonl", "rb") as whole, open(folder / "killed.jsonl", "rb") as other:
        number = 0
        for number, (a, b) in enumerate(zip(whole, other, strict=True), 1):
            if DECIMALS.sub(b"n", a) != DECIMALS.sub(b"n", b):
                wrong.append(number)
            if is_broken(number) != b.endswith(b',"line":%d}\n' % number):
                wrong.append(number)
    check(number == lines and not wrong, f"{number} lines, each answered once and alike; broken ones have their number; wrong: {wrong[:5]}")


def main():
    folder, lines = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    write_requests(folder / "in.jsonl", lines)
    samples = measured(folder, "whole.jsonl", lines)
    # Lines differ in length and so do answers, so that one in another's place is seen.
    killed(folder, "killed.jsonl", lines)
    compare(folder, lines)
    points = [samples[i * (len(samples) - 1) // 6] for i in range(7)] if len(samples) > 6 else samples
    print("resident: " + ", ".join(f"{memory:.0f} MiB after {done} lines" for done, memory in points))
    halves = [[memory for done, memory in samples if (done > lines / 2) == late] for late in (False, True)]
    if all(halves):
        growth = max(halves[1]) / max(halves[0])
        check(growth < MOST_GROWTH, f"memory is flat: {growth:.2f} times as much at most in the second half")
    log = (folder / "killed.jsonl.log").read_text()
    check("\r" not in log and " a second, " in log, "in a pipe, progress is plain lines")
    print(log.splitlines()[-1])


if __name__ == "__main__":
    main()
