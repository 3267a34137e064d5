// The official JavaScript client, unmodified, over stdio: this process and --url.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ask, badArguments, call, CALLS, check, everyTool, many, queue } from "./calls.mjs";

const { MCP_OPEN, MCP_KEYED, MCP_KEY_FILE, MCP_COMMAND } = process.env;

async function connected(options, body) {
    const [command, ...args] = MCP_COMMAND.split("\n");
    const transport = new StdioClientTransport({ command, args: [...args, ...options], stderr: "ignore", env: { SERVICE_LOG_LEVEL: "debug" } });
    const client = new Client({ name: "checks", version: "1" });
    // A line on standard output that is no message.
    const strange = [];
    client.onerror = (error) => strange.push(error);
    await client.connect(transport);
    // With the list, the client compares results with the schemas.
    const { tools } = await client.listTools();
    try {
        await body(client, tools);
    } finally {
        await client.close();
    }
    assert.deepEqual(strange, []);
}

for (const [where, options] of Object.entries({ "in its process": [], "with --url": ["--url", MCP_OPEN] })) {
    await check(`every tool and its schema, ${where}`, () => connected(options, everyTool));
    await check(`bad arguments are refused in the service's words, ${where}`, () => connected(options, badArguments));
    await check(`${CALLS} calls one by one and ${CALLS} at once, ${where}`, () => connected(options, (client) => many(client)));
    await check(`a call that is given up ends nothing, ${where}`, () =>
        connected(options, async (client) => {
            const controller = new AbortController();
            const given = call(client, "decide_batch", { states: Array(64).fill(ask.state), questions: ask.questions }, { signal: controller.signal });
            setTimeout(() => controller.abort(), 50);
            await assert.rejects(given);
            assert.equal(queue(await call(client, "decide", ask)), "billing");
        }));
}
await check("a key from a file", () =>
    connected(["--url", MCP_KEYED, "--key-file", MCP_KEY_FILE], async (client) => {
        assert.equal(queue(await call(client, "decide", ask)), "billing");
    }));
