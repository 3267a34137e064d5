"""Row 12: OpenAI's Decisions API, which reads conversations, tool calls and JSON within strings."""
import itertools
import json
import time

import running
import wires
from harness import post
from report import attack

PATH = "/v1/decisions"
PREDICATE = {"type": "predicate", "name": "angry", "instructions": "Is the customer angry?"}
BODY_LIMIT = 2 * 1024 * 1024
ITEMS, QUESTIONS, CHOICES = 1000, 400, 255


def asked(state, questions=None):
    return json.dumps({"model": "auto", "input": state, "questions": questions or [PREDICATE]}).encode()


def call(number, arguments=""):
    return {"type": "function_call", "call_id": str(number), "name": "t", "arguments": arguments}


def try_body(report, service, name, body, status, code, seconds):
    """One request, its status, the code of the error and the time that it may take."""
    began = time.monotonic()
    found, text = service.ask(body, PATH)
    took = time.monotonic() - began
    try:
        answer = json.loads(text)
    except ValueError:
        answer = {}
    error = answer.get("error") if isinstance(answer, dict) else None
    report.equal("%s (%d kB)" % (name, len(body) // 1000), (found, error["code"] if error else None), (status, code))
    report.hold("the error has OpenAI's form" if error else "answered",
                error is None if status == 200 else set(answer) == {"error"} and set(error) == {"message", "type", "param", "code"})
    report.at_most("in", took, seconds, "s")


@attack("12-nested", "1,000 items with JSON 1,000 levels deep in a string", "decisions")
def nested(bench, report, service):
    objects, arrays = '{"a":' * 333 + "1" + "}" * 333, "[" * 999 + "]" * 999
    try_body(report, service, "1,000 items", asked([call(i, arrays) for i in range(ITEMS)]), 400, "context_length_exceeded", 5)
    try_body(report, service, "20 items", asked([call(i, arrays) for i in range(20)]), 200, None, 5)
    try_body(report, service, "objects", asked([call(i, objects) for i in range(20)]), 200, None, 5)
    deeper = "[" * 500_000 + "]" * 500_000
    try_body(report, service, "one of 500,000 levels", asked([call(0, deeper)]), 400, "context_length_exceeded", 5)
    service.growth(report, 250)
    service.no_traces(report)


@attack("12-questions", "400 questions of 255 choices", "decisions")
def questions(bench, report, service):
    def choices(count, most):
        return [{"type": "choice", "instructions": "Which?", "choices": [{"value": str(i)} for i in range(most)]} for _ in range(count)]

    try_body(report, service, "all of them", asked("x", choices(QUESTIONS, CHOICES)), 400, "invalid_value", 5)
    try_body(report, service, "one choice more", asked("x", choices(1, CHOICES + 1)), 400, "array_above_max_length", 5)
    try_body(report, service, "as many as are taken", asked("x", choices(QUESTIONS, 5)), 200, None, bench.pick(30, 20))
    service.growth(report, 250)
    service.no_traces(report)


def colliding(count, length):
    """Different texts with the same hash code in Java."""
    return ["".join(pairs) + "Aa" * (length // 2 - 12) for pairs in itertools.islice(itertools.product(("Aa", "BB"), repeat=12), count)]


@attack("12-ids", "2 MB of tool calls with colliding ids", "decisions")
def ids(bench, report, service):
    many = [call(i) for i in colliding(ITEMS, 1900)]
    try_body(report, service, "one hash code", asked(many), 400, "context_length_exceeded", 5)
    some = [call(i) for i in colliding(ITEMS // 2, 3800)]
    try_body(report, service, "half as many", asked(some), 200, None, 5)
    same = [call("x" * 1900) for _ in range(ITEMS)]
    try_body(report, service, "one id", asked(same), 400, "invalid_value", 5)
    members = "{%s}" % ",".join('"%s":1' % i for i in colliding(4096, 400))
    try_body(report, service, "members of arguments", asked([call(0, members)]), 400, "context_length_exceeded", 5)
    equal = [{"type": "choice", "instructions": "Which?", "choices": [{"value": v} for v in colliding(CHOICES, 900)]}] * 8
    try_body(report, service, "choices", asked("x", equal), 400, "context_length_exceeded", 10)
    service.growth(report, 250)
    service.no_traces(report)


def counted(service, outcome):
    """How many requests of this route ended so, as the operator's port counts them."""
    _, text = service.get("/metrics", service.admin)
    lines = [line for line in text.splitlines() if "decision_requests_total{" in line and 'route="decisions"' in line]
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if 'outcome="%s"' % outcome in line)


def is_counted(report, service, outcome, before):
    """A request is counted after its answer has been sent."""
    report.hold("counted as " + outcome, running.until(lambda: counted(service, outcome) == before + 1, 5))


@attack("12-foreign", "a page of another site asks POST /v1/decisions", "decisions")
def foreign(bench, report, service):
    before = counted(service, "forbidden")
    with wires.connect(service.port, 10) as s:
        wires.send_all(s, post(asked("x"), "Origin: https://evil.example", path=PATH))
        status, headers, body = wires.Answers(s).next()
    error = json.loads(body).get("error", {}) if status else {}
    report.equal("status and code", (status, error.get("code"), error.get("type")), (403, "origin_not_allowed", "invalid_request_error"))
    report.hold("no permission for the page", "Access-Control-Allow-Origin" not in headers)
    is_counted(report, service, "forbidden", before)


@attack("12-large", "a body over the limit for POST /v1/decisions", "decisions")
def large(bench, report, service):
    before = counted(service, "too_large")
    body = asked("x" * BODY_LIMIT)
    with wires.connect(service.port, 10) as s:
        wires.send_all(s, post(body, path=PATH))
        answers = wires.Answers(s)
        status, _, text = answers.next()
        closed = answers.closed()
    error = json.loads(text).get("error", {}) if status else {}
    report.equal("status and code", (status, error.get("code")), (413, "request_too_large"))
    report.hold("closed" if closed else "left open", closed)
    is_counted(report, service, "too_large", before)
    service.no_traces(report)
