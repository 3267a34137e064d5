"""The clients of the mixed soak: each call sends one request and records the outcome."""
import http.client
import json
import random
import socket
import time

STATES = [
    "I was charged twice this month, I want my money back.",
    "The app crashes whenever I try to log in on my phone, please help.",
    "Where is my parcel? It was due on Monday and nobody answers the telephone.",
    "Thanks, everything works again and the invoice has arrived.",
    {"subject": "Order 4711", "body": "The box was open and the lamp is broken.", "attachments": 2},
    ["Hello", "I would like to cancel", "before the trial ends"],
    "My card was refused although there is money on the account. " * 12,
    "Die Rechnung stimmt nicht, bitte prüfen Sie den Betrag noch einmal.",
]
QUESTIONS = [
    {"queue": {"type": "choice", "instructions": "Which team should handle this?",
               "criteria": {"billing": "payments, invoices and refunds", "technical": "errors and login", "shipping": "delivery",
                            "other": ""}}},
    {"urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["calm", "firm", "angry", "furious"]},
     "refund": {"type": "noul", "instructions": "The customer asks for money back."}},
    {"angry": {"type": "noul", "instructions": "The customer is angry."}},
]
SINGLE, BATCH = "/v1/systemone", "/v1/systemone/batch"
# Allowed difference from the first answer, because passes are composed differently.
TOLERANCE = 2e-3

#: Body, then the outcome that the service must report.
BAD = [
    ("{", "malformed"), ("", "malformed"), ("[1, 2]", "malformed"),
    ('{"state": "x"}', "malformed"), ('{"state": null, "questions": {}}', "malformed"),
    ('{"state": "\\ud800", "questions": {"a": {"type": "noul", "instructions": "i"}}}', "malformed"),
    ('{"state": "x", "questions": {"a": {"type": "essay", "instructions": "i"}}}', "invalid"),
    ('{"state": "x", "questions": {"a": {"type": "noul", "instructions": "i"}}, "min_confidence": 7}', "invalid"),
    ('{"state": "x", "task": "nonsense", "questions": {"a": {"type": "noul", "instructions": "i"}}}', "invalid"),
    (json.dumps({"state": "x" * 50_001, "questions": {}}), "too_large"),
]
BY_STATUS = {200: "answered", 400: "malformed", 408: "too_slow", 413: "too_large", 415: "unsupported_encoding", 422: "invalid",
             503: "busy", 500: "failed"}


class Connection:
    """Keeps its connection open as long as the service does."""

    def __init__(self, port):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path, body, headers=None):
        begin = time.perf_counter()
        try:
            self.http.request("POST", path, body, headers or {})
            response = self.http.getresponse()
            answer = response.read()
            if response.will_close:
                self.http.close()
        except (OSError, http.client.HTTPException) as e:
            self.http.close()
            raise OSError(repr(e)) from e
        return response.status, answer, 1000 * (time.perf_counter() - begin)


def ask(state, questions):
    return json.dumps({"state": STATES[state], "questions": QUESTIONS[questions]})


def numbers(answers):
    """Every number in the answers, by its path."""
    if isinstance(answers, dict):
        return {(k, *path): v for k, inner in answers.items() for path, v in numbers(inner).items()}
    return {(): answers} if isinstance(answers, (int, float)) and not isinstance(answers, bool) else {}


def agree(a, b):
    a, b = numbers(a), numbers(b)
    return a.keys() == b.keys() and all(abs(a[k] - b[k]) <= TOLERANCE for k in a)


def known_answers(port, ledger):
    """The answer of the idle service to every single request."""
    connection, known = Connection(port), {}
    for state in range(len(STATES)):
        for questions in range(len(QUESTIONS)):
            status, answer, _ = connection.post(SINGLE, ask(state, questions))
            ledger.note(BY_STATUS.get(status, str(status)), "answered", detail=answer.decode())
            known[state, questions] = json.loads(answer)["answers"]
    connection.http.close()
    return known


class Single:
    def __init__(self, port, known, seed):
        self.connection, self.known, self.rng = Connection(port), known, random.Random(seed)

    def __call__(self, ledger):
        state, questions = self.rng.randrange(len(STATES)), self.rng.randrange(len(QUESTIONS))
        status, answer, latency = self.connection.post(SINGLE, ask(state, questions))
        right = status == 200 and agree(json.loads(answer)["answers"], self.known[state, questions])
        ledger.note(BY_STATUS.get(status, str(status)), "answered", right, latency, answer.decode())


class Batch:
    def __init__(self, port, known, seed):
        self.connection, self.known, self.rng = Connection(port), known, random.Random(seed)

    def __call__(self, ledger):
        questions, states = self.rng.randrange(len(QUESTIONS)), self.rng.sample(range(len(STATES)), self.rng.randint(1, len(STATES)))
        body = json.dumps({"states": [STATES[s] for s in states], "questions": QUESTIONS[questions]})
        status, answer, _ = self.connection.post(BATCH, body)
        right = status == 200 and all(
            agree(result["answers"], self.known[state, questions])
            for state, result in zip(states, json.loads(answer)["results"], strict=True))
        ledger.note(BY_STATUS.get(status, str(status)), "answered", right, None, answer.decode())


class Bad:
    """Sends one kind of bad input after the other."""

    def __init__(self, port):
        self.connection, self.next = Connection(port), 0

    def __call__(self, ledger):
        turn, self.next = self.next % (len(BAD) + 1), self.next + 1
        if turn == len(BAD):
            status, answer, _ = self.connection.post(SINGLE, "x", {"Content-Encoding": "br"})
            expected = "unsupported_encoding"
        else:
            status, answer, _ = self.connection.post(SINGLE, *BAD[turn][:1])
            expected = BAD[turn][1]
        ledger.note(BY_STATUS.get(status, str(status)), expected, set(json.loads(answer)) == {"detail"}, None, answer.decode())


class Slow:
    """Alternates between a slow upload that is still in time, one that is not, and one that is abandoned halfway."""

    def __init__(self, port, known):
        self.port, self.known, self.next = port, known, 0

    def __call__(self, ledger):
        turn, self.next = self.next % 3, self.next + 1
        body = ask(0, 2).encode()
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as s:
            s.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (SINGLE.encode(), len(body)))
            pause, pieces = ((0.05, 6), (0.4, 6), (0.05, 3))[turn]
            size = -(-len(body) // 6)
            for i in range(pieces):
                time.sleep(pause)
                try:
                    s.sendall(body[i * size:(i + 1) * size])
                except OSError:
                    break
            if turn == 2:
                outcome = "gone"
            else:
                response = http.client.HTTPResponse(s)
                response.begin()
                answer = response.read()
                outcome = BY_STATUS.get(response.status, str(response.status))
        expected = ("answered", "too_slow", "gone")[turn]
        right = outcome != "answered" or agree(json.loads(answer)["answers"], self.known[0, 2])
        ledger.note(outcome, expected, right)
