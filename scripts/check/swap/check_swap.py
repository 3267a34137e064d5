"""Swaps, evictions and requests at once, against the built service with tiny checkpoints. Uses only the standard library
and loopback; scripts/check/swap.sh runs it."""
import argparse
import contextlib
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

WORK = ROOT / "target" / "swap"
CALLERS = 8
ROOM = 2
"""Checkpoints in memory at once, of the five that are asked for."""
GROWTH_MIB = 40
"""How much more resident memory the last third of the run may have than the second."""

QUESTIONS = {
    "team": {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "tech", "other"]},
    "angry": {"type": "noul", "instructions": "Is the customer angry?"},
}
STATES = ["I was charged twice for my order and nobody has answered my email.",
          "С меня дважды списали деньги, и никто не отвечает на письмо.",
          "The app crashes when I open it on my phone. " * 12]
CONTENTS = ("first", "second", "third")
"""The directories that take turns behind a name: another tokenizer in the second, other weights in the third."""


def other_weights(source, target):
    """A copy of a checkpoint in which the sign of every third number is flipped."""
    shutil.copytree(source, target)
    file = target / "model.safetensors"
    content = bytearray(file.read_bytes())
    start = 8 + int.from_bytes(content[:8], "little")
    for at in range(start + 1, len(content), 6):
        content[at] ^= 0x80
    file.write_bytes(content)


def prepare():
    """The directories, and the names that lead to them by symbolic links, as a deployment would flip them."""
    shutil.rmtree(WORK, ignore_errors=True)
    contents = WORK / "contents"
    contents.mkdir(parents=True)
    shutil.copytree(running.TINY / "english", contents / "first")
    shutil.copytree(running.TINY / "multilingual", contents / "second")
    other_weights(running.TINY / "typed-decisions", contents / "third")
    served = WORK / "served"
    served.mkdir()
    for name in ("english", "multilingual"):
        (served / name).symlink_to(running.TINY / name)
    point("papers", "first")
    point("mails", "third")


def point(name, content):
    """Has a name lead to other files, in one step."""
    link = WORK / "served" / (name + ".new")
    link.symlink_to(WORK / "contents" / content)
    os.replace(link, WORK / "served" / name)


def bodies(model):
    """One request per state; without a model the router chooses."""
    named = {"model": model} if model else {}
    return [json.dumps({"state": state, "questions": QUESTIONS, **named}) for state in STATES]


def essence(answer):
    """What depends on the checkpoint's files, and on nothing else."""
    return json.dumps([answer["answers"], answer["usage"]], sort_keys=True)


def reference():
    """What every content answers to every state, from a quiet service that serves each under its own name."""
    extra = json.dumps({content: str(WORK / "contents" / content) for content in CONTENTS})
    with running.Service([running.SERVE], WORK / "reference.log", SERVICE_EXTRA_MODELS=extra, SERVICE_PRELOAD="0",
                         SERVICE_CHECKPOINTS=WORK / "served") as service:
        service.await_ready()
        answers = {}
        for name in (*CONTENTS, "english", "multilingual"):
            answers[name] = [essence(ask(service.port, body)[0]) for body in bodies(name)]
        return answers


def ask(port, body, path="/v1/systemone"):
    """The answers to a request, which must not fail."""
    status, _, text = running.call(port, "POST", path, body)
    if status != 200:
        raise AssertionError("%d %s" % (status, text))
    answer = json.loads(text)
    return answer["results"] if path.endswith("batch") else [answer]


class Load:
    """Clients that ask without a pause until they are told to stop."""

    def __init__(self, port, answers):
        self.port = port
        self.answers = answers
        self.requests = 0
        self.seen = {}
        self.failures = []
        self.lock = threading.Lock()
        self.enough = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(i,)) for i in range(CALLERS)]

    def run(self, index):
        kinds = itertools.cycle(["papers", "mails", "english", "papers", "multilingual", None, "mails"])
        for _ in range(index):
            next(kinds)
        while not self.enough.is_set():
            try:
                self.one(next(kinds))
            except (AssertionError, OSError, ValueError) as e:
                with self.lock:
                    self.failures.append(str(e))

    def one(self, kind):
        if kind is None:
            # Two checkpoints in one request, although only one more may fit.
            results = ask(self.port, json.dumps({"states": STATES[:2], "questions": QUESTIONS}), "/v1/systemone/batch")
            self.note([("english", 0, results[0]), ("multilingual", 1, results[1])])
        else:
            for i, body in enumerate(bodies(kind)):
                self.note([(kind, i, ask(self.port, body)[0])])

    def note(self, results):
        with self.lock:
            self.requests += 1
            for name, state, answer in results:
                if answer["routing"]["model"] != name:
                    self.failures.append("%s answered for %s" % (answer["routing"]["model"], name))
                possible = CONTENTS if name in ("papers", "mails") else (name,)
                whose = [content for content in possible if self.answers[content][state] == essence(answer)]
                if whose:
                    self.seen[name, whose[0]] = self.seen.get((name, whose[0]), 0) + 1
                else:
                    self.failures.append("%s gave an answer of none of its files: %s" % (name, json.dumps(answer)))


def counted(service, metric):
    """The sum of a metric over its labels."""
    text = running.call(service.admin, "GET", "/metrics")[2]
    return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(metric + "{"))


def reload(service, name):
    """Tells the operator's port to read a checkpoint again; returns status and answer."""
    status, _, text = running.call(service.admin, "POST", "/checkpoints/%s/reload" % name)
    return status, json.loads(text)


