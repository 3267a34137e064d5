"""typesafe-sdk, the official Python client, unmodified."""

import asyncio
import base64
import importlib.metadata
import time

import httpx2
import typesafe_sdk as sdk
from checks import (
    BAD_TOKEN,
    DEFAULT,
    FULL,
    KEY,
    KEYED,
    LONG_STATE,
    QUESTIONS,
    STATE,
    STRICT,
    all_slots_taken,
    check,
    raises,
    wire,
)

NAME = "typesafe-sdk " + importlib.metadata.version("typesafe-sdk")
TYPES = {"choice": sdk.Choice, "score": sdk.Score, "noul": sdk.Noul}
TYPED = {name: TYPES[question["type"]](**question) for name, question in QUESTIONS.items()}
ONCE = sdk.RetryPolicy(max_retries=0)
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
"""A picture of one point, as a PNG file."""


def client(url, key="any", **options):
    return sdk.TypeSafeClient(api_key=key, base_url=url, **options)


def agrees(result, expected):
    """Checks that the client returns what the service sent, even if the service sent more."""
    answers = expected["answers"]
    queue, urgency, refund = answers["queue"], answers["urgency"], answers["refund"]
    assert result.model == expected["model"]
    assert result.usage.input_tokens == expected["usage"]["input_tokens"] > 0
    assert result.usage.output_tokens == 0
    assert result.choices["queue"].choice == queue["choice"] == "billing"
    assert result.choices["queue"].probabilities == queue["probabilities"]
    assert result.choices["queue"].confidence == queue["confidence"]
    assert result.scores["urgency"].score == urgency["score"]
    assert result.scores["urgency"].legend == dict(enumerate(QUESTIONS["urgency"]["criteria"]))
    assert {str(k): v for k, v in result.scores["urgency"].probabilities.items()} == urgency["probabilities"]
    assert result.nouls["refund"].noul == refund["noul"] > 0.5


def in_mode(mode, url):
    with check(NAME, f"choice, score and noul, {mode}"), client(url) as typesafe:
        agrees(typesafe.system_one(STATE, TYPED), wire(url))

    with check(NAME, f"10 KiB state compressed with zstd, {mode}"):
        sent = []
        hooks = {"request": [lambda request: sent.append(request.headers.get("content-encoding"))]}
        with client(url, http_client=httpx2.Client(event_hooks=hooks)) as typesafe:
            agrees(typesafe.system_one(LONG_STATE, TYPED), wire(url, LONG_STATE))
        assert sent == ["zstd"]

    with check(NAME, f"a refused field is a typed 422 that names it, {mode}"), client(url) as typesafe:
        with raises(sdk.TypeSafeUnprocessableEntityError) as caught:
            typesafe.system_one(STATE, TYPED, extra_body={"min_confidence": 2})
        assert "min_confidence" in str(caught.error)

    with check(NAME, f"a state over the limit is a 413 that names it, {mode}"), client(url) as typesafe:
        with raises(sdk.TypeSafeAPIError) as caught:
            typesafe.system_one("x" * 50_001, TYPED)
        assert caught.error.status == 413 and "50001" in str(caught.error)

    # GET /v1/models is part of the contract but not of this service's own interface; see whole_contract.
    with check(NAME, f"models.list is a typed 404, {mode}"), client(url) as typesafe:
        with raises(sdk.TypeSafeNotFoundError) as caught:
            typesafe.models.list()
        assert "/v1/systemone" in str(caught.error)


def strict_keys():
    with check(NAME, "the strict payload holds the keys of the contract only"), client(STRICT) as typesafe:
        payload = typesafe.system_one(STATE, TYPED).raw_http_response.json()
        assert set(payload) == {"model", "answers", "usage"}
        assert set(payload["usage"]) == {"input_tokens", "output_tokens"}
        assert {name: set(answer) for name, answer in payload["answers"].items()} == {
            "queue": {"type", "choice", "probabilities", "confidence"},
            "urgency": {"type", "score", "probabilities", "confidence", "legend"},
            "refund": {"type", "noul"},
        }


def async_client():
    async def decide():
        async with sdk.AsyncTypeSafeClient(api_key="any", base_url=DEFAULT) as typesafe:
            return await asyncio.gather(*(typesafe.system_one(STATE, TYPED) for _ in range(8)))

    with check(NAME, "eight concurrent decisions of the asynchronous client"):
        expected = wire(DEFAULT)
        for result in asyncio.run(decide()):
            agrees(result, expected)


def with_key():
    with check(NAME, "the right key"), client(KEYED, KEY) as typesafe:
        agrees(typesafe.system_one(STATE, TYPED), wire(DEFAULT))

    with check(NAME, "a wrong key is its authentication error"), client(KEYED, "wrong") as typesafe:
        with raises(sdk.TypeSafeAuthenticationError) as caught:
            typesafe.system_one(LONG_STATE, TYPED)
        assert BAD_TOKEN in str(caught.error)


