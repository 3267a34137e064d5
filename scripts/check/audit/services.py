"""The services that are audited, and their answers."""

import contextlib
import http.client
import json

import running

KEY = "key-of-the-audit"
SLOTS = 2


class Answer:
    """Status, headers by lower-case name, and JSON of an answer."""

    def __init__(self, response, body):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.text = body.decode()
        self.json = json.loads(self.text) if self.headers.get("content-type", "").startswith("application/json") and body else None

    def refuses(self, status, *parts):
        """Whether this is an error of that status whose detail is its only member and contains these parts."""
        detail = self.json.get("detail") if isinstance(self.json, dict) and list(self.json) == ["detail"] else None
        return self.status == status and isinstance(detail, str) and all(part in detail for part in parts)

    def __str__(self):
        return "%d %s" % (self.status, self.text[:300].replace("\n", " "))


class Audited:
    """One running service."""

    def __init__(self, service):
        self.port = service.port

    def send(self, method, path, body=b"", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response, response.read())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.send("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, body, path="/v1/systemone", headers=None):
        """Posts bytes, or a value as JSON."""
        return self.send("POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), headers)

    def ask(self, state="I want my money back", questions=None, **members):
        asked = {"q": NOUL} if questions is None else questions
        return self.post({"state": state, "questions": asked, **members})

    def question(self, question):
        return self.ask(questions={"q": question})


NOUL = {"type": "noul", "instructions": "The customer asks for money back."}
CHOICE = {"type": "choice", "instructions": "Which team?", "criteria": {"billing": "payments", "technical": None, "other": ""}}
SCORE = {"type": "score", "instructions": "How urgent?", "criteria": ["calm", "firm", "angry"]}
ALL = {"queue": CHOICE, "urgency": SCORE, "refund": NOUL}


@contextlib.contextmanager
def started(logs):
    """Starts the services of the audit: open, keyed, strict, lazy, and idle."""
    settings = {
        "open": {},
        "keyed": {"SERVICE_API_KEY": KEY, "SERVICE_MAX_CONCURRENT": SLOTS, "SERVICE_BODY_READ_TIMEOUT": 2, "SERVICE_EXPLAIN": 1},
        "strict": {"SERVICE_STRICT": 1},
        "lazy": {
            "SERVICE_PRELOAD": 0,
            "SERVICE_IDLE_UNLOAD_SECONDS": 600,
            "SERVICE_AUTO_TASK": 1,
            "SERVICE_MAX_TOKEN_BUDGET": 300,
            "SERVICE_PLAN": 1,
        },
    }
    with contextlib.ExitStack() as running_services:
        services = {
            name: running_services.enter_context(
                running.Service([running.SERVE], logs / (name + ".log"), SERVICE_THREADS=1, SERVICE_LOG_LEVEL="error", **extra)
            )
            for name, extra in settings.items()
        }
        yield type("Services", (), {name: Audited(service.await_ready()) for name, service in services.items()})
