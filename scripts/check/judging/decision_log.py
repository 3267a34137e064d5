#!/usr/bin/env python3
"""Checks the decision log of the built service as a process, on the bundled checkpoint.

    scripts/check/judging/decision_log.py FOLDER

A file that cannot be opened stops the start with status 2; lines have the mode, the members and the number that they
should; the file is begun again when it is moved, with SIGHUP and without; a full disk costs lines, not answers, and
after it the log goes on with whole lines. A limit on file sizes stands for the full disk.
"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running  # noqa: E402  (its folder has just been added)

QUESTIONS = {"team": {"type": "choice", "instructions": "Which team?", "criteria": {"billing": "payments", "technical": "errors"}},
             "upset": {"type": "noul", "instructions": "Is the customer upset?"}}
STATE = "I was charged twice."
failed = 0


def check(holds, what):
    global failed
    failed += not holds
    print(("passed   " if holds else "failed   ") + what, flush=True)


def ask(service, state=STATE):
    body = json.dumps({"state": state, "questions": QUESTIONS, "min_confidence": 0.9})
    return running.call(service.port, "POST", "/v1/systemone", body, {"content-type": "application/json"})[0]


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def counted(service, outcome):
    page = running.call(service.admin, "GET", "/metrics")[2]
    name = 'decision_log_lines_total{outcome="%s"} ' % outcome
    return next(float(line[len(name):]) for line in page.splitlines() if line.startswith(name))


def start(folder, log, **settings):
    settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_DECISION_LOG": log, **settings}
    return running.Service([running.SERVE], folder / "service.log", **settings)


def refused(folder):
    started = subprocess.run([str(running.SERVE)], env=running.environment(0, SERVICE_DECISION_LOG=folder / "no" / "such" / "file"),
                             capture_output=True, text=True, timeout=120, check=False)
    said = started.stderr.strip().splitlines()
    check(started.returncode == 2 and len(said) == 1 and said[0].startswith("SERVICE_DECISION_LOG: "),
          f"a file that cannot be opened: status {started.returncode}, {said[-1:]}")


def rotation(folder):
    log, moved = folder / "decisions.jsonl", folder / "decisions.1.jsonl"
    with start(folder, log) as service:
        service.await_ready(300)
        check(ask(service) == 200 and running.until(lambda: len(lines(log)) == 2, 10), "a line for each answered question")
        check(log.stat().st_mode & 0o777 == 0o600, "the file is its owner's alone")
        check(STATE not in log.read_text() and all(len(line["state_hash"]) == 32 for line in lines(log)), "no line holds the state")
        log.rename(moved)
        service.process.send_signal(signal.SIGHUP)
        check(running.until(lambda: ask(service) == 200 and len(lines(log)) > 0, 10), "SIGHUP begins a new file")
        log.rename(folder / "decisions.2.jsonl")
        check(running.until(lambda: ask(service) == 200 and len(lines(log)) > 0, 10, 0.2), "a moved file is noticed without it")
        running.until(lambda: counted(service, "written") % 2 == 0, 5)
        there = sum(len(lines(folder / name)) for name in ("decisions.jsonl", "decisions.1.jsonl", "decisions.2.jsonl"))
        check(counted(service, "written") == there and counted(service, "dropped") == 0, f"{there} lines, all counted")


def full_disk(folder):
    log = folder / "full.jsonl"
    asked = 200
    with start(folder, f"{log},states=text", SERVICE_LOG_LEVEL="warning") as service:
        service.await_ready(300)
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
        began = time.monotonic()
        check(all(ask(service, STATE + " again" * 100) == 200 for _ in range(asked)), "requests are answered on a full disk")
        check(running.until(lambda: counted(service, "written") + counted(service, "dropped") == 2 * asked, 10)
              and counted(service, "dropped") > 0, f"{counted(service, 'dropped'):.0f} lines are dropped and counted")
        said = [line for line in (folder / "service.log").read_text().splitlines() if "dropping lines" in line]
        # Once a minute, on a machine that needs more than one for this.
        most = 1 + int((time.monotonic() - began) / 60)
        check(1 <= len(said) <= most and "cannot be written" in said[0], f"the log says so, once a minute: {said[:1]}")
        resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        before = counted(service, "written")
        check(running.until(lambda: ask(service) == 200 and counted(service, "written") > before, 10), "then it goes on")
        running.until(lambda: counted(service, "written") % 2 == 0, 5)
        check(len(lines(log)) == counted(service, "written"), "every line of the file is whole")


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    os.umask(0o022)
    refused(folder)
    rotation(folder)
    full_disk(folder)
    print(f"{failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
