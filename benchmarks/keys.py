#!/usr/bin/env python3
"""Whether the rates and shares of SERVICE_API_KEY_FILE hold under load, and what a holder with a share leaves the others.

  keys.py [--seconds 15] [--rounds 3] [--json OUT]

A service with eight slots, on the bundled starter. "clerk" may send 600 requests a minute and tries far more; "batch" may have
a quarter of the slots and floods them from 16 connections with batches of 16; "desk" has no limit and asks one question after
the other. Each round has desk alone, desk beside batch, and desk beside "free", which floods as batch does and has no share.
What the operator's port shows of admitted requests is read all the time. Times hold for one machine; limits for any.
"""
import argparse
import concurrent.futures
import hashlib
import http.client
import json
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
import tickets

SLOTS, FLOOD, BATCH, RATE = 8, 16, 16, 600
KEYS = [{"name": "clerk", "requests_per_minute": RATE}, {"name": "batch", "share": 0.25}, {"name": "desk"}, {"name": "free"}]


def caller(port, key, body, path, ends):
    """(status, seconds) of requests, one after the other, until the time is over."""
    connection, seen = http.client.HTTPConnection("127.0.0.1", port, timeout=120), []
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + key}
    while time.monotonic() < ends:
        begun = time.monotonic()
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        response.read()
        seen.append((response.status, time.monotonic() - begun))
        if response.status != 200:
            # Far less than Retry-After asks for.
            time.sleep(0.02)
    connection.close()
    return seen


def admitted(port, ends):
    """How many requests the service has admitted, read again and again."""
    seen = []
    while time.monotonic() < ends:
        page = running.call(port, "GET", "/metrics", timeout=30)[2]
        seen += [int(float(line.split()[1])) for line in page.splitlines() if line.startswith("decision_active_requests ")]
        time.sleep(0.005)
    return seen


def together(service, seconds, one, **callers):
    """The requests of each holder, who calls from so many connections at once, and the admitted requests meanwhile."""
    ends = time.monotonic() + seconds
    single = json.dumps({"state": one[0], "questions": tickets.QUESTIONS}).encode()
    batch = json.dumps({"states": one[:BATCH], "questions": tickets.QUESTIONS}).encode()
    with concurrent.futures.ThreadPoolExecutor(sum(callers.values()) + 1) as pool:
        watch = pool.submit(admitted, service.admin, ends)
        work = {name: [pool.submit(caller, service.port, name, *((batch, "/v1/systemone/batch") if name in ("batch", "free")
                                                                 else (single, "/v1/systemone")), ends) for _ in range(count)]
                for name, count in callers.items()}
        return {name: [each for one in calls for each in one.result()] for name, calls in work.items()}, watch.result()


def spread(requests):
    times = sorted(took for status, took in requests if status == 200)
    return {"answered": len(times), "refused": sum(status == 429 for status, _ in requests),
            "other": sum(status not in (200, 429) for status, _ in requests),
            **({"median_ms": round(1e3 * statistics.median(times), 1), "largest_ms": round(1e3 * times[-1], 1)} if times else {})}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path)
    given = parser.parse_args()
    begun, rounds = machine.begin(running.ROOT / "starter" / "checkpoint"), []
    texts = list(tickets.tickets(BATCH, 1))
    with tempfile.TemporaryDirectory() as folder:
        keys = pathlib.Path(folder, "keys.json")
        keys.write_text(json.dumps({"keys": [{**key, "sha256": hashlib.sha256(key["name"].encode()).hexdigest()} for key in KEYS]}))
        settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_API_KEY_FILE": keys, "SERVICE_MAX_CONCURRENT": SLOTS,
                    "SERVICE_MAX_PER_ADDRESS": 1000}
        with running.Service([running.SERVE], pathlib.Path(folder, "log"), **settings) as service:
            service.await_ready()
            for _ in range(given.rounds):
                found = {}
                clerk, _ = together(service, given.seconds, texts, clerk=8)
                found["clerk"] = {**spread(clerk["clerk"]), "allowed": round(RATE / 60 * (given.seconds + 10))}
                flood, seen = together(service, given.seconds, texts, batch=FLOOD)
                found["batch alone"] = {**spread(flood["batch"]), "admitted_at_most": max(seen), "share": SLOTS // 4}
                for other in (None, "batch", "free"):
                    asked, _ = together(service, given.seconds, texts, desk=1, **({other: FLOOD} if other else {}))
                    found["desk beside " + (other or "nobody")] = spread(asked["desk"])
                rounds.append(found)
                print(json.dumps(found, indent=1), flush=True)
    if given.json:
        given.json.write_text(json.dumps({**machine.end(begun), "rounds": rounds}, indent=1) + "\n")


if __name__ == "__main__":
    main()
