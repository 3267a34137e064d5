"""Rows about what stops a start."""

import re
import subprocess

import running

WRONG = {
    "SERVICE_PORT": "eighty",
    "SERVICE_MAX_CONCURRENT": "0",
    "SERVICE_DEFAULT_MODEL": "klingon",
    "SERVICE_PRELOAD": "maybe",
    "SERVICE_LOG_LEVEL": "loud",
    "SERVICE_OVERLOAD_STATUS": "500",
    "SERVICE_CONTRACT": "loose",
    "SERVICE_ENGINE": "none",
}


def rows(logs):
    for variable, value in WRONG.items():
        done = subprocess.run(
            [running.SERVE], env=running.environment(0, **{variable: value}), capture_output=True, text=True, timeout=60, cwd=logs
        )
        # Checkpoints are read beside the start, and what they are warned about is in the log.
        lines = [line for line in done.stderr.strip().splitlines() if not re.match(r"\d{4}-\d\d-\d\dT", line)]
        yield (
            "errors",
            f"{variable}={value} stops the start with one line",
            done.returncode == 2 and len(lines) == 1 and variable in lines[0],
            (done.returncode, lines),
        )
