"""int8 on the built service: where weights lie while it loads and after it was ended, and how requests fare while new
weights are judged. Uses only the standard library and loopback; scripts/check/swap.sh runs it.
    check_int8.py [CHECKPOINT] [--seconds N]"""
import argparse
import itertools
import json
import os
import pathlib
import shutil
import signal
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import running
from running import ROOT

WORK = ROOT / "target" / "swap-int8"
TEMPORARY = WORK / "tmp"
PREPARED = WORK / "prepared"
WEIGHTS_MIB = 0.5
"""What is larger, and no library, holds weights."""

REQUEST = {"state": "I was charged twice for my order and nobody has answered my email.", "model": "english", "questions": {
    "team": {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "tech", "other"]},
    "angry": {"type": "noul", "instructions": "Is the customer angry?"}}}
BODY = json.dumps(REQUEST)
OTHER = json.dumps({**REQUEST, "model": "other"})


def prepare(checkpoint):
    """Three checkpoints that differ in the last bits of one weight, and a name that leads to one of them."""
    shutil.rmtree(WORK, ignore_errors=True)
    TEMPORARY.mkdir(parents=True)
    (WORK / "served").mkdir()
    for number, name in enumerate(("first", "second", "third")):
        shutil.copytree(checkpoint, WORK / name)
        with open(WORK / name / "model.safetensors", "r+b") as file:
            file.seek(-4, os.SEEK_END)
            last = file.read(1)[0]
            file.seek(-4, os.SEEK_END)
            file.write(bytes([last ^ number]))
    point("first")


def point(content):
    link = WORK / "served" / "next"
    link.symlink_to(WORK / content)
    os.replace(link, WORK / "served" / "english")


def service(log, **settings):
    chosen = {"SERVICE_CHECKPOINTS": WORK / "served", "SERVICE_PRECISION": "int8", "SERVICE_THREADS": 2,
              "JAVA_TOOL_OPTIONS": "-Djava.io.tmpdir=%s" % TEMPORARY, **settings}
    return running.Service([running.SERVE], WORK / log, **chosen)


def mib(folder, most=0.0):
    """The MiB of all files in a folder that are larger than so many MiB and are no libraries."""
    total = 0
    for path in pathlib.Path(folder).rglob("*"):
        try:
            size = path.stat().st_size / 2**20
        except OSError:
            continue
        if path.is_file() and size > most and ".so" not in path.name:
            total += size
    return total


class Sizes(threading.Thread):
    """The largest size of the folder for temporary files until it is stopped."""

    def __init__(self):
        super().__init__(daemon=True)
        self.largest = 0.0
        self.enough = threading.Event()

    def run(self):
        while not self.enough.wait(0.01):
            self.largest = max(self.largest, mib(TEMPORARY, WEIGHTS_MIB))

    def stop(self):
        self.enough.set()
        self.join()
        return self.largest


def said(log, words):
    return words in (WORK / log).read_text(encoding="utf-8")


def problems_of(what, largest, prepared):
    left = [str(path.relative_to(WORK)) for path in TEMPORARY.rglob("*") if path.is_file()]
    print("files     %-42s %6.1f MiB of weights in the temporary folder at most, %d files there afterwards, %.0f MiB prepared" % (
        what, largest, len(left), mib(prepared)))
    return (["%s: weights were in the folder for temporary files" % what] if largest else []) + [
        "%s: %s is left" % (what, name) for name in left if ".so" not in name]


def files():
    """Nothing of weight is in the folder for temporary files, whatever happens."""
    problems = []
    for kept, prepared in (("off", WORK / "none"), ("a folder", PREPARED)):
        settings = {"SERVICE_PREPARED": "off" if kept == "off" else prepared}
        sizes = Sizes()
        sizes.start()
        with service("files.log", **settings) as running_one:
            running_one.await_ready(600)
            peak = running.memory_mib(running_one.process.pid, "VmHWM")
            problems += problems_of("SERVICE_PREPARED %s, ready, peak %.0f MiB" % (kept, peak), sizes.largest, prepared)
        problems += problems_of("SERVICE_PREPARED %s, after SIGTERM" % kept, sizes.stop(), prepared)
    for kept in ("off", "a folder"):
        shutil.rmtree(PREPARED, ignore_errors=True)
        for name, number in (("SIGTERM", signal.SIGTERM), ("SIGKILL", signal.SIGKILL)):
            problems += ended_while_loading(kept, name, number)
    # Another precision than the one that was not finished.
    with service("next.log", SERVICE_PRECISION="float32", SERVICE_PREPARED=PREPARED) as after:
        after.await_ready(600)
        left = mib(PREPARED)
        print("files     %-42s %6.1f MiB of it" % ("the next start, in float32, leaves", left))
        if left > WEIGHTS_MIB:
            problems.append("the next start leaves %.0f MiB of what was not finished" % left)
    return problems


