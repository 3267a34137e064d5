"""The official Python client, unmodified, over stdio: both of its ways to connect, this process and --url."""

import asyncio
import contextlib
import importlib.metadata
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import running
from outcomes import check, failures, slots_taken

from mcp import Client, ClientSession, StdioServerParameters, stdio_client

OPEN, KEYED, KEY, KEY_FILE = (os.environ["MCP_" + name] for name in ("OPEN", "KEYED", "KEY", "KEY_FILE"))
COMMAND = os.environ["MCP_COMMAND"].splitlines()
NAME = "mcp (PyPI) " + importlib.metadata.version("mcp")
STATE = "I was charged twice. Please refund one payment."
QUESTIONS = {
    "queue": {"type": "choice", "instructions": "Which team should handle this?", "criteria": ["billing", "technical", "shipping"]},
    "urgency": {"type": "score", "instructions": "How urgent is it?", "criteria": ["calm", "firm", "angry"]},
    "refund": {"type": "noul", "instructions": "The customer asks for money back."},
}
ASK = {"state": STATE, "questions": QUESTIONS}
CALLS = 200


def server(*options, command=COMMAND):
    """What a client is configured with."""
    return StdioServerParameters(command=command[0], args=[*command[1:], *options], env={"SERVICE_LOG_LEVEL": "debug"})


@contextlib.asynccontextmanager
async def session(*options, command=COMMAND):
    """A session over the server's standard streams; its standard error goes to a file."""
    with tempfile.TemporaryFile("w+") as log:
        async with stdio_client(server(*options, command=command), errlog=log) as streams, ClientSession(*streams) as client:
            await client.initialize()
            yield client


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


async def many(client):
    """Calls one after the other, and all at once."""
    expected = (await client.call_tool("decide", ASK)).structured_content["answers"]["queue"]["choice"]
    begun = time.monotonic()
    for _ in range(CALLS):
        assert (await client.call_tool("decide", ASK)).structured_content["answers"]["queue"]["choice"] == expected
    each = (time.monotonic() - begun) / CALLS
    together = await asyncio.gather(*[client.call_tool("decide", ASK) for _ in range(CALLS)])
    assert all(one.structured_content["answers"]["queue"]["choice"] == expected for one in together)
    return each


async def cancelled():
    """A call that waits for a busy service leaves its place when the client gives it up."""
    def refused():
        try:
            urllib.request.urlopen(urllib.request.Request(
                KEYED + "/v1/systemone", b"{}", {"Authorization": "Bearer " + KEY}), timeout=0.5)
        except urllib.error.HTTPError as error:
            return error.code == 503
        except OSError:
            return False
        return False

    async def waits():
        for _ in range(30):
            # As long as a client pauses that was refused while this looked.
            await asyncio.sleep(1.6)
            if await asyncio.to_thread(refused):
                return True
        return False

    async with session("--url", KEYED, "--key-file", KEY_FILE) as client:
        await client.call_tool("status")
        with slots_taken(KEYED, 1, KEY):
            call = asyncio.create_task(client.call_tool("decide", ASK))
            assert await waits(), "the call does not wait"
            call.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await call
            again = asyncio.create_task(client.call_tool("decide", ASK))
            assert await waits(), "the second call does not wait where the first did"
        assert not (await again).is_error


async def goes_away():
    port, = running.free_ports(1)
    command = [*COMMAND[:COMMAND.index("mcp")]]
    with open(pathlib.Path(KEY_FILE).with_name("away.log"), "w") as log:
        service = running.start(command, running.environment(port, SERVICE_CHECKPOINTS="starter"), log)
        try:
            assert running.until(lambda: answers(port), 60, 0.1)
            async with session("--url", f"http://127.0.0.1:{port}") as client:
                assert not (await client.call_tool("decide", ASK)).is_error
                running.stop(service)
                assert f"127.0.0.1:{port}" in words(await client.call_tool("decide", ASK))
                service = running.start(command, running.environment(port, SERVICE_CHECKPOINTS="starter"), log)
                assert running.until(lambda: answers(port), 60, 0.1)
                assert not (await client.call_tool("decide", ASK)).is_error
        finally:
            running.stop(service)


def answers(port):
    try:
        return running.call(port, "GET", "/health")[0] == 200
    except OSError:
        return False


def only_the_protocol():
    """Every line on standard output is a message, whatever the log says; it ends with standard input."""
    client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
    lines = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "decide", "arguments": ASK}},
    ]
    text = "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines)
    environment = {**os.environ, "SERVICE_LOG_LEVEL": "debug"}
    done = subprocess.run(COMMAND, input=text, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0 and "loaded" in done.stderr, done
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2], done.stdout


def terminated():
    """SIGTERM ends it at once."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(2)
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) in (-signal.SIGTERM, 128 + signal.SIGTERM, 0)


async def main():
    for where, options in {"in its process": (), "with --url": ("--url", OPEN)}.items():
        async with session(*options) as client:
            with check(NAME, f"every tool and its schema, {where}"):
                await every_tool(client)
            with check(NAME, f"the arguments of laya's tools, {where}"):
                await as_laya_asks(client)
            with check(NAME, f"bad arguments are refused in the service's words, {where}"):
                await bad_arguments(client)
            with check(NAME, f"{CALLS} calls one by one and {CALLS} at once, {where}"):
                each = await many(client)
                print(f"         {each * 1e3:.1f} ms a call of three questions, {where}", flush=True)
    with check(NAME, "its newest way to connect, which asks for versions first"):
        async with Client(server()) as client:
            assert (await client.call_tool("status")).structured_content["status"] == "ok"
    with check(NAME, "a key from a file"):
        async with session("--url", KEYED, "--key-file", KEY_FILE) as client:
            assert not (await client.call_tool("decide", ASK)).is_error
        async with session("--url", KEYED) as client:
            assert "bearer token" in words(await client.call_tool("decide", ASK))
    with check(NAME, "a cancelled call leaves the service"):
        await cancelled()
    with check(NAME, "a service that goes away is named, and asked when it is back"):
        await goes_away()
    with check(NAME, "standard output carries the protocol alone"):
        only_the_protocol()
    with check(NAME, "SIGTERM ends it"):
        terminated()


asyncio.run(main())
raise SystemExit(1 if failures else 0)
