// experimental_decide of ai, the AI SDK, with its OpenAI provider, unmodified.
import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, experimental_decide as decide, RetryError } from "ai";
import {
    ATTEMPTS, check as checkOf, chosen, freedSoon, KEY, KEYED, LIMITED, OPEN, OVER_2_MIB, refused, samples, scored,
    version, whileFull,
} from "./checks.mjs";

const NAME = `ai ${version("ai")} with @ai-sdk/openai ${version("@ai-sdk/openai")}`;
const check = (name, body) => checkOf(NAME, name, body);
const { ticket } = samples;
const questions = {
    refund: {
        type: "boolean",
        instructions: "Does the customer ask for money back?",
        criteria: { true: "asks for a refund", false: null },
    },
    queue: {
        type: "choice",
        instructions: "Which team should handle this?",
        criteria: { billing: "payments, invoices and refunds", technical: "errors, login and app problems", shipping: null },
    },
    urgency: { type: "score", instructions: "How urgent is it?", criteria: ["no time pressure", "firm", "angry"] },
};
const model = (url = OPEN, apiKey = "any", path = "/v1", id = "gpt-6-luna") =>
    createOpenAI({ baseURL: url + path, apiKey }).decisionModel(id);
const ask = (change = {}) => decide({ model: model(), state: ticket, questions, ...change });

// It warns on the console about settings that a model does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

function typed(result, answeredBy = "english") {
    const { refund, queue, urgency } = result.answers;
    const { confidence, usage } = result.providerMetadata.openai;
    assert.deepEqual(Object.keys(result.answers), ["refund", "queue", "urgency"]);
    assert.ok(refund.type === "boolean" && refund.probability > 0.5 && refund.probability <= 1);
    assert.ok(queue.type === "choice" && queue.choice === "billing");
    assert.deepEqual(Object.keys(queue.probabilities), ["billing", "technical", "shipping"]);
    chosen(queue.choice, Object.entries(queue.probabilities), confidence.queue);
    assert.equal(urgency.type, "score");
    assert.deepEqual(Object.keys(urgency.probabilities), ["0", "1", "2"]);
    scored(urgency.score, Object.values(urgency.probabilities), confidence.urgency);
    assert.equal(result.response.modelId, answeredBy);
    assert.ok(result.response.headers["x-request-id"]);
    const { inputTokens, outputTokens, totalTokens } = result.usage;
    assert.ok(inputTokens > 0 && outputTokens === 0 && totalTokens === inputTokens);
    assert.deepEqual(usage.input_tokens_details, { cached_tokens: 0, cache_write_tokens: 0 });
    assert.equal(usage.total_tokens, inputTokens);
    assert.deepEqual(result.warnings, []);
    return result;
}

await check("boolean, choice and score about a text", async () => {
    const { response } = typed(await ask());
    // Criteria are numbered labels with descriptions on the wire: the answer repeats the labels.
    assert.deepEqual(response.body.answers[2].probabilities.map(({ label }) => label), ["0", "1", "2"]);
});
await check("boolean, choice and score about an object, as an input_json part", async () => {
    typed(await ask({ state: { ticket, id: 7 } }));
});
await check("boolean, choice and score about parts of text and JSON, and instructions of JSON", async () => {
    const state = [
        { type: "text", text: ticket },
        { type: "json", value: { payments: [9, 9] } },
        { type: "json", value: "2026-10" },
    ];
    const urgency = { ...questions.urgency, instructions: { question: "How urgent is it?" } };
    typed(await ask({ state, questions: { ...questions, urgency } }));
});
await check("its own options, and a model by name", async () => {
    const providerOptions = { openai: { safetyIdentifier: "user-123", promptCacheKey: "tenant-42" } };
    typed(await ask({ providerOptions, model: model(OPEN, "any", "/v1", "multilingual") }), "multilingual");
});
await check("eight decisions at once", async () => {
    (await Promise.all(Array.from({ length: 8 }, () => ask()))).forEach((result) => typed(result));
});
await check("the right key", async () => typed(await ask({ model: model(KEYED, KEY) })));

const png = { type: "file", mediaType: "image/png", data: Buffer.from("iVBORw0KGgo=", "base64") };
const single = { type: "choice", instructions: "Which?", criteria: { a: null } };
const silent = { ...questions.queue, instructions: null };
for (const [name, change, status, code, param] of [
    ["a single option", { questions: { single } }, 400, "array_below_min_length", "questions[0].choices"],
    ["no instructions", { questions: { silent } }, 400, "missing_required_parameter", "questions[0].instructions"],
    ["an image", { state: [{ type: "text", text: ticket }, png] }, 400, "unsupported_content", "input[0].content[1]"],
    ["a state over the limit", { state: "x".repeat(50_001) }, 400, "context_length_exceeded", "input"],
    ["a wrong key", { model: model(KEYED, "wrong") }, 401, "invalid_api_key", null],
    ["an unknown path", { model: model(OPEN, "any", "/v1/decisions") }, 404, "not_found", null],
    ["a body over 2 MiB", { state: OVER_2_MIB }, 413, "request_too_large", null],
]) {
    await check(`${name} is its call error: ${status}, with code and param, not retried`, async () => {
        const error = await refused(ask(change), APICallError);
        assert.deepEqual([error.statusCode, error.data.error.code, error.data.error.param], [status, code, param]);
        assert.equal(error.message, error.data.error.message);
        assert.equal(error.isRetryable, false);
        assert.ok(error.responseHeaders["x-request-id"]);
    });
}

for (const [url, status, code] of [[KEYED, 503, "server_overloaded"], [LIMITED, 429, "rate_limit_exceeded"]]) {
    await check(`a full service is its retry error with a ${status} inside, after ${ATTEMPTS} attempts`, () =>
        whileFull(url, ATTEMPTS, async () => {
            const error = await refused(ask({ model: model(url, KEY) }), RetryError);
            assert.deepEqual([error.reason, error.errors.length], ["maxRetriesExceeded", ATTEMPTS]);
            assert.ok(APICallError.isInstance(error.lastError));
            assert.deepEqual([error.lastError.statusCode, error.lastError.data.error.code], [status, code]);
        }));
}
await check("maxRetries: 0 asks once", () =>
    whileFull(KEYED, 1, () => refused(ask({ model: model(KEYED, KEY), maxRetries: 0 }), APICallError)));
await check("its retry waits as Retry-After says and succeeds", () =>
    freedSoon(KEYED, async () => typed(await ask({ model: model(KEYED, KEY) }))));
