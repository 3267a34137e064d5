"""Row 5: work that nobody is waiting for any more, and requests with a time limit."""
import json
import random
import time

import wires
from harness import post
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
