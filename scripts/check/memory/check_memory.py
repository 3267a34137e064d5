"""Runs the built service in a cgroup of its own and sends the longest requests that its defaults allow; see memory.sh.
Uses only the standard library."""
import argparse
import contextlib
import gzip
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running
from running import ROOT

NAMES = ("english", "multilingual", "typed-decisions")
WORK = ROOT / "target" / "memory"
LONGEST = 8192
STATE_CHARACTERS = 50_000
BATCHES = 15
WORDS = "account invoice payment charged twice refund please help with the order today".split()
# How much more memory than before a process may hold after a pass of the longest row: a tenth, or what Java's heap grows by.
KEPT = 1.10
HEAP_MIB = 64


def shipped_limit(short):
    """In MiB: what compose.yaml and the base for Kubernetes set, which must be the same; or what the starter's pod has."""
    folder = ROOT / "deploy/kubernetes"
    manifest = folder / ("overlays/starter" if short else "base") / "deployment.yaml"
    value, unit = re.search(r"limits:(?:\s*#.*\n|\s)*memory: (\d+)([MG])i", manifest.read_text()).groups()
    limit = int(value) * (1024 if unit == "G" else 1)
    if not short:
        compose = re.search(r"mem_limit: \$\{MEMORY:-(\d+)g}", (ROOT / "compose.yaml").read_text()).group(1)
        if int(compose) * 1024 != limit:
            sys.exit("compose.yaml and %s have different limits" % manifest)
    return limit


def heap_bound():
    """The option of Java that bounds the heap in the image."""
    return re.search(r'^ENTRYPOINT .*"(-XX:MaxRAM=\w+)"', (ROOT / "Containerfile").read_text(), re.MULTILINE).group(1)


class Cgroup:
    """A cgroup for memory without swap, of either version; the processes in it must have ended when it is removed."""

    def __init__(self, mebibytes):
        base, self.new = pathlib.Path("/sys/fs/cgroup"), (pathlib.Path("/sys/fs/cgroup/cgroup.controllers")).exists()
        self.folder = (base if self.new else base / "memory") / ("decision-service-%d" % os.getpid())
        self.folder.mkdir()
        with contextlib.suppress(OSError):
            (self.folder / "memory.swap.max" if self.new else self.folder / "memory.swappiness").write_text("0")
        (self.folder / ("memory.max" if self.new else "memory.limit_in_bytes")).write_text(str(mebibytes << 20))

    def command(self, words):
        return ["sh", "-c", 'echo $$ >"$0" && exec "$@"', str(self.folder / "cgroup.procs"), *words]

    def peak_mib(self):
        return int((self.folder / ("memory.peak" if self.new else "memory.max_usage_in_bytes")).read_text()) >> 20

    def remove(self):
        running.until(lambda: not (self.folder / "cgroup.procs").read_text().strip(), 30)
        self.folder.rmdir()


def checkpoints(size):
    """A folder of three checkpoints with different weights."""
    folder = WORK / size
    for seed, name in enumerate(NAMES):
        if not (folder / name / "model.safetensors").exists():
            folder.mkdir(parents=True, exist_ok=True)
            partial = folder / (name + ".partial")
            maker = [sys.executable, ROOT / "benchmarks/make_checkpoint.py", partial]
            subprocess.run([*maker, "--size", size, "--seed", str(seed)], check=True)
            partial.rename(folder / name)
    return folder


