"""openai, the official Python client, unmodified."""

import asyncio
import importlib.metadata
import json
import sys
import time

import openai
from checks import (
    ATTEMPTS,
    CONVERSATION,
    KEY,
    KEYED,
    LIMITED,
    LISTED,
    OPEN,
    OVER_2_MIB,
    QUESTIONS,
    SAMPLES,
    TICKET,
    all_slots_taken,
    chosen,
    scored,
    tried,
    turned_away,
    wire,
)
from openai.types import decision as types
from outcomes import check, failures, raises

NAME = "openai (Python) " + importlib.metadata.version("openai")
ASK = {"model": "gpt-6-luna", "input": TICKET, "questions": QUESTIONS}


def client(url=OPEN, key="any", kind=openai.OpenAI, **options):
    return kind(base_url=url + "/v1", api_key=key, **options)


def typed(decision, model="english"):
    refund, queue, twice, urgency = decision.answers
    assert isinstance(decision, types.Decision) and decision.model == model
    assert isinstance(refund, types.AnswerAnswerResourcePredicate) and refund.name == "refund"
    assert isinstance(queue, types.AnswerAnswerResourceChoice) and queue.name == "queue"
    assert isinstance(twice, types.AnswerAnswerResourceChoice) and twice.name is None
    assert isinstance(urgency, types.AnswerAnswerResourceScore) and urgency.name == "urgency"
    assert 0.5 < refund.probability <= 1
    assert queue.choice == "billing" and [p.value for p in queue.probabilities] == ["billing", "technical", "shipping"]
    assert type(twice.choice) is bool and [p.value for p in twice.probabilities] == [True, False]
    for answer in queue, twice:
        chosen(answer.choice, {p.value: p.probability for p in answer.probabilities}, answer.confidence)
    assert [(p.value, p.label) for p in urgency.probabilities] == list(enumerate(["calm", "firm", "angry", "furious"]))
    scored(urgency.score, [p.probability for p in urgency.probabilities], urgency.confidence)
    assert decision.usage.total_tokens == decision.usage.input_tokens > 0 == decision.usage.output_tokens
    details = decision.usage.input_tokens_details
    assert details.cached_tokens == details.cache_write_tokens == decision.usage.output_tokens_details.reasoning_tokens == 0


def answers():
    with check(NAME, "predicate, choice, boolean choice and score"), client() as api:
        decision = api.decisions.create(**ASK)
        typed(decision)
        assert decision._request_id

    with check(NAME, "the raw answer has the members of its closed schema, in order, and passes strict validation"), client() as api:
        raw = api.decisions.with_raw_response.create(**ASK)
        assert raw.request_id and raw.retries_taken == 0
        types.Decision.model_validate_json(raw.text, strict=True)
        body = json.loads(raw.text)
        assert list(body) == ["model", "answers", "usage"]
        choice = ["type", "name", "choice", "probabilities", "confidence"]
        score = ["type", "name", "score", "probabilities", "confidence"]
        assert [list(answer) for answer in body["answers"]] == [["type", "name", "probability"], choice, choice, score]
        usage = ["input_tokens", "input_tokens_details", "output_tokens", "output_tokens_details", "total_tokens"]
        assert list(body["usage"]) == usage

    with check(NAME, "a conversation with a tool call and JSON is answered as its turns are on /v1/systemone"), client() as api:
        decision = api.decisions.create(**{**ASK, "input": CONVERSATION})
        typed(decision)
        expected = wire("/v1/systemone", SAMPLES["systemone"])
        refund, queue, twice, urgency = expected["answers"].values()
        assert decision.answers[0].probability == refund["noul"]
        for answer, of in (decision.answers[1], queue), (decision.answers[2], twice), (decision.answers[3], urgency):
            assert [p.probability for p in answer.probabilities] == list(of["probabilities"].values())
        assert decision.answers[3].score == urgency["score"]
        assert decision.usage.input_tokens == expected["usage"]["input_tokens"]

    with check(NAME, "a text, one message of it and one part of it get one answer"), client() as api:
        content = [{"type": "input_text", "text": TICKET}]
        inputs = TICKET, [{"role": "user", "content": TICKET}], [{"type": "message", "role": "user", "content": content}]
        first, *others = (api.decisions.create(**{**ASK, "input": given}).model_dump() for given in inputs)
        assert all(other == first for other in others)

    with check(NAME, "its own options, our controls in extra_body, a request id of the caller"), client() as api:
        decision = api.decisions.create(
            **{**ASK, "model": "multilingual"},
            prompt_cache_key="tenant-42",
            prompt_cache_options={"mode": "explicit", "ttl": "30m"},
            safety_identifier="user-123",
            extra_body={"lang": "en", "min_confidence": 0.999},
            extra_headers={"X-Request-Id": "decisions-check-1"},
        )
        typed(decision, "multilingual")
        assert decision._request_id == "decisions-check-1"
        # Additions of ours, which the client keeps.
        assert decision.answers[3].x_abstention == "abstained" and decision.answers[3].x_low_confidence is True

    with check(NAME, "400 questions, repeated names among them"), client() as api:
        decision = api.decisions.create(**{**ASK, "questions": QUESTIONS * 100})
        assert [answer.name for answer in decision.answers] == ["refund", "queue", None, "urgency"] * 100


def asynchronous():
    async def decide():
        async with client(kind=openai.AsyncOpenAI) as api:
            return await asyncio.gather(*(api.decisions.create(**ASK) for _ in range(8)))

    with check(NAME, "eight concurrent decisions of the asynchronous client"):
        for decision in asyncio.run(decide()):
            typed(decision)

    async def refused():
        async with client(kind=openai.AsyncOpenAI) as api:
            await api.decisions.create(**{**ASK, "questions": []})

    with check(NAME, "the asynchronous client's typed 400 has code and param"):
        with raises(openai.BadRequestError) as caught:
            asyncio.run(refused())
        assert (caught.error.code, caught.error.param) == ("empty_array", "questions")


