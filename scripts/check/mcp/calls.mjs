// What the official JavaScript client calls, by whatever it is connected.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const version = JSON.parse(readFileSync(new URL("node_modules/@modelcontextprotocol/sdk/package.json", import.meta.url), "utf8")).version;
const NAME = `@modelcontextprotocol/sdk ${version}`;
export const CALLS = 200;
export const ask = {
    state: "I was charged twice. Please refund one payment.",
    questions: {
        queue: { type: "choice", instructions: "Which team should handle this?", criteria: ["billing", "technical", "shipping"] },
        urgency: { type: "score", instructions: "How urgent is it?", criteria: ["calm", "firm", "angry"] },
        refund: { type: "noul", instructions: "The customer asks for money back." },
    },
};

/** Prints the outcome of `body` as one line; a failure does not prevent the next check from running. */
export async function check(name, body) {
    try {
        await body();
        console.log(`passed   ${NAME}: ${name}`);
    } catch (error) {
        const place = /\w+\.mjs:\d+/.exec(error.stack ?? "")?.[0];
        console.log(`failed   ${NAME}: ${name}: ${String(error).replaceAll("\n", " ")} at ${place}`);
        process.exitCode = 1;
    }
}

export const call = (client, name, args = {}, options) => client.callTool({ name, arguments: args }, undefined, options);
export const queue = (result) => result.structuredContent.answers.queue.choice;

export async function everyTool(client, tools) {
    assert.deepEqual(tools.map((tool) => tool.name), ["decide", "decide_batch", "route", "status", "plan"]);
    assert.equal(queue(await call(client, "decide", ask)), "billing");
    const batch = await call(client, "decide_batch", { states: [ask.state, { a: 1 }], questions: ask.questions });
    assert.equal(batch.structuredContent.results.length, 2);
    assert.equal((await call(client, "route", { state: "Wo bleibt mein Paket?" })).structuredContent.model, "multilingual");
    assert.equal((await call(client, "status")).structuredContent.status, "ok");
}

export async function badArguments(client) {
    for (const [args, said] of [
        [{}, "'questions'"],
        [{ ...ask, questions: { a: { type: "nope" } } }, "question 'a': unknown type 'nope'"],
        [{ ...ask, min_confidence: 2 }, "'min_confidence'"],
    ]) {
        const refused = await call(client, "decide", args);
        assert.ok(refused.isError && refused.content[0].text.includes(said), JSON.stringify(refused));
    }
    await assert.rejects(call(client, "nothing"));
}

/** Calls one after the other, and at once. */
export async function many(client, together = CALLS) {
    for (let i = 0; i < CALLS; i++) assert.equal(queue(await call(client, "decide", ask)), "billing");
    for (let begun = 0; begun < CALLS; begun += together) {
        const all = await Promise.all(Array.from({ length: Math.min(together, CALLS - begun) }, () => call(client, "decide", ask)));
        assert.ok(all.every((result) => queue(result) === "billing"));
    }
}
