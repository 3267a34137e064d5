"""The official Python client, unmodified, over stdio: both of its ways to connect, this process and --url."""

import asyncio
import contextlib
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
from calls import ASK, CALLS, NAME, OPEN, as_laya_asks, bad_arguments, every_tool, many, words
from outcomes import check, failures, slots_taken

from mcp import Client, ClientSession, StdioServerParameters, stdio_client

KEYED, KEY, KEY_FILE = (os.environ["MCP_" + name] for name in ("KEYED", "KEY", "KEY_FILE"))
COMMAND = os.environ["MCP_COMMAND"].splitlines()


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
