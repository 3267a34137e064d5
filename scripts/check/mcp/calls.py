"""What the official Python client calls, by whatever it is connected."""

import asyncio
import importlib.metadata
import json
import os
import time
import urllib.request

OPEN = os.environ["MCP_OPEN"]
NAME = "mcp (PyPI) " + importlib.metadata.version("mcp")
STATE = "I was charged twice. Please refund one payment."
QUESTIONS = {
    "queue": {"type": "choice", "instructions": "Which team should handle this?", "criteria": ["billing", "technical", "shipping"]},
    "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["calm", "firm", "angry"]},
    "refund": {"type": "noul", "instructions": "The customer asks for money back."},
}
ASK = {"state": STATE, "questions": QUESTIONS}
CALLS = 200


def wire(body, url=OPEN):
    """The answer over HTTP."""
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", json.dumps(body).encode()), timeout=30) as response:
        return json.load(response)


def words(result):
    """What a tool that refused says."""
    assert result.is_error and result.structured_content is None, result
    return result.content[0].text


async def every_tool(client):
    """Each tool; the client itself compares results with the schemas."""
    assert [tool.name for tool in (await client.list_tools()).tools] == ["decide", "decide_batch", "route", "status", "plan"]
    decided = await client.call_tool("decide", ASK)
    assert not decided.is_error and json.loads(decided.content[0].text) == decided.structured_content
    assert decided.structured_content["answers"] == wire(ASK)["answers"]
    batch = await client.call_tool("decide_batch", {"states": [STATE, {"subject": "The app crashes"}], "questions": QUESTIONS})
    assert [answer["answers"]["queue"]["choice"] for answer in batch.structured_content["results"]] == ["billing", "technical"]
    route = await client.call_tool("route", {"state": "Wo bleibt mein Paket? Ich warte seit einer Woche darauf."})
    assert route.structured_content["model"] == "multilingual" and route.structured_content["reason"]
    status = await client.call_tool("status")
    assert status.structured_content["status"] == "ok" and status.structured_content["loaded"]


async def as_laya_asks(client):
    """The arguments that clients of laya-mcp-server send, with the defaults that they send."""
    laya = {"state": {"message": STATE}, "questions": QUESTIONS, "model": "auto", "task": None, "lang": "en", "lang_guess": None,
            "max_len": None, "head_max_len": None, "min_confidence": 0.0}
    decided = await client.call_tool("decide", laya)
    assert decided.structured_content["answers"]["queue"]["abstention"] == "passed", decided
    batch = await client.call_tool("decide_batch", {"requests": [ASK, {**ASK, "lang": "de"}], "batch_size": 0, "sort_by_length": False})
    assert [one["routing"]["model"] for one in batch.structured_content["results"]] == ["english", "multilingual"]


async def bad_arguments(client):
    for arguments, said in [
        ({}, "'questions'"),
        ({"state": None, "questions": {}}, "'state'"),
        ({"state": STATE, "questions": {"a": {"type": "nope"}}}, "question 'a': unknown type 'nope'"),
        ({**ASK, "min_confidence": 2}, "'min_confidence'"),
        ({**ASK, "task": "no such"}, "task"),
        ({"state": "x" * 50_001, "questions": QUESTIONS}, "50001"),
    ]:
        assert said in words(await client.call_tool("decide", arguments)), arguments
    assert "'requests'" in words(await client.call_tool("decide_batch", {"requests": []}))


async def many(client, together=CALLS):
    """Calls one after the other, and at once."""
    expected = (await client.call_tool("decide", ASK)).structured_content["answers"]["queue"]["choice"]
    started = time.monotonic()
    for _ in range(CALLS):
        assert (await client.call_tool("decide", ASK)).structured_content["answers"]["queue"]["choice"] == expected
    each = (time.monotonic() - started) / CALLS
    for begun in range(0, CALLS, together):
        answers = await asyncio.gather(*[client.call_tool("decide", ASK) for _ in range(begun, min(CALLS, begun + together))])
        assert all(one.structured_content["answers"]["queue"]["choice"] == expected for one in answers)
    return each
