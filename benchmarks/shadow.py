#!/usr/bin/env python3
"""Measures what a shadow costs those who are answered: the latency of the same requests with and without SERVICE_SHADOW, in
turn, in one run.

  shadow.py [--shadow precision=int8] [--share 0.1] [--blocks 5] [--slices 10] [--requests 200] [--json OUT]

Three services with the bundled starter, fresh ones for each block: one without a shadow, one like it, which shows how far the
machine alone moves the figures, and one with a shadow. Each load comes in slices of the same requests at the same times, one
service after the other, in an order that changes. Between two slices the shadow ends what waits, so it runs beside no other
service.

"open 0.3" and "open 0.6" are open-loop loads: requests come at random times (Poisson), whether the ones before are answered or
not, as often as keeps the service busy for 30 and 60 % of the time. Latency counts from the time at which a request was due.
"closed" is one client that sends the next request at once. "p50" and "p99" are ratios to the service without a shadow, by
block: smallest, middle, largest; above 1: slower. Every request has the first words of a ticket and one of four questions.
"milliseconds_to_end" is how long the passes took to end, all together, that requests cut off: it passes while these requests
are read and packed. Run ./check or build first.
"""
import argparse
import asyncio
import contextlib
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

LOADS = {"open 0.3": 0.3, "open 0.6": 0.6, "closed": None}
CONNECTIONS = 32
WORDS = 15
NAMES = list(tickets.QUESTIONS)


def bodies(count, seed):
    source = random.Random(seed)
    texts = [" ".join(text.split()[:WORDS]) for text in tickets.tickets(count, seed)]
    return [json.dumps({"state": text, "questions": {name: tickets.QUESTIONS[name]}}).encode()
            for text, name in zip(texts, source.choices(NAMES, k=count), strict=True)]


def times(count, rate, seed):
    """When each request is due, in seconds; at random with this rate."""
    source, now, due = random.Random(seed), 0.0, []
    for _ in range(count):
        now += source.expovariate(rate)
        due.append(now)
    return due


async def exchange(reader, writer, body):
    writer.write(b"POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                 % len(body) + body)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        sys.exit("not answered: " + head.decode(errors="replace"))
    length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    await reader.readexactly(length)


async def open_loop(port, requests, due):
    """Seconds from when each request was due until its answer was there."""
    free = asyncio.Queue()
    for _ in range(CONNECTIONS):
        free.put_nowait(await asyncio.open_connection("127.0.0.1", port))
    begun, taken = time.perf_counter(), []

    async def one(body, when):
        pair = await free.get()
        await exchange(*pair, body)
        taken.append(time.perf_counter() - begun - when)
        free.put_nowait(pair)

    tasks = []
    for body, when in zip(requests, due, strict=True):
        await asyncio.sleep(max(0, begun + when - time.perf_counter()))
        tasks.append(asyncio.create_task(one(body, when)))
    await asyncio.gather(*tasks)
    while not free.empty():
        free.get_nowait()[1].close()
    return taken


async def closed_loop(port, requests):
    pair, taken = await asyncio.open_connection("127.0.0.1", port), []
    for body in requests:
        begun = time.perf_counter()
        await exchange(*pair, body)
        taken.append(time.perf_counter() - begun)
    pair[1].close()
    return taken


def metrics(service):
    text = running.call(service.admin, "GET", "/metrics")[2]
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("decision_shadow"))


def counts(service):
    values = metrics(service)
    found = {outcome: float(values['decision_shadow_requests_total{outcome="%s"}' % outcome])
             for outcome in ("answered", "dropped", "failed")}
    return {**found, "interrupted_passes": float(values["decision_shadow_interruptions_total"]),
            "milliseconds_to_end": 1000 * float(values["decision_shadow_interruption_seconds_total"])}


def drain(service):
    """Waits until nothing waits to be answered a second time, and the last of it is."""
    running.until(lambda: float(metrics(service)["decision_shadow_waiting_requests"]) == 0, 30, 0.05)
    time.sleep(0.2)


def at(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def block(services, load, rate, options, seed):
    """The latencies of each service, and what became of the shadow's requests."""
    taken = {name: [] for name in services}
    before = counts(services["shadow"])
    for n in range(options.slices):
        requests = bodies(options.requests, seed + n)
        due = times(options.requests, rate * LOADS[load], seed + n) if LOADS[load] else None
        order = list(services)
        order = order[n % 3:] + order[:n % 3]
        for name in order if n % 2 == 0 else reversed(order):
            port = services[name].port
            taken[name] += asyncio.run(open_loop(port, requests, due) if due else closed_loop(port, requests))
            if name == "shadow":
                drain(services[name])
    after = counts(services["shadow"])
    return taken, {name: after[name] - before[name] for name in after}


@contextlib.contextmanager
def started(options, log):
    """Three fresh services: where a process has its memory decides about some percent of its speed."""
    target = running.ROOT / "target"
    settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_LOG_LEVEL": "warning", "SERVICE_PREPARED": target / "shadow-prepared"}
    tried = {"SERVICE_SHADOW": "%s,share=%s,log=%s" % (options.shadow, options.share, log)}
    with running.Service([running.SERVE], target / "shadow-plain.log", **settings) as plain, \
            running.Service([running.SERVE], target / "shadow-control.log", **settings) as control, \
            running.Service([running.SERVE], target / "shadow-shadow.log", **settings, **tried) as shadow:
        yield {"plain": plain, "control": control, "shadow": shadow}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shadow", default="precision=int8")
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--blocks", type=int, default=5)
    parser.add_argument("--slices", type=int, default=10)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--warm", type=int, default=1500)
    parser.add_argument("--loads", default=",".join(LOADS))
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    target = running.ROOT / "target"
    log = target / "shadow-answers.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.unlink(missing_ok=True)
    begun = machine.begin(machine.ROOT / "server/target/starter")
    loads = options.loads.split(",")
    blocks, became, rates = {load: [] for load in loads}, {load: {} for load in loads}, []
    for number in range(options.blocks):
        with started(options, log) as services:
            for service in services.values():
                service.await_ready(600)
                asyncio.run(closed_loop(service.port, bodies(options.warm, 7)))
            drain(services["shadow"])
            rates.append(1 / statistics.median(asyncio.run(closed_loop(services["plain"].port, bodies(300, 8)))))
            for place, load in enumerate(loads):
                taken, now = block(services, load, rates[-1], options, 10_000 * place + 1_000 * number)
                blocks[load].append({name: [at(values, 0.5), at(values, 0.99)] for name, values in taken.items()})
                became[load] = {name: became[load].get(name, 0) + count for name, count in now.items()}
                print(load, number, {name: ["%.1f ms" % (1000 * x) for x in each] for name, each in blocks[load][-1].items()}, now,
                      flush=True)
    results = [{"load": load, "requests_of_a_block": options.slices * options.requests, "blocks": options.blocks,
                **{"%s %s" % (name, figure): machine.spread([each[name][i] / each["plain"][i] for each in blocks[load]], 3)
                   for name in ("shadow", "control") for i, figure in enumerate(("p50", "p99"))},
                "milliseconds_without": [machine.spread([1000 * each["plain"][i] for each in blocks[load]], 1) for i in (0, 1)],
                "second_answers": became[load]} for load in loads]
    for result in results:
        print(json.dumps(result), flush=True)
    if options.json:
        options.json.write_text(json.dumps({**machine.end(begun), "shadow": options.shadow, "share": options.share,
                                            "requests_per_second_of_one_client": machine.spread(rates, 1), "results": results},
                                           indent=1) + "\n")


if __name__ == "__main__":
    main()
