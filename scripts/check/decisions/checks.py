"""What the Python programs share: the three services, the requests, and what every answer must satisfy."""

import json
import os
import pathlib
import re
import time
import urllib.request

from outcomes import slots_taken

OPEN, KEYED, LIMITED = (os.environ[f"DECISIONS_{name}"] for name in ("OPEN", "KEYED", "LIMITED"))
"""KEYED and LIMITED need KEY and have SLOTS slots; when these are taken, KEYED answers 503 and LIMITED 429."""
METRICS = {url: os.environ[f"DECISIONS_{name}_METRICS"] for name, url in (("KEYED", KEYED), ("LIMITED", LIMITED))}
KEY = os.environ["DECISIONS_KEY"]
SLOTS = int(os.environ["DECISIONS_SLOTS"])
ATTEMPTS = 3
"""The first attempt and two retries, the default of every client here but Google's, which tries two more times."""

SAMPLES = json.loads(pathlib.Path(__file__).with_name("samples.json").read_text(encoding="utf-8"))
TICKET, QUESTIONS, CONVERSATION = SAMPLES["ticket"], SAMPLES["questions"], SAMPLES["conversation"]
LISTED = ["auto", "english", "multilingual", "typed-decisions"]
OVER_2_MIB = "x" * (2 * 1024 * 1024 + 1)


def wire(path, body):
    """The raw answer of OPEN."""
    request = urllib.request.Request(OPEN + path, json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def distribution(p):
    """Numbers of four decimals whose sum is 1, as far as the rounding of each allows."""
    assert all(type(x) is float and 0 <= x <= 1 for x in p), p
    assert abs(sum(p) - 1) <= len(p) * 0.5e-4 + 1e-9, p


def chosen(choice, p, confidence):
    """`p` maps every value to its probability. A boolean and a string of the same text are different values."""
    distribution(list(p.values()))
    assert [type(value) for value in p if value == choice] == [type(choice)]
    assert p[choice] == max(p.values())
    assert abs(confidence - (p[choice] - 1 / len(p)) / (1 - 1 / len(p))) < 2e-4


def scored(score, p, confidence):
    distribution(p)
    levels = range(len(p))
    assert abs(score - sum(i * p[i] for i in levels)) <= (sum(levels) + 1) * 0.5e-4 + 1e-9
    mode = max(levels, key=lambda i: p[i])
    farthest = sum(abs(i - (len(p) - 1) / 2) for i in levels) / len(p)
    assert abs(confidence - max(0, 1 - sum(p[i] * abs(i - mode) for i in levels) / farthest)) < 1e-3


def all_slots_taken(url, release_after=None):
    return slots_taken(url, SLOTS, KEY, "/v1/decisions", release_after)


def turned_away(url, route="decisions"):
    """How many requests of a route the service refused because it was full."""
    with urllib.request.urlopen(METRICS[url] + "/metrics", timeout=10) as response:
        lines = response.read().decode().splitlines()
    counts = (line for line in lines if re.match(r"decision_requests_total\{", line))
    ours = (line for line in counts if f'route="{route}"' in line and 'outcome="busy"' in line)
    return sum(float(line.rsplit(" ", 1)[1]) for line in ours)


def tried(url, before, attempts=ATTEMPTS, route="decisions"):
    """Expects that many refusals since `before`. A request is counted after its answer, so the last may come late."""
    deadline = time.monotonic() + 2
    while (count := turned_away(url, route) - before) < attempts and time.monotonic() < deadline:
        time.sleep(0.02)
    assert count == attempts, count
