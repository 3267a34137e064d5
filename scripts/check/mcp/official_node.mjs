// The official JavaScript client, unmodified, over stdio: this process and --url.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { MCP_OPEN, MCP_KEYED, MCP_KEY_FILE, MCP_COMMAND } = process.env;
const version = JSON.parse(readFileSync(new URL("node_modules/@modelcontextprotocol/sdk/package.json", import.meta.url), "utf8")).version;
const NAME = `@modelcontextprotocol/sdk ${version}`;
const CALLS = 200;
const ask = {
    state: "I was charged twice. Please refund one payment.",
    questions: {
        queue: { type: "choice", instructions: "Which team should handle this?", criteria: ["billing", "technical", "shipping"] },
        urgency: { type: "score", instructions: "How urgent is it?", criteria: ["calm", "firm", "angry"] },
        refund: { type: "noul", instructions: "The customer asks for money back." },
    },
};

/** Prints the outcome of `body` as one line; a failure does not prevent the next check from running. */
async function check(name, body) {
    try {
        await body();
        console.log(`passed   ${NAME}: ${name}`);
    } catch (error) {
        const place = /\w+\.mjs:\d+/.exec(error.stack ?? "")?.[0];
        console.log(`failed   ${NAME}: ${name}: ${String(error).replaceAll("\n", " ")} at ${place}`);
        process.exitCode = 1;
    }
}

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

const call = (client, name, args = {}, options) => client.callTool({ name, arguments: args }, undefined, options);
const queue = (result) => result.structuredContent.answers.queue.choice;

for (const [where, options] of Object.entries({ "in its process": [], "with --url": ["--url", MCP_OPEN] })) {
    await check(`every tool and its schema, ${where}`, () =>
        connected(options, async (client, tools) => {
            assert.deepEqual(tools.map((tool) => tool.name), ["decide", "decide_batch", "route", "status", "plan"]);
            assert.equal(queue(await call(client, "decide", ask)), "billing");
            const batch = await call(client, "decide_batch", { states: [ask.state, { a: 1 }], questions: ask.questions });
            assert.equal(batch.structuredContent.results.length, 2);
            assert.equal((await call(client, "route", { state: "Wo bleibt mein Paket?" })).structuredContent.model, "multilingual");
            assert.equal((await call(client, "status")).structuredContent.status, "ok");
        }));
    await check(`bad arguments are refused in the service's words, ${where}`, () =>
        connected(options, async (client) => {
            for (const [args, said] of [
                [{}, "'questions'"],
                [{ ...ask, questions: { a: { type: "nope" } } }, "question 'a': unknown type 'nope'"],
                [{ ...ask, min_confidence: 2 }, "'min_confidence'"],
            ]) {
                const refused = await call(client, "decide", args);
                assert.ok(refused.isError && refused.content[0].text.includes(said), JSON.stringify(refused));
            }
            await assert.rejects(call(client, "nothing"));
        }));
    await check(`${CALLS} calls one by one and ${CALLS} at once, ${where}`, () =>
        connected(options, async (client) => {
            for (let i = 0; i < CALLS; i++) assert.equal(queue(await call(client, "decide", ask)), "billing");
            const all = await Promise.all(Array.from({ length: CALLS }, () => call(client, "decide", ask)));
            assert.ok(all.every((result) => queue(result) === "billing"));
        }));
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
