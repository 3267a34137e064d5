"""The steady soak: the resident set during many requests and then many load/unload cycles."""
import http.client
import json
import random
import sys
import time

import running

LIMIT_MIB = 96
LOG = running.ROOT / "target" / "soak-steady.log"
WORDS = "order parcel refund invoice account login error update payment card late support agent please again charged twice".split()


def question(rng):
    kind = rng.choice(["choice", "score", "noul"])
    if kind == "choice":
        criteria = {"option %d" % i: "word " * rng.randint(0, 8) for i in range(rng.randint(1, 12))}
        return {"type": kind, "instructions": "Which one?", "criteria": criteria}
    if kind == "score":
        return {"type": kind, "instructions": "How much?", "criteria": ["level"] * rng.randint(1, 6)}
    return {"type": kind, "instructions": "Does it hold?"}


def light_body(_rng, model):
    questions = {"refund": {"type": "noul", "instructions": "A refund?"}}
    return "/v1/systemone", {"state": "charged twice", "questions": questions, "model": model}


def body(rng, model):
    states = [" ".join(rng.choices(WORDS, k=rng.choice([3, 30, 120, 400]))) for _ in range(rng.choice([1, 1, 1, 4]))]
    questions = {"q%d" % i: question(rng) for i in range(rng.choice([1, 1, 2, 5]))}
    shared = {"questions": questions, "model": model}
    if len(states) == 1:
        return "/v1/systemone", {"state": states[0], **shared}
    return "/v1/systemone/batch", {"states": states, **shared}


class Client:
    """One client with one persistent connection."""

    def __init__(self, service):
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)

    def call(self, method, path, document=None):
        self.connection.request(method, path, None if document is None else json.dumps(document))
        response = self.connection.getresponse()
        answer = json.loads(response.read())
        if response.status != 200:
            sys.exit("%s answered %d: %s" % (path, response.status, answer))
        return answer


def measure(name, service, count, step):
    samples = []
    begin = time.perf_counter()
    for i in range(count):
        step()
        if (i + 1) % max(1, count // 10) == 0:
            samples.append(service.resident_mib())
    print("%s: %d in %.1f s; resident MiB after each tenth: %s" % (
        name, count, time.perf_counter() - begin, " ".join("%.0f" % s for s in samples)), flush=True)
    return len(samples) < 3 or samples[-1] - samples[1] <= LIMIT_MIB


def started(args, idle_seconds):
    settings = {"SERVICE_CHECKPOINTS": args.checkpoints, "SERVICE_PRELOAD": 0, "SERVICE_THREADS": 2, "SERVICE_LOG_LEVEL": "error",
                "SERVICE_IDLE_UNLOAD_SECONDS": idle_seconds, **args.settings}
    return running.Service([args.command], LOG, **settings)


def run(args):
    request = light_body if args.light else body
    rng = random.Random(7)
    with started(args, 0) as service:
        client = Client(service.await_ready())
        flat = measure("requests", service, args.requests, lambda: client.call("POST", *request(rng, args.model)))
    with started(args, 0.05) as service:
        client = Client(service.await_ready())
        before, loaded = service.resident_mib(), []

        def cycle():
            client.call("POST", *request(rng, args.model))
            loaded.append(service.resident_mib())
            if not running.until(lambda: not client.call("GET", "/health")["loaded"], 12):
                sys.exit("the checkpoint was not unloaded")

        flat &= measure("load/unload cycles", service, args.cycles, cycle)
        print("resident MiB before the first load: %.0f; loaded, smallest and largest: %.0f %.0f" % (
            before, min(loaded, default=0), max(loaded, default=0)), flush=True)
    return flat
