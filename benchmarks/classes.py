#!/usr/bin/env python3
"""What "class": "bulk" in SERVICE_API_KEY_FILE is worth: interactive requests alone, beside bulk ones, and beside the same
requests without the class.

  classes.py [--seconds 20] [--rounds 5] [--part 0.25] [--flood 3] [--json OUT]

The service with the bundled starter. "desk" sends at a fixed rate, whether it has answers or not, one state and four states by
turns, four questions about each. "night" (bulk) or "archive" (the same without the class) floods from some connections with
batches. Each round has night alone, which says what the machine can do and so how much a part of it is for desk; then desk
alone, and desk beside night, archive, archive and night. It prints the 99th percentile of desk's times, the states that the
flood was answered per second and per second of the service's processors, the time of a pass of the flood, and whether
  p99 beside night <= 1.3 * p99 alone + two passes, and states of night per second >= 0.95 * those of archive.
Other work on the machine moves what is counted per second; what is counted per second of the processors it moves less.
"""
import argparse
import concurrent.futures
import hashlib
import http.client
import json
import math
import pathlib
import re
import statistics
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
import tickets

BATCH, FEW = 8, 4
# States of a request of desk, on average.
STATES_OF_DESK = (1 + FEW) / 2
KEYS = [{"name": "desk"}, {"name": "night", "class": "bulk"}, {"name": "archive"}]
P99, STATES, COST, PASS = "p99_ms", "states_per_second", "states_per_processor_second", "pass_ms"


def ask(connection, key, states):
    body = json.dumps({"states": states, "questions": tickets.QUESTIONS})
    connection.request("POST", "/v1/systemone/batch", body, {"Content-Type": "application/json", "Authorization": "Bearer " + key})
    response = connection.getresponse()
    response.read()
    if response.status != 200:
        sys.exit("%s got %d" % (key, response.status))


def timed(local, port, due, states):
    """Seconds from when a request was due until its answer was there."""
    if not hasattr(local, "connection"):
        local.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    ask(local.connection, "desk", states)
    return time.monotonic() - due


def desk(port, rate, ends, texts):
    local, times, begun = threading.local(), [], time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        while (due := begun + len(times) / rate) < ends:
            time.sleep(max(0, due - time.monotonic()))
            times.append(pool.submit(timed, local, port, due, texts[:1] if len(times) % 2 else texts[:FEW]))
        return [each.result() for each in times]


def flood(port, key, ends, texts):
    """States answered per second, up to the last answer."""
    connection, answered, begun = http.client.HTTPConnection("127.0.0.1", port, timeout=300), 0, time.monotonic()
    while time.monotonic() < ends:
        ask(connection, key, texts)
        answered += len(texts)
    return answered / (time.monotonic() - begun)


def passes(service):
    page = running.call(service.admin, "GET", "/metrics")[2]
    return sum(float(count) for count in re.findall(r"^decision_batch_size_count\S* (\S+)$", page, re.M))


def together(service, given, texts, other=None, rate=None):
    ends, before, begun = time.monotonic() + given.seconds, passes(service), time.monotonic()
    used = running.processor_seconds(service.process.pid)
    with concurrent.futures.ThreadPoolExecutor(given.flood + 1) as pool:
        floods = [pool.submit(flood, service.port, other, ends, texts) for _ in range(given.flood if other else 0)]
        times = pool.submit(desk, service.port, rate, ends, texts).result() if rate else []
        states = sum(each.result() for each in floods)
    used = running.processor_seconds(service.process.pid) - used
    took = time.monotonic() - begun
    return {"times": times, **({STATES: states, COST: (states * took + len(times) * STATES_OF_DESK) / used,
                                PASS: 1e3 * took / (passes(service) - before)} if other else {})}


def p99(times):
    times = sorted(times)
    return 1e3 * times[math.ceil(0.99 * len(times)) - 1]


def verdict(rounds):
    """Over all rounds: percentiles of all requests together, medians of the rest."""
    def times(*names):
        return [time for each in rounds for name in names for time in each[name]["times"]]

    def ratio(figure):
        return statistics.median((each["night 1"][figure] + each["night 2"][figure])
                                 / (each["archive 1"][figure] + each["archive 2"][figure]) for each in rounds)
    alone, beside = p99(times("desk")), p99(times("night 1", "night 2"))
    bound = 1.3 * alone + 2 * statistics.median(each["night"][PASS] for each in rounds)
    found = {"requests_alone": len(times("desk")), "requests_beside_bulk": len(times("night 1", "night 2")),
             "p99_alone_ms": alone, "p99_beside_bulk_ms": beside, "bound_ms": bound,
             "p99_without_class_ms": p99(times("archive 1", "archive 2")),
             "bulk_throughput": ratio(STATES), "throughput_per_processor_second": ratio(COST)}
    return {**{name: round(figure, 3) for name, figure in found.items()}, "holds": beside <= bound and found["bulk_throughput"] >= 0.95}


def shown(rounds):
    """Without the single times."""
    return [{name: {"requests": len(each["times"]), **({P99: round(p99(each["times"]), 1)} if each["times"] else {}),
                    **{figure: round(each[figure], 2) for figure in (STATES, COST, PASS) if figure in each}}
             for name, each in one.items()} for one in rounds]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--part", type=float, default=0.25, help="how much of what the machine can do desk asks for")
    parser.add_argument("--flood", type=int, default=3, help="connections that flood")
    parser.add_argument("--json", type=pathlib.Path)
    given = parser.parse_args()
    begun, rounds, texts = machine.begin(running.ROOT / "starter" / "checkpoint"), [], list(tickets.tickets(BATCH, 1))
    with tempfile.TemporaryDirectory() as folder:
        keys = pathlib.Path(folder, "keys.json")
        keys.write_text(json.dumps({"keys": [{**key, "sha256": hashlib.sha256(key["name"].encode()).hexdigest()} for key in KEYS]}))
        settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_API_KEY_FILE": keys}
        with running.Service([running.SERVE], pathlib.Path(folder, "log"), **settings) as service:
            service.await_ready()
            together(service, argparse.Namespace(seconds=5, flood=1), texts, "archive", 1)
            for _ in range(given.rounds):
                alone = together(service, given, texts, "night")
                rate = given.part * alone[STATES] / STATES_OF_DESK
                found = {"night": alone, "desk": together(service, given, texts, rate=rate)}
                for name in ("night 1", "archive 1", "archive 2", "night 2"):
                    found[name] = together(service, given, texts, name.split()[0], rate)
                rounds.append(found)
                print(json.dumps(shown(rounds)[-1]), flush=True)
    found = verdict(rounds)
    print(json.dumps(found, indent=1))
    if given.json:
        given.json.write_text(json.dumps({**machine.end(begun), **found, "rounds": shown(rounds)}, indent=1) + "\n")
    return 0 if found["holds"] else 1


if __name__ == "__main__":
    sys.exit(main())
