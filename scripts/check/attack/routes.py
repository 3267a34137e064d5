"""Routes beside the decisions: what they answer is made once, and whoever asks is counted as for a decision."""
import contextlib
import hashlib
import json
import time

import running
import wires
from harness import KEY, Probes, post, together
from report import attack

SETS = 64
SET_BYTES = 105_000
ASKED = 40
LIST = "/v1/question-sets"
THRESHOLD = "/docs/try/threshold"
LEARN = "/docs/try/learn"
LABELS = json.dumps({"accuracy": 0.9, "confidence": [0.9] * 5, "right": [True] * 5}).encode()
RATED, SHARED = "a-key-with-a-rate", "a-key-with-a-share"


def write_sets(folder, count, size):
    """Writes sets of that many bytes, each with as many questions as one may have."""
    folder.mkdir()
    for i in range(count):
        questions = {"q%d" % q: {"type": "noul", "instructions": "Is it so? " * (size // 640)} for q in range(60)}
        (folder / ("set-%02d.json" % i)).write_text(json.dumps({"questions": questions}))


def fetch(port, path, headers=None, timeout=60):
    """Status and text; status 0 if the connection broke, None if nothing arrived in time."""
    try:
        status, _, text = running.call(port, "GET", path, headers=headers or {}, timeout=timeout)
        return status, text
    except TimeoutError:
        return None, ""
    except Exception as e:  # http.client has its own exceptions for broken answers
        return 0, repr(e)


@attack("20-listing", "forty requests for 64 question sets of 105 KB, at -Xmx256m")
def listing(bench, report):
    folder = bench.directory / "sets"
    write_sets(folder, SETS, SET_BYTES)
    with bench.start(report, java="-Xmx256m", SERVICE_QUESTION_SETS=folder) as service:
        process, patience = service.pid, service.patience_ms(bench)
        began = time.monotonic()
        with Probes(service) as probes:
            rounds = [together(*[lambda: fetch(service.port, LIST)] * ASKED) for _ in range(bench.pick(1, 10))]
        answers = [answer for answers in rounds for answer in answers]
        report.at_most("all %d after" % len(answers), time.monotonic() - began, bench.pick(20, 100), "s")
        report.one_of("statuses", [status for status, _ in answers], (200, 503))
        lists = [text for status, text in answers if status == 200]
        report.hold("%d lists of %.1f MB, all the same" % (len(lists), len(lists[0]) / 1e6 if lists else 0),
                    len(lists) >= 8 * len(rounds) and len(set(lists)) == 1)
        probes.hold(report, patience)
        service.growth(report, 250)
        report.hold("same process" if not service.statuses else "ended with %s" % service.statuses,
                    not service.statuses and service.pid == process)


@attack("20-description", "forty first requests for the description of the interface")
def description(bench, report):
    with bench.start(report) as service:
        patience = service.patience_ms(bench)
        began = time.monotonic()
        with Probes(service) as probes:
            answers = together(*[lambda: fetch(service.port, "/openapi.json")] * ASKED)
        report.at_most("all %d after" % len(answers), time.monotonic() - began, 20, "s")
        report.one_of("statuses", [status for status, _ in answers], (200, 503))
        probes.hold(report, patience)


def labels(rows, words=8):
    """Labels of a question with two options, as the page sends them."""
    question = {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "tech"]}
    return b"".join(json.dumps({"state": "%s %d" % (("refund ", "crash ")[i % 2] * words, i), "question": question,
                                "gold": ("billing", "tech")[i % 2]}).encode() + b"\n" for i in range(rows))


@attack("20-learning", "labels to learn from: too many, sixteen at once, and clients that leave, at -Xmx384m")
def learning(bench, report):
    with bench.start(report, java="-Xmx384m", SERVICE_DOCS="learn") as service:
        process, patience = service.pid, service.patience_ms(bench)
        report.equal("1,001 rows", service.ask(labels(1001), LEARN)[0], 413)
        report.equal("2 MiB and a byte", service.ask(b" " * ((2 << 20) + 1), LEARN)[0], 413)
        report.equal("no labels", service.ask(b"{}", LEARN)[0], 400)
        largest = labels(bench.pick(400, 1000), bench.pick(8, 100))
        began = time.monotonic()
        with Probes(service) as probes:
            answers = together(*[lambda: service.ask(largest, LEARN, timeout=300)] * 16)
            others = [service.ask()[0] for _ in range(8)]
        statuses = [status for status, *_ in answers]
        report.at_most("the one of sixteen that had its turn after", time.monotonic() - began, bench.pick(120, 300), "s")
        report.equal("had their turn", statuses.count(200), 1)
        report.one_of("others", [s for s in statuses if s != 200], (429, 503))
        report.one_of("questions after it", others, (200,))
        probes.hold(report, patience)
        for _ in range(bench.pick(2, 10)):
            with contextlib.closing(wires.connect(service.port)) as s:
                wires.send_all(s, post(largest, path=LEARN))
                time.sleep(1)
                report.one_of("a question beside it", [service.ask()[0]], (200,))
        began = time.monotonic()
        status = 429
        while status == 429 and time.monotonic() - began < 60:
            time.sleep(0.2)
            status = service.ask(labels(10), LEARN)[0]
        report.equal("learned after the clients left", status, 200)
        report.at_most("its turn came after", time.monotonic() - began, 30, "s")
        report.hold("same process" if not service.statuses else "ended with %s" % service.statuses,
                    not service.statuses and service.pid == process)


def write_keys(file):
    """A key without limits for the suite itself, one with a rate, and one with a share."""
    limits = {KEY: {}, RATED: {"requests_per_minute": 6}, SHARED: {"share": 0.25}}
    file.write_text(json.dumps({"keys": [
        {"name": name, "sha256": hashlib.sha256(key.encode()).hexdigest(), **limit}
        for name, (key, limit) in zip(("suite", "rated", "shared"), limits.items(), strict=True)]}))


def bearer(key):
    return {"Authorization": "Bearer " + key}


@attack("20-counted", "every route with a key that has 6 requests a minute, or a quarter of the slots")
def counted(bench, report):
    keys, folder = bench.directory / "keys.json", bench.directory / "few-sets"
    write_keys(keys)
    write_sets(folder, 2, 10_000)
    asked = 60
    with bench.start(report, key=KEY, SERVICE_API_KEY_FILE=keys, SERVICE_QUESTION_SETS=folder, SERVICE_CONTRACT="full",
                     SERVICE_DECISIONS="openai,gemini", SERVICE_DOCS="learn") as service, contextlib.ExitStack() as held:
        began = time.monotonic()
        statuses = [service.ask(LABELS, THRESHOLD, **bearer(RATED))[0] for _ in range(asked)]
        statuses += [service.ask(b"{}", LEARN, **bearer(RATED))[0] for _ in range(asked // 4)]
        for path in (LIST, "/v1/models", "/v1/models/auto", "/openapi.json"):
            statuses += [fetch(service.port, path, bearer(RATED))[0] for _ in range(asked // 4)]
        # Ten seconds' worth come at once, and then one every ten seconds.
        most = 1 + (time.monotonic() - began) / 10
        report.at_most("of %d with a rate answered" % len(statuses), statuses.count(200), most, "")
        report.one_of("others", [s for s in statuses if s != 200], (429,))

        slow = post(b"{", "Content-Length: 2000", "Authorization: Bearer " + SHARED, path=THRESHOLD)
        sockets = [held.enter_context(wires.connect(service.port)) for _ in range(16)]
        for s in sockets:
            wires.send_all(s, slow)
        time.sleep(1)
        others = [service.ask()[0] for _ in range(8)]
        report.one_of("others beside sixteen slow ones with a share", others, (200,))
        metrics = service.get("/metrics", service.admin)[1]
        active = [float(line.split()[-1]) for line in metrics.splitlines() if line.startswith("decision_active_requests ")]
        report.at_most("slots of the share", max(active, default=None), 4, "")

        lines = [line for line in service.new_log().splitlines() if " key=rated " in line]
        report.equal("lines in the log", len(lines), len(statuses))
        counts = [line for line in metrics.splitlines() if line.startswith('decision_key_requests_total{key="rated"')]
        report.equal("in decision_key_requests_total", sum(float(line.split()[-1]) for line in counts), float(len(statuses)))
