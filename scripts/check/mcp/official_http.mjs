// The official JavaScript client, unmodified, over HTTP.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ask, badArguments, call, CALLS, check, everyTool, many, queue } from "./calls.mjs";

const { MCP_OPEN, MCP_OPEN_LOG, MCP_KEYED, MCP_KEY } = process.env;

async function connected(url, headers, body) {
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
    const client = new Client({ name: "checks", version: "1" });
    const strange = [];
    client.onerror = (error) => strange.push(error);
    await client.connect(transport);
    const { tools } = await client.listTools();
    try {
        await body(client, tools, transport);
        await transport.terminateSession();
    } finally {
        await client.close();
    }
    assert.deepEqual(strange, []);
}

const givenUp = () => readFileSync(MCP_OPEN_LOG, "utf8").split("\n").filter((line) => /route=mcp .*outcome=gone/.test(line)).length;

await check("over HTTP: every tool and its schema", () =>
    connected(MCP_OPEN, {}, async (client, tools, transport) => {
        assert.equal(transport.protocolVersion, "2025-11-25");
        await everyTool(client, tools);
    }));
await check("over HTTP: bad arguments are refused in the service's words", () => connected(MCP_OPEN, {}, badArguments));
await check(`over HTTP: ${CALLS} calls one by one and as many at once as there are slots`, () =>
    connected(MCP_OPEN, {}, (client) => many(client, 16)));
await check("over HTTP: a cancelled call leaves the service", () =>
    connected(MCP_OPEN, {}, async (client) => {
        const before = givenUp();
        const states = Array.from({ length: 64 }, (_, number) => `${number}. ${ask.state.repeat(40)}`);
        const controller = new AbortController();
        const given = call(client, "decide_batch", { states, questions: ask.questions }, { signal: controller.signal });
        setTimeout(() => controller.abort(), 500);
        await assert.rejects(given);
        for (let tenths = 0; givenUp() === before; tenths++) {
            assert.ok(tenths < 50, "the service still computes");
            await pause(100);
        }
        assert.equal(queue(await call(client, "decide", ask)), "billing");
    }));
await check("over HTTP: a key, a wrong key and none", async () => {
    await connected(MCP_KEYED, { Authorization: `Bearer ${MCP_KEY}` }, async (client) => {
        assert.equal(queue(await call(client, "decide", ask)), "billing");
    });
    await assert.rejects(connected(MCP_KEYED, { Authorization: "Bearer wrong" }), /invalid or missing bearer token/);
    await assert.rejects(connected(MCP_KEYED, {}), /invalid or missing bearer token/);
});
await check("over HTTP: a page of another origin", () =>
    assert.rejects(connected(MCP_OPEN, { Origin: "https://evil.example" }), /origin/i));
