"""The mixed soak: all kinds of load at once on the starter checkpoint, in cycles with a quiet rest, with every answer
counted."""
import collections
import os
import threading
import time

import picture
import requests_mix as mix
import running
from ledger import Ledger, summarize

CYCLE_S, BUSY_S, IDLE_UNLOAD_S, BODY_TIMEOUT_S = 20, 14, 3, 1
LOG = running.ROOT / "target" / "soak-mixed.log"
SETTINGS = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_IDLE_UNLOAD_SECONDS": IDLE_UNLOAD_S,
            "SERVICE_BODY_READ_TIMEOUT": BODY_TIMEOUT_S, "SERVICE_THREADS": 1, "SERVICE_LOG_FORMAT": "json"}


class Service(running.Service):
    """A service whose metrics and resources can be read."""

    def metric(self, name, label=""):
        """The samples of a family, summed by the value of a label."""
        found = collections.Counter()
        for line in running.call(self.admin, "GET", "/metrics", timeout=10)[2].splitlines():
            if line.startswith((name + "{", name + " ")):
                value = line.split(label + '="', 1)[1].split('"', 1)[0] if label else ""
                found[value] += float(line.rsplit(" ", 1)[1])
        return found

    def entries(self, folder):
        """The number of its threads (task) or open files (fd)."""
        return len(os.listdir("/proc/%d/%s" % (self.process.pid, folder)))


def client(work, interval, begin, end, ledger):
    """Repeats its work while a cycle is busy, on a persistent connection."""
    due = time.time()
    while time.time() < end:
        if (time.time() - begin) % CYCLE_S >= BUSY_S:
            time.sleep(0.05)
            due = time.time()
            continue
        try:
            work(ledger)
        except OSError as e:
            ledger.note("lost", "an answer", detail=repr(e))
        due += interval
        time.sleep(max(0, due - time.time()))


class Sampler:
    """The service's resources and latencies, bin by bin."""

    def __init__(self, service, ledger, bin_s, begin, end):
        self.service, self.ledger, self.bin_s, self.begin, self.end = service, ledger, bin_s, begin, end
        self.samples, self.unloaded, self.loaded = [], 0, 0

    def watch(self, until):
        """The highest resident memory and the lowest heap in use until a given time; counts how often the checkpoint is
        unloaded."""
        resident, heap = 0, []
        while time.time() < until:
            loaded = sum(self.service.metric("decision_models_loaded").values())
            self.unloaded += self.loaded == 1 and loaded == 0
            self.loaded = loaded
            resident = max(resident, self.service.resident_mib())
            heap.append(self.service.metric("jvm_memory_used_bytes", "area")["heap"] / 2**20)
            time.sleep(max(0, min(1, until - time.time())))
        return resident, min(heap, default=0)

    def run(self):
        while time.time() < self.end:
            until = min(self.end, self.begin + self.bin_s * (len(self.samples) + 1))
            resident, live = self.watch(until)
            taken = [(at, ms) for at, ms in self.ledger.latencies if until - self.bin_s <= at < until]
            # The first requests of a cycle wait for the load.
            warm = [ms for at, ms in taken if (at - self.begin) % CYCLE_S > 2]
            sample = {"resident_mib": resident, "live_mib": live, "threads": self.service.entries("task"),
                      "files": self.service.entries("fd"), "answers": len(taken), "p50": picture.quantile(warm, 0.5),
                      "p99": picture.quantile(warm, 0.99), "slowest": max((ms for _, ms in taken), default=0)}
            self.samples.append(sample)
            print("%6.1f min: %4.0f MiB, heap at least %3.0f, %3d threads, %3d files; %4d singles, "
                  "p50 %.1f ms, p99 %.1f ms, slowest %.0f ms (a load)" % ((until - self.begin) / 60, *sample.values()), flush=True)


def run(args):
    with Service([args.command], LOG, **{**SETTINGS, **args.settings}) as service:
        service.await_ready()
        ledger = Ledger()
        known = mix.known_answers(service.port, ledger)
        ledger.latencies.clear()
        begin, begin_cpu = time.time(), running.processor_seconds(service.process.pid)
        end = begin + 60 * args.minutes
        clients = [(mix.Single(service.port, known, seed), 0.3) for seed in range(3)]
        clients += [(mix.Batch(service.port, known, 9), 1.0), (mix.Bad(service.port), 0.4), (mix.Slow(service.port, known), 1.5)]
        threads = [threading.Thread(target=client, args=(work, interval, begin, end, ledger)) for work, interval in clients]
        for thread in threads:
            thread.start()
        sampler = Sampler(service, ledger, args.bin, begin, end)
        sampler.run()
        for thread in threads:
            thread.join()
        trouble = summarize(service, ledger, sampler.samples, begin_cpu, begin)
        if sampler.unloaded < (time.time() - begin) // CYCLE_S - 1:
            trouble.append("unloaded only %d times" % sampler.unloaded)
        print("unloaded %d times" % sampler.unloaded)
        status = service.stop()
    if status != 143:
        trouble.append("the service ended with status %d" % status)
    if args.picture:
        args.picture.write_text(picture.svg(sampler.samples, args.bin))
    for line in trouble[:20]:
        print("FAILED:", line)
    return not trouble
