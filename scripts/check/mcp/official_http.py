"""The official Python client, unmodified, over HTTP: by the newest version of the protocol, and by the last with a handshake."""

import asyncio
import contextlib
import os
import pathlib
import time

import httpx2
from calls import ASK, CALLS, NAME, OPEN, QUESTIONS, STATE, as_laya_asks, bad_arguments, every_tool, many
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from outcomes import check, failures

from mcp import Client

KEYED, KEY = os.environ["MCP_KEYED"], os.environ["MCP_KEY"]
LOG = pathlib.Path(os.environ["MCP_OPEN_LOG"])
# Some seconds of passes for the bundled checkpoint.
LONG = {"states": [f"{number}. " + STATE * 40 for number in range(64)], "questions": QUESTIONS}


@contextlib.asynccontextmanager
async def connected(mode, url=OPEN, **headers):
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        async with Client(streamable_http_client(url + "/mcp", http_client=http), mode=mode) as client:
            yield client


async def refused(url, **headers):
    """What the client says if it cannot connect."""
    try:
        async with connected("legacy", url, **headers):
            raise AssertionError("the client was let in")
    except Exception as errors:
        # However deep in groups of the client's tasks.
        words = [str(error) for error in leaves(errors) if isinstance(error, MCPError)]
        assert words, errors
        return words[0]


def leaves(error):
    """The errors of a group, and of the groups in it."""
    return [leaf for each in getattr(error, "exceptions", []) for leaf in leaves(each)] or [error]


def given_up():
    """How many calls the service has given up."""
    return sum("route=mcp" in line and "outcome=gone" in line for line in LOG.read_text().splitlines())


async def cancelled(client):
    """A call that computes ends when the client gives it up, and the client goes on."""
    before, begun = given_up(), time.monotonic()
    call = asyncio.create_task(client.call_tool("decide_batch", LONG))
    await asyncio.sleep(0.5)
    assert not call.done(), call.result()
    call.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await call
    while given_up() == before:
        assert time.monotonic() - begun < 5, "the service still computes"
        await asyncio.sleep(0.1)
    assert not (await client.call_tool("decide", ASK)).is_error


async def main():
    for mode, version in {"auto": "2026-07-28", "legacy": "2025-11-25"}.items():
        async with connected(mode) as client:
            with check(NAME, f"over HTTP, {version}: every tool and its schema"):
                assert client.protocol_version == version, client.protocol_version
                await every_tool(client)
            with check(NAME, f"over HTTP, {version}: the arguments of laya's tools"):
                await as_laya_asks(client)
            with check(NAME, f"over HTTP, {version}: bad arguments are refused in the service's words"):
                await bad_arguments(client)
            with check(NAME, f"over HTTP, {version}: {CALLS} calls one by one and as many at once as there are slots"):
                each = await many(client, together=16)
                print(f"         {each * 1e3:.1f} ms a call of three questions, over HTTP", flush=True)
            with check(NAME, f"over HTTP, {version}: a cancelled call leaves the service"):
                await cancelled(client)
    with check(NAME, "over HTTP: a key, a wrong key and none"):
        async with connected("auto", KEYED, authorization="Bearer " + KEY) as client:
            assert not (await client.call_tool("decide", ASK)).is_error
        assert "bearer token" in await refused(KEYED, authorization="Bearer wrong")
        assert "bearer token" in await refused(KEYED)
    with check(NAME, "over HTTP: a page of another origin"):
        assert "origin" in (await refused(OPEN, origin="https://evil.example")).lower()


asyncio.run(main())
raise SystemExit(1 if failures else 0)
