"""google-genai, Google's official Python client, unmodified. It asks at /v1/decisions, where OpenAI's clients ask too."""

import asyncio
import importlib.metadata
import json
import sys
import time

from checks import KEY, KEYED, LIMITED, OPEN, TICKET, all_slots_taken, distribution, tried, turned_away, wire
from google import genai
from google.genai import _interactions as errors
from google.genai import decisions, types
from outcomes import check, failures, raises

NAME = "google-genai (Python) " + importlib.metadata.version("google-genai")
ATTEMPTS = 5
"""The first attempt and four retries."""
QUEUE = {"billing": "payments, invoices and refunds", "technical": "errors, login and app problems", "shipping": ""}
LEVELS = ["calm", "firm", "angry", "furious"]
REFUND = {"type": "noul", "instructions": "The customer asks for money back."}
QUESTIONS = {
    "refund": REFUND,
    "twice": {**REFUND, "instructions": "Charged twice?", "criteria": {"true_description": "two charges", "false_description": "one"}},
    "queue": {"type": "choice", "instructions": {"type": "text", "text": "Which team should handle this?"}, "criteria": QUEUE},
    "urgency": {"type": "score", "instructions": [{"type": "text", "text": "How urgent is it?"}], "criteria": LEVELS},
}
ASK = {"model": "models/gemini-decision-1", "input": TICKET, "questions": QUESTIONS}
SYSTEM_ONE = {
    "state": TICKET,
    "questions": {
        "refund": REFUND,
        "twice": {**REFUND, "instructions": "Charged twice?", "criteria": {"true": "two charges", "false": "one"}},
        "queue": {"type": "choice", "instructions": "Which team should handle this?", "criteria": QUEUE},
        "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": LEVELS},
    },
}


clients = []


def client(url=OPEN, key="any", **options):
    """A client, which would close its connections as soon as nobody holds it."""
    clients.append(genai.Client(api_key=key, http_options=types.HttpOptions(base_url=url, **options)))
    return clients[-1]


def typed(decision):
    assert isinstance(decision, decisions.CreateDecisionResponse) and list(decision.answers) == list(QUESTIONS)
    refund, twice, queue, urgency = decision.answers.values()
    for answer in refund, twice:
        assert isinstance(answer, decisions.NoulAnswer) and 0.01 <= answer.noul <= 0.99
        assert abs(answer.confidence - max(answer.noul, 1 - answer.noul)) < 1e-9
    assert isinstance(queue, decisions.ChoiceAnswer) and queue.choice == "billing" and list(queue.probabilities) == list(QUEUE)
    assert isinstance(urgency, decisions.ScoreAnswer) and list(urgency.legend.values()) == LEVELS
    assert list(urgency.probabilities) == list(urgency.legend) == ["0", "1", "2", "3"]
    for answer in queue, urgency:
        distribution(list(answer.probabilities.values()))
        assert answer.confidence == max(answer.probabilities.values())
    assert queue.probabilities[queue.choice] == queue.confidence
    assert abs(urgency.score - sum(int(level) * p for level, p in urgency.probabilities.items())) < 5e-4
    usage = decision.usage
    assert usage.total_tokens == usage.total_input_tokens > 0 == usage.total_output_tokens
    assert [(one.modality, one.tokens) for one in usage.input_tokens_by_modality] == [("text", usage.total_input_tokens)]