def swap(service, name, content, by_signal):
    """Replaces a checkpoint; returns whether the reload did it, rather than a load after an eviction in between."""
    lines = service.log_text().count("checkpoint %s is replaced" % name)
    point(name, content)
    if not by_signal:
        status, answer = reload(service, name)
        if status != 200:
            raise AssertionError("reload of %s: %d %s" % (name, status, answer))
        return answer["reloaded"]
    service.process.send_signal(signal.SIGHUP)
    return running.until(lambda: service.log_text().count("checkpoint %s is replaced" % name) > lines, 2)


def under_load(service, load, wanted):
    """Swaps until there were enough swaps, evictions and requests; returns the swaps and samples of memory."""
    samples = []
    swaps = 0
    turns = {"papers": itertools.cycle(["second", "third", "first"]), "mails": itertools.cycle(["first", "third"])}
    names = itertools.cycle(["papers", "papers", "mails"])
    end = time.monotonic() + wanted.seconds
    tries = 0
    while time.monotonic() < end:
        done = (swaps >= wanted.swaps and load.requests >= wanted.requests
                and counted(service, "decision_checkpoint_evictions_total") >= wanted.evictions)
        if done:
            break
        if swaps * wanted.requests <= load.requests * wanted.swaps:
            name = next(names)
            tries += 1
            swaps += swap(service, name, next(turns[name]), by_signal=tries % 5 == 0)
        loaded = json.loads(running.call(service.port, "GET", "/health")[2])["loaded"]
        if len(loaded) > ROOM:
            load.failures.append("more than %d in memory: %s" % (ROOM, loaded))
        samples.append(service.resident_mib())
        time.sleep(0.05)
    return swaps, samples


def refused(service, log):
    """What cannot be used changes nothing."""
    problems = []
    before = essence(ask(service.port, bodies("papers")[0])[0])
    said = log.read_text(encoding="utf-8").count("is not replaced")
    broken = WORK / "contents" / "broken"
    for what, spoil in (("cut weights", lambda: os.truncate(broken / "model.safetensors", 5000)),
                        ("no tokenizer", lambda: shutil.rmtree(broken / "tokenizer")),
                        ("weights of another shape",
                         lambda: shutil.copy(running.TINY / "multilingual" / "model.safetensors", broken))):
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree(running.TINY / "english", broken)
        spoil()
        point("papers", "broken")
        status, answer = reload(service, "papers")
        after = essence(ask(service.port, bodies("papers")[0])[0])
        if status != 409 or after != before:
            problems.append("%s: %d %s" % (what, status, answer))
        print("refused   %-25s %s" % (what, answer["detail"]))
    kept = log.read_text(encoding="utf-8").count("is not replaced") - said
    if kept != 3:
        problems.append("%d lines about refused reloads, not 3" % kept)
    if reload(service, "nothing")[0] != 404:
        problems.append("a name that is not served is not a 404")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true")
    short = parser.parse_args().short
    wanted = argparse.Namespace(requests=300, swaps=6, evictions=15, seconds=120) if short else argparse.Namespace(
        requests=1000, swaps=20, evictions=50, seconds=600)
    prepare()
    answers = reference()
    if len({answers[content][0] for content in CONTENTS}) != len(CONTENTS):
        sys.exit("the contents cannot be told apart")
    log = WORK / "service.log"
    extra = json.dumps({name: str(WORK / "served" / name) for name in ("papers", "mails")})
    with running.Service([running.SERVE], log, SERVICE_EXTRA_MODELS=extra, SERVICE_MAX_LOADED=ROOM,
                         SERVICE_CHECKPOINTS=WORK / "served", SERVICE_MAX_CONCURRENT=2 * CALLERS, JAVA_TOOL_OPTIONS="-Xmx128m") as service:
        service.await_ready()
        service.log_text = lambda: log.read_text(encoding="utf-8")
        load = Load(service.port, answers)
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: [thread.join() for thread in load.threads])
            stack.callback(load.enough.set)
            for thread in load.threads:
                thread.start()
            swaps, samples = under_load(service, load, wanted)
        evictions = counted(service, "decision_checkpoint_evictions_total")
        problems = load.failures + refused(service, log)
    third = max(1, len(samples) // 3)
    start, middle, end = (max(part) for part in (samples[:third], samples[third:2 * third] or samples, samples[-third:]))
    print("answers   " + ", ".join("%s of %s %d" % (name, whose, n) for (name, whose), n in sorted(load.seen.items())))
    print("memory    %.0f, %.0f and %.0f MiB resident at most in the three thirds" % (start, middle, end))
    print("load      %d requests of %d clients, %d swaps, %d evictions, %d failures" % (
        load.requests, CALLERS, swaps, evictions, len(load.failures)))
    if load.requests < wanted.requests or swaps < wanted.swaps or evictions < wanted.evictions:
        problems.append("fewer requests, swaps or evictions than wanted in %d s" % wanted.seconds)
    if len([True for name, whose in load.seen if name == "papers"]) < len(CONTENTS):
        problems.append("not every content of papers has answered")
    if end > middle + GROWTH_MIB:
        problems.append("memory has grown")
    if " ERROR " in log.read_text(encoding="utf-8"):
        problems.append("the log has errors: " + str(log))
    for problem in problems[:20]:
        print("failed    " + problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
