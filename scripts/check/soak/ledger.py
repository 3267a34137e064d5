"""What the clients of the mixed soak saw, compared with what the service counted and with its resources."""
import collections
import statistics
import threading
import time

import running

# Allowed growth after the first third. The heap first grows to its working size, which increases resident memory but
# not live memory; code caches and arenas settle late.
LIMITS = {"resident_mib": 96, "live_mib": 16, "threads": 8, "files": 8}
# Shorter runs have too few collections to measure live memory.
LIVE_FROM_MINUTES = 5


class Ledger:
    """Outcomes have the names used in the service's metrics."""

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


def summarize(service, ledger, samples, begin_cpu, began):
    """Prints the counts and returns a list of problems."""

    def counts():
        return service.metric("decision_requests_total", "outcome")

    running.until(lambda: sum(counts().values()) >= sum(ledger.seen.values()), 10, 0.1)
    counted = counts()
    trouble = list(ledger.wrong)
    print("outcome               clients  service")
    for outcome in sorted(set(counted) | set(ledger.seen)):
        print("%-20s %8d %8d" % (outcome, ledger.seen[outcome], counted[outcome]))
        if ledger.seen[outcome] != counted[outcome]:
            trouble.append("%s: clients saw %d, the service counted %d" % (outcome, ledger.seen[outcome], counted[outcome]))
    loads = sum(service.metric("decision_checkpoint_loads_total", "checkpoint").values())
    cores = (running.processor_seconds(service.process.pid) - begin_cpu) / (time.time() - began)
    print("loads %d; CPU of the service %.2f cores on average" % (loads, cores))
    return trouble + growth(samples, time.time() - began)


def growth(samples, seconds):
    trouble = []
    settled = samples[len(samples) // 3:]
    third = max(1, len(settled) // 3)
    for name, limit in LIMITS.items():
        first, last = (statistics.median(s[name] for s in part) for part in (settled[:third], settled[-third:]))
        print("%s: %.0f after the first third, %.0f at the end" % (name, first, last))
        known = name != "live_mib" or seconds >= 60 * LIVE_FROM_MINUTES
        if known and last - first > limit:
            trouble.append("%s has grown by %.0f, more than %d" % (name, last - first, limit))
    return trouble
