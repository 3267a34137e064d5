#!/usr/bin/env python3
"""A mixed load on the starter checkpoint, with everything accounted for. Standard library only; loopback only.

  scripts/check/soak.py mixed [--minutes 30] [--bin 60] [--picture docs/soak-mixed.svg] [--command ./serve]

Starts the built service (run ./serve or ./check once before). In cycles of 20 seconds, 14 of them busy, clients ask single requests
and batches, send bad input, upload too slowly and leave halfway; in the quiet rest the idle window unloads the checkpoint and the next
cycle loads it again. Held against each other at the end: what every client saw, what it had to see, and what /metrics counted.
Sampled per bin of seconds and drawn as a picture: the highest resident memory, the lowest heap in use (what was live after a collection),
threads, open files and latencies.

Ends with status 1 where an answer is lost, wrong or counted otherwise, or where memory, threads or files have grown.
"""
import argparse
import collections
import http.client
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import picture
import requests_mix as mix

ROOT = pathlib.Path(__file__).resolve().parents[3]
CYCLE_S, BUSY_S, IDLE_UNLOAD_S, BODY_TIMEOUT_S = 20, 14, 3, 1
# What may still come after the first third. The heap first grows to its working size, which resident memory follows and what is live
# does not; code caches and arenas settle late.
LIMITS = {"resident_mib": 96, "live_mib": 16, "threads": 8, "files": 8}
# Shorter runs see too few collections to know what is live.
LIVE_FROM_MINUTES = 5


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Service:
    def __init__(self, command, log):
        self.port, self.admin = free_port(), free_port()
        env = {k: v for k, v in os.environ.items() if not k.startswith(("SERVICE_", "OTEL_"))}
        env.update({"SERVICE_HOST": "127.0.0.1", "SERVICE_PORT": str(self.port), "SERVICE_ADMIN_PORT": str(self.admin),
                    "SERVICE_IDLE_UNLOAD_SECONDS": str(IDLE_UNLOAD_S),
                    "SERVICE_BODY_READ_TIMEOUT": str(BODY_TIMEOUT_S), "SERVICE_THREADS": "1", "SERVICE_LOG_FORMAT": "json"})
        self.process = subprocess.Popen([str(command)], env=env, stderr=log)
        deadline = time.time() + 120
        while self.admin_status("/health/ready") != 200:
            if self.process.poll() is not None or time.time() > deadline:
                sys.exit("the service did not start")
            time.sleep(0.1)

    def admin_get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.admin, timeout=10)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def admin_status(self, path):
        try:
            return self.admin_get(path)[0]
        except OSError:
            return 0

    def metric(self, name, label=""):
        """The samples of a family, added up by the value of a label."""
        found = collections.Counter()
        for line in self.admin_get("/metrics")[1].splitlines():
            if line.startswith((name + "{", name + " ")):
                value = line.split(label + '="', 1)[1].split('"', 1)[0] if label else ""
                found[value] += float(line.rsplit(" ", 1)[1])
        return found

    def proc(self, name):
        with open("/proc/%d/status" % self.process.pid) as f:
            return next(int(line.split()[1]) for line in f if line.startswith(name))

    def cpu_seconds(self):
        with open("/proc/%d/stat" % self.process.pid) as f:
            fields = f.read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def files(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def stop(self):
        self.process.terminate()
        return self.process.wait(60)


class Ledger:
    """What the clients saw. Outcomes are named as the service's metrics name them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.seen = collections.Counter()
        self.wrong = []
        self.latencies = []

    def note(self, outcome, expected, wanted=None, latency=None, detail=""):
        with self.lock:
            self.seen[outcome] += 1
            if outcome != expected or wanted is False:
                self.wrong.append("expected %s, got %s %s" % (expected, outcome, detail[:200]))
            if latency is not None:
                self.latencies.append((time.time(), latency))


def busy(begin):
    return (time.time() - begin) % CYCLE_S < BUSY_S


def client(work, interval, begin, end, ledger):
    """Does its work again and again while a cycle is busy, with a connection that it keeps."""
    due = time.time()
    while time.time() < end:
        if not busy(begin):
            time.sleep(0.05)
            due = time.time()
            continue
        try:
            work(ledger)
        except OSError as e:
            ledger.note("lost", "an answer", detail=repr(e))
        due += interval
        time.sleep(max(0, due - time.time()))


def summarize(service, ledger, samples, begin_cpu, began):
    for _ in range(100):
        counted = service.metric("requests_total", "outcome")
        if sum(counted.values()) >= sum(ledger.seen.values()):
            break
        time.sleep(0.1)
    trouble = list(ledger.wrong)
    print("outcome               clients  service")
    for outcome in sorted(set(counted) | set(ledger.seen)):
        print("%-20s %8d %8d" % (outcome, ledger.seen[outcome], counted[outcome]))
        if ledger.seen[outcome] != counted[outcome]:
            trouble.append("%s: clients saw %d, the service counted %d" % (outcome, ledger.seen[outcome], counted[outcome]))
    loads = sum(service.metric("checkpoint_loads_total", "checkpoint").values())
    print("loads %d; CPU of the service %.2f cores on average" % (
        loads, (service.cpu_seconds() - begin_cpu) / (time.time() - began)))
    settled = samples[len(samples) // 3:]
    third = max(1, len(settled) // 3)
    for name, limit in LIMITS.items():
        first, last = (statistics.median(s[name] for s in part) for part in (settled[:third], settled[-third:]))
        print("%s: %.0f after the first third, %.0f at the end" % (name, first, last))
        known = name != "live_mib" or time.time() - began >= 60 * LIVE_FROM_MINUTES
        if known and last - first > limit:
            trouble.append("%s has grown by %.0f, more than %d" % (name, last - first, limit))
    return trouble


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--bin", type=float, default=60)
    parser.add_argument("--picture", type=pathlib.Path)
    parser.add_argument("--command", default=ROOT / "serve", help="starts the service; its settings come in the environment")
    args = parser.parse_args()
    (ROOT / "target").mkdir(exist_ok=True)
    log = open(ROOT / "target" / "soak-mixed.log", "w")
    service = Service(args.command, log)
    try:
        ledger = Ledger()
        known = mix.known_answers(service.port, ledger)
        ledger.latencies.clear()
        begin, begin_cpu = time.time(), service.cpu_seconds()
        end = begin + 60 * args.minutes
        clients = [(mix.Single(service.port, known, seed), 0.3) for seed in range(3)]
        clients += [(mix.Batch(service.port, known, 9), 1.0), (mix.Bad(service.port), 0.4), (mix.Slow(service.port, known), 1.5)]
        threads = [threading.Thread(target=client, args=(work, interval, begin, end, ledger)) for work, interval in clients]
        for thread in threads:
            thread.start()
        samples, unloaded, before = [], 0, 0
        while time.time() < end:
            until = min(end, begin + args.bin * (len(samples) + 1))
            resident, heap = 0, []
            while time.time() < until:
                loaded = sum(service.metric("models_loaded").values())
                unloaded += before == 1 and loaded == 0
                before = loaded
                resident = max(resident, service.proc("VmRSS") / 1024)
                heap.append(service.metric("jvm_memory_used_bytes", "area")["heap"] / 2**20)
                time.sleep(max(0, min(1, until - time.time())))
            taken = [ms for at, ms in ledger.latencies if until - args.bin <= at < until]
            warm = [ms for at, ms in ledger.latencies if until - args.bin <= at < until and (at - begin) % CYCLE_S > 2]
            samples.append({"resident_mib": resident, "live_mib": min(heap, default=0), "threads": service.proc("Threads"), "files": service.files(),
                            "answers": len(taken), "p50": picture.quantile(warm, 0.5), "p99": picture.quantile(warm, 0.99),
                            "slowest": max(taken, default=0)})
            print("%6.1f min: %4.0f MiB, heap at least %3.0f, %3d threads, %3d files; %4d singles, p50 %.1f ms, p99 %.1f ms, slowest %.0f ms (a load)" % (
                (until - begin) / 60, *(samples[-1][k] for k in ("resident_mib", "live_mib", "threads", "files", "answers", "p50", "p99", "slowest"))),
                flush=True)
        for thread in threads:
            thread.join()
        trouble = summarize(service, ledger, samples, begin_cpu, begin)
        if unloaded < (time.time() - begin) // CYCLE_S - 1:
            trouble.append("unloaded only %d times" % unloaded)
        print("unloaded %d times" % unloaded)
    finally:
        status = service.stop()
    if status != 143:
        trouble.append("the service ended with status %d" % status)
    if args.picture:
        args.picture.write_text(picture.svg(samples, args.bin))
    for line in trouble[:20]:
        print("FAILED:", line)
    sys.exit(1 if trouble else 0)


if __name__ == "__main__":
    main()