def answers():
    with check(NAME, "nouls, a choice and a score, at the client's own version"):
        decision = client().decisions.create(**ASK)
        typed(decision)
        assert decision.x_routing["model"] == "english"

    with check(NAME, "the digits of /v1/systemone"):
        decision = client().decisions.create(**ASK)
        expected = wire("/v1/systemone", SYSTEM_ONE)
        for name, of in expected["answers"].items():
            answer = decision.answers[name]
            if of["type"] == "noul":
                assert answer.noul == min(max(of["noul"], 0.01), 0.99)
            else:
                assert answer.probabilities == of["probabilities"]
                assert answer.confidence == of["answer_confidence"]
        assert decision.answers["urgency"].score == expected["answers"]["urgency"]["score"]
        assert decision.usage.total_input_tokens == expected["usage"]["input_tokens"]

    with check(NAME, "versions v1, v1beta and v1alpha, of the request and of the client, give one answer"):
        first = client().decisions.create(**ASK).model_dump()
        for version in "v1", "v1beta", "v1alpha":
            assert client().decisions.create(**ASK, api_version=version).model_dump() == first
            assert client(api_version=version).decisions.create(**ASK).model_dump() == first

    with check(NAME, "several contents are one text"):
        lines = TICKET.split(". ")
        parts = [{"type": "text", "text": line} for line in lines]
        joined = client().decisions.create(**{**ASK, "input": "\n".join(lines)}).model_dump()
        assert client().decisions.create(**{**ASK, "input": parts}).model_dump() == joined
        alone = {"type": "text", "text": "\n".join(lines)}
        assert client().decisions.create(**{**ASK, "input": alone}).model_dump() == joined

    with check(NAME, "the raw answer has the members of its types, in order"):
        body = json.loads(client(LIMITED, KEY).decisions.with_raw_response.create(**ASK).text())
        assert list(body) == ["answers", "usage", "x_routing"]
        choice = ["type", "choice", "probabilities", "confidence"]
        score = ["type", "score", "probabilities", "legend", "confidence"]
        noul = ["type", "noul", "confidence"]
        assert [list(answer) for answer in body["answers"].values()] == [noul, noul, choice, score]

    with check(NAME, "a checkpoint by name, our controls in extra_body, a request id of the caller"):
        raw = client().decisions.with_raw_response.create(
            **{**ASK, "model": "models/multilingual"},
            extra_body={"lang": "en", "min_confidence": 0.999},
            extra_headers={"X-Request-Id": "google-check-1"},
        )
        decision = raw.parse()
        typed(decision)
        assert decision.x_routing["model"] == "multilingual"
        assert decision.answers["urgency"].x_abstention == "abstained" and decision.answers["urgency"].x_low_confidence is True
        assert raw.headers["x-request-id"] == "google-check-1"

    with check(NAME, "a thousand questions of one request"):
        decision = client().decisions.create(**{**ASK, "questions": {f"q{i}": REFUND for i in range(1000)}})
        assert list(decision.answers) == [f"q{i}" for i in range(1000)]
        assert len({answer.noul for answer in decision.answers.values()}) == 1


def asynchronous():
    async def decide():
        api = client().aio
        return await asyncio.gather(*(api.decisions.create(**ASK) for _ in range(8)))

    with check(NAME, "eight concurrent decisions of the asynchronous client"):
        for decision in asyncio.run(decide()):
            typed(decision)

    async def refused():
        await client().aio.decisions.create(**{**ASK, "questions": {}})

    with check(NAME, "the asynchronous client's typed 400"), raises(errors.BadRequestError):
        asyncio.run(refused())


def google_error(caught, code, status):
    """The body of an error, which must have Google's form."""
    assert caught.error.status_code == code, caught.error
    error = caught.error.body["error"]
    assert list(caught.error.body) == ["error"] and list(error) == ["code", "message", "status", "details"], error
    assert (error["code"], error["status"]) == (code, status), error
    return error