def text(random_source):
    return " ".join(random_source.choices(WORDS, k=STATE_CHARACTERS // 5))[:STATE_CHARACTERS]


def single(model, questions=1):
    """The longest row that the defaults allow."""
    return {"state": text(random.Random(1)), "model": model, "max_len": LONGEST,
            "questions": {"q%d" % i: {"type": "noul", "instructions": "Is it about money?"} for i in range(questions)}}


def largest_batch(seed):
    """Every state and question that a batch may have; gzip keeps the body small, and the limit on bodies counts decoded bytes."""
    source = random.Random(seed)
    state = 2_000_000 // 64
    return {"states": [text(source)[:state] for _ in range(64)], "model": source.choice(NAMES), "max_len": LONGEST,
            "questions": {"q%d" % i: {"type": "noul", "instructions": "Is it about money, %d?" % i} for i in range(64)}}


def ask(port, body, path="/v1/systemone", timeout=3600):
    """Status of the answer; 0 if there is none in time."""
    packed = gzip.compress(json.dumps(body).encode())
    try:
        return running.call(port, "POST", path, packed, {"Content-Encoding": "gzip"}, timeout)[0]
    except OSError:
        return 0


class Check:
    def __init__(self, service, cgroup):
        self.service, self.cgroup, self.failed = service, cgroup, []

    def expect(self, what, found, good):
        print("%-8s %-62s %s" % ("passed" if good else "failed", what, found), flush=True)
        if not good:
            self.failed.append(what)

    def alive(self):
        return self.service.process.poll() is None

    def resident(self):
        return running.memory_mib(self.service.process.pid) or 0

    def long_rows(self):
        """One after the other, so that each has its own rest before it."""
        for name in NAMES:
            for _ in range(3):
                ask(self.service.port, {**single(name), "max_len": 512})
            before = self.resident()
            running.forget_peak(self.service.process.pid)
            began = time.monotonic()
            status = ask(self.service.port, single(name))
            seconds = time.monotonic() - began
            peak = running.memory_mib(self.service.process.pid, "VmHWM") or 0
            most = max(before * KEPT, before + HEAP_MIB)
            running.until(lambda most=most: self.resident() <= most, 10, 0.5)
            after = self.resident()
            self.expect("%s: a row of %d tokens" % (name, LONGEST), "status %d after %.0f s" % (status, seconds), status == 200)
            self.expect("%s: MiB resident before, at most, after" % name, "%d %d %d" % (before, peak, after), 0 < after <= most)

    def everything(self, seconds):
        """Long rows for all checkpoints, while as many of the largest batches as are admitted wait and are given up again."""
        end = time.monotonic() + seconds
        statuses = []

        def batches(seed):
            while time.monotonic() < end and self.alive():
                statuses.append(ask(self.service.port, largest_batch(seed), "/v1/systemone/batch", min(60, max(1, end - time.monotonic()))))
                # A refusal comes at once.
                time.sleep(1)

        threads = [threading.Thread(target=batches, args=(seed,)) for seed in range(BATCHES)]
        for thread in threads:
            thread.start()
        turn = 0
        answered = 0
        running.forget_peak(self.service.process.pid)
        while time.monotonic() < end and self.alive():
            status = ask(self.service.port, single(NAMES[turn % 3], 2), timeout=max(1, end - time.monotonic()))
            answered += status == 200
            turn += 1
            time.sleep(0 if status == 200 else 1)
        for thread in threads:
            thread.join()
        tally = {status: statuses.count(status) for status in sorted(set(statuses))}
        self.expect("batches by status (0: given up)", "%s, long rows answered: %d" % (tally, answered), set(statuses) <= {0, 200, 503})
        peak = running.memory_mib(self.service.process.pid, "VmHWM")
        self.expect("the process is alive after %d s of it" % seconds, "%d MiB resident at most" % (peak or 0), self.alive())


def main(command, short, minutes):
    limit = shipped_limit(short)
    folder = checkpoints("small" if short else "full")
    cgroup = Cgroup(limit)
    settings = {"SERVICE_CHECKPOINTS": folder, "SERVICE_PRELOAD": 1, "SERVICE_QUEUE_MAX": 32,
                "SERVICE_THREADS": len(os.sched_getaffinity(0))}
    try:
        with running.Service(cgroup.command(command), WORK / "service.log", **settings) as service:
            service.await_ready(1800)
            check = Check(service, cgroup)
            print("limit %d MiB; three checkpoints loaded: %d MiB resident" % (limit, check.resident()), flush=True)
            check.long_rows()
            check.everything(minutes * 60)
            for name in NAMES if check.alive() else ():
                status = ask(service.port, {**single(name), "max_len": 512})
                check.expect("%s answers afterwards" % name, status, status == 200)
            peak = cgroup.peak_mib()
            # Files that are mapped or were read count, too, and are given up when memory is needed.
            check.expect("MiB of the cgroup at most, of %d" % limit, peak, check.alive())
    finally:
        cgroup.remove()
    sys.exit(bool(check.failed))


if __name__ == "__main__":
    at = sys.argv.index("--")
    parser = argparse.ArgumentParser(prog="memory.sh")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--minutes", type=float)
    given = parser.parse_args(sys.argv[at + 1:])
    if os.geteuid() != 0:
        missing = "no right to make a cgroup: run it as root"
        print("skipped  memory: " + missing)
        sys.exit(os.environ.get("REQUIRE_ALL") == "1")
    minutes = given.minutes if given.minutes is not None else 1 if given.short else 30
    main([*sys.argv[1:at], heap_bound(), "-jar", str(ROOT / "server/target/decision-service.jar")], given.short, minutes)
