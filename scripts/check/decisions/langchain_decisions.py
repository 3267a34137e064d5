"""OpenAIDecisions of langchain-openai, unmodified."""

import asyncio
import importlib.metadata
import os
import sys
import time
import warnings

import openai
from checks import (
    ATTEMPTS,
    CONVERSATION,
    KEY,
    KEYED,
    LIMITED,
    OPEN,
    OVER_2_MIB,
    TICKET,
    all_slots_taken,
    chosen,
    scored,
    tried,
    turned_away,
)
from langchain_core._api import LangChainBetaWarning
from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_openai.decisions import Choice, Level, OpenAIDecisions, Predicate, Score
from outcomes import check, failures, raises

NAME = "langchain-openai " + importlib.metadata.version("langchain-openai")
REFUND = Predicate(instructions="The customer asks for money back.")
QUESTIONS = {
    "refund": REFUND,
    "queue": Choice(instructions="Which team?", choices={"billing": "payments and refunds", "technical": None, "shipping": None}),
    "twice": Choice(instructions="Was the customer charged twice?", choices={True: None, False: None}),
    "urgency": Score(instructions="How urgent is it?", levels=[Level(label="calm", description="no time pressure"), "firm", "angry"]),
}
CALL = CONVERSATION[2]
MESSAGES = [
    SystemMessage(CONVERSATION[0]["content"]),
    HumanMessage(CONVERSATION[1]["content"]),
    AIMessage("", tool_calls=[{"id": CALL["call_id"], "name": CALL["name"], "args": {"customer": "c-17", "month": "2026-10"}}]),
    ToolMessage(CONVERSATION[3]["output"], tool_call_id=CALL["call_id"]),
    HumanMessage("Yes, please refund it today."),
]


def decisions(url=OPEN, key="any", path="/v1", **options):
    return OpenAIDecisions(model="gpt-6-luna", base_url=url + path, api_key=key, **options)


def ask(state=TICKET, questions=QUESTIONS):
    return {"input": state, "questions": questions}


def typed(response):
    assert response.model == "english" and response.request_id
    assert list(response.answers) == list(QUESTIONS) and not response.refusals
    assert 0.5 < response.predicates["refund"].probability <= 1
    queue, twice, urgency = response.choices["queue"], response.choices["twice"], response.scores["urgency"]
    assert queue.choice == "billing" and list(queue.probabilities) == ["billing", "technical", "shipping"]
    assert type(twice.choice) is bool and list(twice.probabilities) == [True, False]
    for answer in queue, twice:
        chosen(answer.choice, answer.probabilities, answer.confidence)
    assert urgency.legend == {0: "calm", 1: "firm", 2: "angry"}
    scored(urgency.score, list(urgency.probabilities.values()), urgency.confidence)
    assert response.usage.input_tokens > 0 == response.usage.output_tokens


def answers():
    states = {
        "a text": TICKET,
        "a message": HumanMessage(TICKET),
        "a message of parts": [HumanMessage([{"type": "text", "text": TICKET}])],
        "an object": {"ticket": TICKET, "id": 7},
        "a conversation with a tool call": MESSAGES,
    }
    for name, state in states.items():
        with check(NAME, f"predicate, choice, boolean choice and score, {name}"):
            typed(decisions().invoke(ask(state)))

    with check(NAME, "a batch of two, and eight at once of the asynchronous client"):
        for response in decisions().batch([ask(), ask({"ticket": TICKET})]):
            typed(response)

        async def eight():
            together = decisions()
            return await asyncio.gather(*(together.ainvoke(ask()) for _ in range(8)))

        for response in asyncio.run(eight()):
            typed(response)

    with check(NAME, "the right key"):
        typed(decisions(KEYED, KEY).invoke(ask()))


def refused(kind, name, model, request):
    """An error of LangChain's own that is the OpenAI client's as well."""
    with raises(kind) as caught:
        model.invoke(request)
    assert type(caught.error).__name__ == name, type(caught.error)
    return caught.error


def errors():
    with check(NAME, "what is refused is its invalid-request error with code and param"):
        one = {"refund": REFUND, "which": Choice(instructions="Which?", choices={"a": None})}
        error = refused(openai.BadRequestError, "OpenAIInvalidRequestError", decisions(), ask(questions=one))
        assert (error.code, error.param) == ("array_below_min_length", "questions[1].choices")

    with check(NAME, "an image is its invalid-request error"):
        image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
        state = HumanMessage([{"type": "text", "text": TICKET}, image])
        error = refused(openai.BadRequestError, "OpenAIInvalidRequestError", decisions(), ask(state))
        assert (error.code, error.param) == ("unsupported_content", "input[0].content[1]")

    with check(NAME, "a state over the limit is its context overflow error"):
        error = refused(ContextOverflowError, "OpenAIContextOverflowError", decisions(), ask("x" * 50_001))
        assert isinstance(error, openai.BadRequestError) and error.code == "context_length_exceeded"

    with check(NAME, "a wrong key is its authentication error"):
        error = refused(openai.AuthenticationError, "OpenAIAuthenticationError", decisions(KEYED, "wrong"), ask())
        assert error.code == "invalid_api_key"

    with check(NAME, "an unknown path is its not-found error"):
        model = decisions(path="/v1/decisions")
        error = refused(openai.NotFoundError, "OpenAIModelNotFoundError", model, ask())
        assert error.code == "not_found"

    with check(NAME, "a body over 2 MiB is a 413"):
        error = refused(openai.APIStatusError, "APIStatusError", decisions(), ask(OVER_2_MIB))
        assert error.status_code == 413 and error.code == "request_too_large"


def overloaded():
    for url, kind, name, status in (
        (KEYED, openai.InternalServerError, "OpenAIAPIError", 503),
        (LIMITED, openai.RateLimitError, "OpenAIRateLimitError", 429),
    ):
        with check(NAME, f"a full service is a {status} of its own class, after {ATTEMPTS} attempts"):
            before = turned_away(url)
            with all_slots_taken(url) as started:
                error = refused(kind, name, decisions(url, KEY), ask())
            assert error.status_code == status and time.monotonic() - started >= 1.9
            tried(url, before)

    with check(NAME, "max_retries=0 asks once"):
        before = turned_away(KEYED)
        with all_slots_taken(KEYED):
            refused(openai.InternalServerError, "OpenAIAPIError", decisions(KEYED, KEY, max_retries=0), ask())
        tried(KEYED, before, 1)

    with check(NAME, "its retry waits as Retry-After says and succeeds"):
        before = turned_away(KEYED)
        with all_slots_taken(KEYED, release_after=0.9) as started:
            typed(decisions(KEYED, KEY).invoke(ask()))
            assert time.monotonic() - started >= 0.95
            tried(KEYED, before, 1)


# Nothing may be sent to a collector of traces.
os.environ["LANGSMITH_TRACING"] = "false"
warnings.simplefilter("ignore", LangChainBetaWarning)
answers()
errors()
overloaded()
sys.exit(bool(failures))