def bad_requests():
    image = {"type": "input_image", "image_url": "data:image/png;base64,AAAA", "detail": "auto"}
    one_choice = {"type": "choice", "instructions": "Which?", "choices": [{"value": "a"}]}
    refusals = {
        "no questions": ({"questions": []}, "empty_array", "questions"),
        "401 questions": ({"questions": QUESTIONS[:1] * 401}, "array_above_max_length", "questions"),
        "a single choice": ({"questions": [QUESTIONS[0], one_choice]}, "array_below_min_length", "questions[1].choices"),
        "no instructions": ({"questions": [{"type": "predicate"}]}, "missing_required_parameter", "questions[0].instructions"),
        "an image": (
            {"input": [{"role": "user", "content": [{"type": "input_text", "text": TICKET}, image]}]},
            "unsupported_content",
            "input[0].content[1]",
        ),
        "an output without its call": (
            {"input": [CONVERSATION[3]]},
            "invalid_value",
            "input[0].call_id",
        ),
        "a state over the limit": ({"input": "x" * 50_001}, "context_length_exceeded", "input"),
        "a control out of range": ({"extra_body": {"min_confidence": 2}}, "invalid_value", "min_confidence"),
        "streaming": ({"extra_body": {"stream": True}}, "unsupported_parameter", "stream"),
    }
    for name, (change, code, param) in refusals.items():
        with check(NAME, f"{name}: a typed 400 with code and param"), client() as api:
            with raises(openai.BadRequestError) as caught:
                api.decisions.create(**{**ASK, **change})
            error = caught.error
            assert (error.code, error.param, error.type) == (code, param, "invalid_request_error"), (error.code, error.param)
            assert error.body["message"].startswith(f"'{param}'") and error.request_id


def other_errors():
    with check(NAME, "the right key"), client(KEYED, KEY) as api:
        typed(api.decisions.create(**ASK))

    with check(NAME, "a wrong key is its authentication error"), client(KEYED, "wrong") as api:
        with raises(openai.AuthenticationError) as caught:
            api.decisions.create(**ASK)
        assert caught.error.code == "invalid_api_key" and caught.error.type == "invalid_request_error"
        assert caught.error.request_id and caught.error.response.headers["www-authenticate"].startswith("Bearer")

    with check(NAME, "a wrong key does not list models"), client(KEYED, "wrong") as api, raises(openai.AuthenticationError):
        api.models.list()

    with check(NAME, "an unknown model of models.retrieve is its not-found error"), client() as api:
        with raises(openai.NotFoundError) as caught:
            api.models.retrieve("gpt-6-luna")
        assert (caught.error.code, caught.error.type) == ("model_not_found", "invalid_request_error"), caught.error.body
        assert "gpt-6-luna" in str(caught.error) and caught.error.request_id

    with check(NAME, "an unknown path is its not-found error"), client() as api:
        with raises(openai.NotFoundError) as caught:
            api.get("/decisions/decision_1", cast_to=object)
        assert caught.error.code == "not_found" and caught.error.type == "invalid_request_error"
        with raises(openai.NotFoundError):
            api.embeddings.create(model="any", input=TICKET)

    with check(NAME, "a body over 2 MiB is a 413 with its code"), client() as api:
        with raises(openai.APIStatusError) as caught:
            api.decisions.create(**{**ASK, "input": OVER_2_MIB})
        assert caught.error.status_code == 413 and caught.error.code == "request_too_large"


def overloaded():
    for url, kind, status, code, type_ in (
        (KEYED, openai.InternalServerError, 503, "server_overloaded", "server_error"),
        (LIMITED, openai.RateLimitError, 429, "rate_limit_exceeded", "rate_limit_error"),
    ):
        with check(NAME, f"a full service is a {status} of its own class, after {ATTEMPTS} attempts"), client(url, KEY) as api:
            before = turned_away(url)
            with all_slots_taken(url) as started, raises(kind) as caught:
                api.decisions.create(**ASK)
            error = caught.error
            assert (error.status_code, error.code, error.type) == (status, code, type_)
            assert error.response.headers["retry-after"] == "1"
            assert time.monotonic() - started >= 1.9  # its own two pauses, without the header, may be far shorter
            tried(url, before)

        with check(NAME, f"its retry after a {status} waits as Retry-After says and succeeds"), client(url, KEY) as api:
            with all_slots_taken(url, release_after=0.9) as started:
                raw = api.decisions.with_raw_response.create(**ASK)
            typed(raw.parse())
            assert raw.retries_taken == 1 and time.monotonic() - started >= 0.95


def models():
    for url in OPEN, LIMITED:
        with check(NAME, f"models.list, {'whole contract' if url == LIMITED else 'default'}"), client(url, KEY) as api:
            listed = list(api.models.list())
            assert [model.id for model in listed] == LISTED
            assert all(model.object == "model" and model.owned_by == "decision-service" for model in listed)
            assert all(type(model.created) is int and model.created % 86_400 == 0 for model in listed)
            assert [api.models.retrieve(model.id) for model in listed] == listed

    with check(NAME, "every listed model answers"), client() as api:
        named = {model.id: api.decisions.create(**{**ASK, "model": model.id}).model for model in api.models.list()}
        assert named == {"auto": "english", **{name: name for name in LISTED[1:]}}


answers()
asynchronous()
bad_requests()
other_errors()
overloaded()
models()
sys.exit(bool(failures))