def ended_while_loading(kept, name, number):
    """Ended when the weights are being written, or else in the middle of the judging."""
    sizes = Sizes()
    sizes.start()
    one = service("ended.log", SERVICE_PREPARED="off" if kept == "off" else PREPARED)
    try:
        running.until(lambda: said("ended.log", "is made and answers them"), 600, 0.01)
        running.until(lambda: mib(PREPARED, WEIGHTS_MIB) > 1, 5 if kept == "off" else 60, 0.005)
        one.process.send_signal(number)
        one.process.wait(60)
    finally:
        one.stop()
    return problems_of("SERVICE_PREPARED %s, %s while it loads" % (kept, name), sizes.stop(), PREPARED)


class Clients:
    """Two that ask without a pause."""

    def __init__(self, port):
        self.port = port
        self.times = []
        self.failures = []
        self.enough = threading.Event()
        self.threads = [threading.Thread(target=self.run) for _ in range(2)]

    def run(self):
        while not self.enough.is_set():
            begun = time.monotonic()
            try:
                status, _, text = running.call(self.port, "POST", "/v1/systemone", BODY, timeout=600)
                if status != 200:
                    self.failures.append("%d %s" % (status, text))
            except OSError as e:
                self.failures.append(str(e))
            self.times.append((begun, time.monotonic() - begun))

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.enough.set()
        for thread in self.threads:
            thread.join()


def latencies(what, times):
    ms = sorted(1000 * took for _, took in times) or [0]
    print("requests  %-42s %5d answers, p50 %.0f ms, p99 %.0f ms, longest %.0f ms" % (
        what, len(times), ms[len(ms) // 2], ms[int(0.99 * (len(ms) - 1))], ms[-1]))


def reload(one, name="english"):
    return running.call(one.admin, "POST", "/checkpoints/%s/reload" % name, timeout=900)


def requests(seconds):
    """Answers go on while new weights are judged, after a reload and for the first request of another checkpoint."""
    problems = []
    shutil.rmtree(PREPARED, ignore_errors=True)
    point("first")
    extra = json.dumps({"other": str(WORK / "third")})
    with service("requests.log", SERVICE_PREPARED=PREPARED, SERVICE_MODELS="english", SERVICE_EXTRA_MODELS=extra) as one:
        one.await_ready(600)
        running.forget_peak(one.process.pid)
        with Clients(one.port) as clients:
            time.sleep(seconds)
            before = running.memory_mib(one.process.pid, "VmHWM")
            latencies("without a reload", clients.times)
            for what, content in (("reload, judged", "second"), ("reload, known", "first"), ("another checkpoint", "")):
                begun = time.monotonic()
                if content:
                    point(content)
                    status, _, text = reload(one)
                else:
                    status, _, text = running.call(one.port, "POST", "/v1/systemone", OTHER, timeout=900)
                ended = time.monotonic()
                meanwhile = [(at, took) for at, took in clients.times if begun < at + took < ended]
                latencies("%s, %.1f s" % (what, ended - begun), meanwhile)
                if status != 200 or (content and not json.loads(text)["reloaded"]):
                    problems.append("%s: %d %s" % (what, status, text))
                moments = [begun, *sorted(at + took for at, took in meanwhile), ended]
                pause = max(later - sooner for sooner, later in itertools.pairwise(moments))
                if "known" not in what and pause > (ended - begun) / 2:
                    problems.append("%s: no answer for %.1f of %.1f s" % (what, pause, ended - begun))
        print("memory    %.0f MiB at most without a reload, %.0f with two and another checkpoint" % (
            before, running.memory_mib(one.process.pid, "VmHWM")))
        problems += clients.failures[:5]
    return problems


def stopping():
    """A service that judges ends in time, and what it had begun is gone after the next start."""
    problems = []
    shutil.rmtree(PREPARED, ignore_errors=True)
    point("first")
    one = service("stopping.log", SERVICE_PREPARED=PREPARED)
    one.await_ready(600)
    running.call(one.port, "POST", "/v1/systemone", BODY, timeout=600)
    lines = (WORK / "stopping.log").read_text(encoding="utf-8").count("judging int8")
    point("second")
    asking = threading.Thread(target=lambda: reload_quietly(one))
    asking.start()
    running.until(lambda: (WORK / "stopping.log").read_text(encoding="utf-8").count("judging int8") > lines, 60)
    begun = time.monotonic()
    one.process.send_signal(signal.SIGTERM)
    one.process.wait(60)
    took = time.monotonic() - begun
    asking.join()
    left = [path.name for path in PREPARED.iterdir() if path.name.endswith(".unfinished")]
    print("stopping  status %d after %.1f s, unfinished folders left: %d" % (one.process.returncode, took, len(left)))
    if one.process.returncode != 143 or took > 10:
        problems.append("a service that judges did not end in time")
    return problems + problems_of("SIGTERM while a reload is judged", 0, PREPARED)


def reload_quietly(one):
    try:
        reload(one)
    except OSError:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", nargs="?", default=ROOT / "starter" / "checkpoint")
    parser.add_argument("--seconds", type=float, default=5)
    given = parser.parse_args()
    prepare(given.checkpoint)
    problems = files() + requests(given.seconds) + stopping()
    for problem in problems[:20]:
        print("failed    " + problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