def bad_requests():
    media = {"mime_type": "image/png", "data": "aGk="}
    one_option = {"type": "choice", "instructions": "Which?", "criteria": {"a": ""}}
    refusals = {
        "no questions": ({"questions": {}}, "questions", "at least one"),
        "1001 questions": ({"questions": {f"q{i}": REFUND for i in range(1001)}}, None, "(1001 > 1000)"),
        "a single option": ({"questions": {"q": one_option}}, "questions['q'].criteria", "at least 2"),
        "blank instructions": ({"questions": {"q": {**REFUND, "instructions": " "}}}, "questions['q'].instructions", "blank"),
        "an image": ({"input": [{"type": "text", "text": TICKET}, {"type": "image", **media}]}, "input[1]", "reads text"),
        "an audio": ({"input": {"type": "audio", **media, "mime_type": "audio/wav"}}, "input", "reads text"),
        "a video": ({"input": [{"type": "video", "uri": "https://x.example/v"}]}, "input[0]", "reads text"),
        "a document": ({"input": [{"type": "document", **media, "mime_type": "application/pdf"}]}, "input[0]", "reads text"),
        "an input over the limit": ({"input": "x" * 50_001}, "input", "50001 > 50000"),
        "a body over 2 MiB": ({"input": "x" * (2 * 1024 * 1024 + 1)}, None, "2097152"),
        "a control out of range": ({"extra_body": {"min_confidence": 2}}, "min_confidence", "min_confidence"),
    }
    for name, (change, field, says) in refusals.items():
        with check(NAME, f"{name}: a typed 400, INVALID_ARGUMENT, that says what to change"):
            with raises(errors.BadRequestError) as caught:
                client().decisions.create(**{**ASK, **change})
            error = google_error(caught, 400, "INVALID_ARGUMENT")
            assert says in error["message"], error
            fields = [violation["field"] for detail in error["details"] for violation in detail["fieldViolations"]]
            assert fields == ([field] if field else []), fields


def other_errors():
    with check(NAME, "the right key, in the client's own header"):
        typed(client(KEYED, KEY).decisions.create(**ASK))

    with check(NAME, "a wrong key is its authentication error, UNAUTHENTICATED"):
        with raises(errors.AuthenticationError) as caught:
            client(KEYED, "wrong").decisions.create(**ASK)
        assert "x-goog-api-key" in google_error(caught, 401, "UNAUTHENTICATED")["message"]

    with check(NAME, "a page of another site is its permission error, PERMISSION_DENIED"):
        with raises(errors.PermissionDeniedError) as caught:
            client().decisions.create(**ASK, extra_headers={"Origin": "https://elsewhere.example"})
        google_error(caught, 403, "PERMISSION_DENIED")

    with check(NAME, "a path below a version that is not served is its not-found error, NOT_FOUND"):
        with raises(errors.NotFoundError) as caught:
            client().decisions.create(**ASK, api_version="v1beta/other")
        google_error(caught, 404, "NOT_FOUND")

    with check(NAME, "an encoding that nobody reads is a 415, INVALID_ARGUMENT"):
        with raises(errors.APIStatusError) as caught:
            client().decisions.create(**ASK, extra_headers={"Content-Encoding": "br"})
        google_error(caught, 415, "INVALID_ARGUMENT")


def overloaded():
    for url, kind, status, word in (
        (KEYED, errors.InternalServerError, 503, "UNAVAILABLE"),
        (LIMITED, errors.RateLimitError, 429, "RESOURCE_EXHAUSTED"),
    ):
        with check(NAME, f"a full service is a {status}, {word}, after {ATTEMPTS} attempts"):
            before = turned_away(url, "gemini")
            with all_slots_taken(url) as started, raises(kind) as caught:
                client(url, KEY).decisions.create(**ASK)
            details = google_error(caught, status, word)["details"]
            assert details == [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}], details
            assert caught.error.response.headers["retry-after"] == "1"
            assert time.monotonic() - started >= 3.9  # its own pauses, without the header, may be shorter
            tried(url, before, ATTEMPTS, "gemini")

        with check(NAME, f"its retry after a {status} waits as Retry-After says and succeeds"):
            before = turned_away(url, "gemini")
            with all_slots_taken(url, release_after=0.9) as started:
                typed(client(url, KEY).decisions.create(**ASK))
            assert time.monotonic() - started >= 0.95
            tried(url, before, 1, "gemini")

    with check(NAME, "attempts=1 asks once"):
        before = turned_away(KEYED, "gemini")
        with all_slots_taken(KEYED), raises(errors.InternalServerError):
            client(KEYED, KEY, retry_options=types.HttpRetryOptions(attempts=1)).decisions.create(**ASK)
        tried(KEYED, before, 1, "gemini")


answers()
asynchronous()
bad_requests()
other_errors()
overloaded()
sys.exit(bool(failures))
