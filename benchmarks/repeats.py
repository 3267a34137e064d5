#!/usr/bin/env python3
"""Measures what SERVICE_CACHE_MB is worth where tickets come again: the same stream of requests, in blocks, to a service
without and to one with it, in one run.

  repeats.py [--checkpoints DIR] [--blocks 6] [--requests 100] [--cache 16] [--json OUT]

Every request asks four questions about one ticket, or about 16 in a batch. In a stream, a ticket is with the chance of 0, 0.2
or 0.5 one that the stream had before, each as likely as the other. Both services get each block, in turn first. "ratio" is the
rate with the cache by the rate without, block by block: smallest, middle, largest; above 1: faster with it. "found" is the share
of the rows of the requests that were not computed, as the metrics of the service say. Every answer is compared byte by byte.
Without --checkpoints the services have the bundled starter. Run ./check or build first.
"""
import argparse
import concurrent.futures
import http.client
import json
import pathlib
import random
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
import tickets

SHARES = (0.0, 0.2, 0.5)
CLIENTS = {"one": 1, "eight clients": 8, "batch16": 1}
BATCH = 16


def stream(share, count, seed):
    """This many tickets, of which this share came before in the stream."""
    source, fresh, sent = random.Random(seed), iter(tickets.tickets(count, seed)), []
    for _ in range(count):
        sent.append(source.choice(sent) if sent and source.random() < share else next(fresh))
    return sent


def bodies(way, texts):
    if way == "batch16":
        return [("/v1/systemone/batch", {"states": texts[n:n + BATCH], "questions": tickets.QUESTIONS})
                for n in range(0, len(texts), BATCH)]
    return [("/v1/systemone", {"state": text, "questions": tickets.QUESTIONS}) for text in texts]


def ask(port, requests):
    """The answers of these requests, one after the other on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    answers = []
    for path, body in requests:
        connection.request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        response = connection.getresponse()
        answers.append(response.read())
        if response.status != 200:
            sys.exit(f"{path}: {response.status} {answers[-1].decode()}")
    connection.close()
    return answers


def block(port, requests, clients):
    """Seconds for all of them, and the answers in their order."""
    shares = [requests[n::clients] for n in range(clients)]
    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        answers = list(pool.map(lambda own: ask(port, own), shares))
    seconds = time.perf_counter() - begun
    return seconds, [answers[n % clients][n // clients] for n in range(len(requests))]


def rows(service):
    """The rows that were found and computed so far."""
    text = running.call(service.admin, "GET", "/metrics")[2]
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("decision_cache"))
    return [float(values['decision_cache_rows_total{outcome="%s"}' % outcome]) for outcome in ("found", "computed")]


def measure(plain, cached, way, share, options, seed):
    texts = stream(share, options.blocks * options.requests, seed)
    before, ratios, rates, different = rows(cached), [], [], 0
    for n in range(options.blocks):
        requests = bodies(way, texts[n * options.requests:(n + 1) * options.requests])
        results = {}
        for service in (plain, cached) if n % 2 == 0 else (cached, plain):
            results[service] = block(service.port, requests, CLIENTS[way])
        ratios.append(results[plain][0] / results[cached][0])
        rates.append(options.requests / results[cached][0])
        different += sum(a != b for a, b in zip(results[plain][1], results[cached][1], strict=True))
    found, computed = (after - then for after, then in zip(rows(cached), before, strict=True))
    return {"way": way, "repeats": share, "ratio": [round(r, 3) for r in (min(ratios), statistics.median(ratios), max(ratios))],
            "tickets_per_second": round(statistics.median(rates), 1), "found": round(found / max(1, found + computed), 3),
            "different_answers": different}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoints", type=pathlib.Path)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--cache", type=int, default=16)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    settings = {"SERVICE_CHECKPOINTS": options.checkpoints.resolve() if options.checkpoints else "starter",
                "SERVICE_THREADS": 2, "SERVICE_LOG_LEVEL": "warning"}
    begun = machine.begin(options.checkpoints / "english" if options.checkpoints else machine.ROOT / "server/target/starter")
    target = running.ROOT / "target"
    results = []
    with running.Service([running.SERVE], target / "repeats-plain.log", **settings) as plain, \
            running.Service([running.SERVE], target / "repeats-cache.log", SERVICE_CACHE_MB=options.cache, **settings) as cached:
        for service in (plain, cached):
            service.await_ready()
            block(service.port, bodies("one", tickets.tickets(300, 99)), 1)
        for way in CLIENTS:
            for number, share in enumerate(SHARES):
                result = measure(plain, cached, way, share, options, 1000 * len(results) + number)
                results.append(result)
                print("%-13s %3.0f %% repeats: ratio %.2f to %.2f, middle %.2f; %.1f tickets a second; found %.1f %%; %d different"
                      % (way, 100 * share, result["ratio"][0], result["ratio"][2], result["ratio"][1],
                         result["tickets_per_second"], 100 * result["found"], result["different_answers"]), flush=True)
    if options.json:
        options.json.write_text(json.dumps({**machine.end(begun), "cache_mb": options.cache, "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