def overloaded():
    with check(NAME, "a full service is a 503 with Retry-After"), client(KEYED, KEY, retry=ONCE) as typesafe:
        with all_slots_taken(), raises(sdk.TypeSafeInternalServerError) as caught:
            typesafe.system_one(STATE, TYPED)
        assert caught.error.status == 503 and caught.error.headers["retry-after"] == "1"

    with check(NAME, "its own retry waits as Retry-After says and succeeds"), client(KEYED, KEY) as typesafe:
        with all_slots_taken(release_after=0.3) as started:
            agrees(typesafe.system_one(STATE, TYPED), wire(DEFAULT))
        # Without the header, the client's first pause would be at most half a second.
        assert time.monotonic() - started >= 0.95


def whole_contract():
    with check(NAME, "full: choice, score and noul with the confidences of the contract"), client(FULL, KEY) as typesafe:
        result = typesafe.system_one(STATE, TYPED)
        agrees(result, wire(FULL))
        p = list(result.choices["queue"].probabilities.values())
        assert abs(result.choices["queue"].confidence - (max(p) - 1 / len(p)) / (1 - 1 / len(p))) < 1e-3
        assert result.request_id == result.raw_http_response.headers["x-request-id"]
        assert all(key.startswith("x_") for key in set(wire(FULL)) - {"model", "answers", "usage"})

    with check(NAME, "full: 10 KiB state compressed with zstd"), client(FULL, KEY) as typesafe:
        agrees(typesafe.system_one(LONG_STATE, TYPED), wire(FULL, LONG_STATE))

    with check(NAME, "full: models.list, and every listed model answers"), client(FULL, KEY) as typesafe:
        listed = typesafe.models.list().models
        assert [model.name for model in listed] == ["jev-latest", "english", "multilingual", "typed-decisions"]
        for model in listed:
            assert model.description and len(model.release_date) == len("2026-11-21")
            assert typesafe.system_one(STATE, TYPED, model=model.name).choices["queue"].choice == "billing"

    with check(NAME, "full: a noul without instructions, a choice of 255"), client(FULL, KEY) as typesafe:
        threat = sdk.Noul(criteria={"true": "The customer asks for money back", "false": "No such request"})
        queues = sdk.Choice(instructions="Which queue?", criteria={f"queue {i}": None for i in range(255)})
        result = typesafe.system_one(STATE, {"threat": threat, "queue": queues})
        assert 0 <= result.nouls["threat"].noul <= 1 and len(result.choices["queue"].probabilities) == 255

    with check(NAME, "full: what is wrong is a typed 422 that says where, with the request id"), client(FULL, KEY) as typesafe:
        with raises(sdk.TypeSafeUnprocessableEntityError) as caught:
            typesafe.system_one(STATE, TYPED, extra_body={"min_confidence": 2})
        assert caught.error.body["detail"][0]["loc"] == ["body", "min_confidence"]
        assert "min_confidence: 'min_confidence' must be" in str(caught.error)
        assert caught.error.request_id and caught.error.request_id in str(caught.error)

    with check(NAME, "full: no questions are a typed 422"), client(FULL, KEY) as typesafe:
        with raises(sdk.TypeSafeUnprocessableEntityError) as caught:
            typesafe.system_one(STATE, TYPED, extra_body={"questions": {}})
        assert caught.error.body["detail"][0]["loc"] == ["body", "questions"]

    with check(NAME, "full: too long a state is a bad request for its tokens"), client(FULL, KEY) as typesafe:
        with raises(sdk.TypeSafeBadRequestError) as caught:
            typesafe.system_one("x" * 50_001, TYPED)
        assert caught.error.body["detail"]["error_type"] == "max_tokens_exceeded" and "50001" in str(caught.error)

    with check(NAME, "full: a wrong key is typed, for decisions and for models"), client(FULL, "wrong") as typesafe:
        for call in (lambda: typesafe.system_one(STATE, TYPED), typesafe.models.list):
            with raises(sdk.TypeSafeAuthenticationError) as caught:
                call()
            assert caught.error.body["detail"] == {"error_type": "authentication_error", "message": BAD_TOKEN}

    with check(NAME, "full: a full service is its rate limit error"), client(FULL, KEY, retry=ONCE) as typesafe:
        with all_slots_taken(url=FULL), raises(sdk.TypeSafeRateLimitError) as caught:
            typesafe.system_one(STATE, TYPED)
        assert caught.error.retry_after_ms == 1000 and caught.error.body["detail"]["error_type"] == "overloaded_error"


def what_it_does_not_read():
    with check(NAME, "a box question is refused by its type"), client(DEFAULT) as typesafe:
        with raises(sdk.TypeSafeUnprocessableEntityError) as caught:
            typesafe.system_one(STATE, {"logo": sdk.Box(instructions="Where is the logo?")})
        assert "unknown type 'box'; use choice, score or noul" in str(caught.error)

    with check(NAME, "an image is refused as something that the service does not read"), client(DEFAULT) as typesafe:
        with raises(sdk.TypeSafeBadRequestError) as caught:
            typesafe.system_one(STATE, TYPED, assets={"logo": sdk.Image(PIXEL)})
        assert "images and other files are not supported, this service reads text" in str(caught.error)


in_mode("default", DEFAULT)
in_mode("strict", STRICT)
strict_keys()
async_client()
with_key()
what_it_does_not_read()
overloaded()
whole_contract()
