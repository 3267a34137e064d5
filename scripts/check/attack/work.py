"""Row 5: work that nobody is waiting for any more, and requests with a time limit."""
import json
import random
import time

import wires
from harness import post, together
from report import attack

WORDS = "order parcel refund invoice account login error update payment card late support agent please again charged".split()


def long_batch(states=64, words=4200, max_len=8192):
    chance = random.Random(5)
    return json.dumps({"states": [" ".join(chance.choices(WORDS, k=words)) for _ in range(states)], "max_len": max_len,
                       "model": "english", "questions": {"q": {"type": "noul", "instructions": "Does it hold?"}}}).encode()


@attack("5-gone", "64 states at max_len 8192 whose client leaves after 2 s", "open")
def gone(bench, report, service):
    for turn in range(bench.pick(1, 3)):
        name = "attack-gone-%d" % turn
        with wires.connect(service.port, 30) as s:
            wires.send_all(s, post(long_batch(), "X-Request-Id: " + name, path="/v1/systemone/batch"))
            time.sleep(2)
        left = time.monotonic()

        def outcome(name=name):
            lines = [entry for entry in service.new_log().splitlines() if "request_id=" + name in entry]
            return lines[-1].split("outcome=", 1)[1].split()[0] if lines else None

        # On a busy machine, the batch may reach the inference thread only now; other requests must not notice.
        longest = 0.0
        while longest is not None:
            asked, (status, _) = time.monotonic(), service.ask(timeout=60)
            longest = max(longest, time.monotonic() - asked) if status == 200 else None
            if outcome() or time.monotonic() - left > 60:
                break
            time.sleep(0.1)
        report.at_most("others wait", longest, bench.pick(2, 1), "s")
        report.equal("outcome", outcome(), "gone")
        report.at_most("logged after", time.monotonic() - left, bench.pick(4, 2), "s")


@attack("5-deadline", "the same batch with SERVICE_REQUEST_TIMEOUT_S=3", "tight")
def deadline(bench, report, service):
    began = time.monotonic()
    status, _ = service.ask(long_batch(), path="/v1/systemone/batch", timeout=60)
    report.at_most("answered in", time.monotonic() - began, 5, "s")
    report.equal("status", status, 503)


@attack("5-explained", "forty explained requests at once, 64 questions about 50,000 characters each, at -Xmx256m, beside small ones")
def explained(bench, report):
    questions = {"q%d" % n: {"type": "noul", "instructions": "Does it hold, number %d?" % n} for n in range(64)}
    state = ("I was charged twice. " * 2400)[:50_000]
    body = json.dumps({"state": state, "model": "english", "explain": True, "questions": questions}).encode()
    settings = {"SERVICE_EXPLAIN": 1, "SERVICE_MAX_CONCURRENT": 64, "SERVICE_REQUEST_TIMEOUT_S": bench.pick(5, 15)}
    with bench.start(report, java="-Xmx256m", **settings) as service:
        times = []

        def small():
            for _ in range(bench.pick(5, 15)):
                began = time.monotonic()
                if service.ask(timeout=60)[0] == 200:
                    times.append(time.monotonic() - began)
                time.sleep(0.3)

        *found, _ = together(*(lambda: service.ask(body, timeout=60) for _ in range(40)), small)
        report.one_of("statuses", ["no answer" if status is None else status for status, _ in found], (200, 503))
        report.equal("small ones answered", len(times), bench.pick(5, 15))
        report.at_most("the longest wait", max(times, default=None), bench.pick(6, 2), "s")
        report.equal("answers afterwards", service.ask(timeout=60)[0], 200)
