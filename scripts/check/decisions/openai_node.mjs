// openai, the official JavaScript client, unmodified.
import assert from "node:assert/strict";
import OpenAI, {
    APIError, AuthenticationError, BadRequestError, InternalServerError, NotFoundError, RateLimitError,
} from "openai";
import {
    ATTEMPTS, check as checkOf, chosen, freedSoon, KEY, KEYED, LIMITED, LISTED, OPEN, OVER_2_MIB, refused, samples,
    scored, version, whileFull,
} from "./checks.mjs";

const NAME = `openai (npm) ${version("openai")}`;
const check = (name, body) => checkOf(NAME, name, body);
const { ticket, questions, conversation } = samples;
const ask = { model: "gpt-6-luna", input: ticket, questions };
const client = (url = OPEN, apiKey = "any", options = {}) => new OpenAI({ baseURL: `${url}/v1`, apiKey, ...options });

function typed(decision, model = "english") {
    const [refund, queue, twice, urgency] = decision.answers;
    assert.deepEqual(decision.answers.map(({ type }) => type), ["predicate", "choice", "choice", "score"]);
    assert.deepEqual(decision.answers.map(({ name }) => name), ["refund", "queue", null, "urgency"]);
    assert.equal(decision.model, model);
    assert.ok(decision._request_id);
    assert.ok(refund.probability > 0.5 && refund.probability <= 1);
    assert.equal(queue.choice, "billing");
    assert.deepEqual(queue.probabilities.map(({ value }) => value), ["billing", "technical", "shipping"]);
    assert.equal(typeof twice.choice, "boolean");
    assert.deepEqual(twice.probabilities.map(({ value }) => value), [true, false]);
    for (const { choice, probabilities, confidence } of [queue, twice]) {
        chosen(choice, probabilities.map(({ value, probability }) => [value, probability]), confidence);
    }
    const levels = [[0, "calm"], [1, "firm"], [2, "angry"], [3, "furious"]];
    assert.deepEqual(urgency.probabilities.map(({ value, label }) => [value, label]), levels);
    scored(urgency.score, urgency.probabilities.map(({ probability }) => probability), urgency.confidence);
    const { input_tokens, ...rest } = decision.usage;
    assert.ok(input_tokens > 0);
    assert.deepEqual(rest, {
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input_tokens,
    });
}

await check("predicate, choice, boolean choice and score", async () => {
    typed(await client().decisions.create(ask));
});
await check("a conversation with a tool call and an input_json part", async () => {
    typed(await client().decisions.create({ ...ask, input: conversation }));
});
await check("a custom tool call and instructions with JSON", async () => {
    const input = [
        { role: "user", content: ticket },
        { type: "custom_tool_call", call_id: "call_1", name: "sql", namespace: "shop", input: "select * from payments" },
        { type: "custom_tool_call_output", call_id: "call_1", output: [{ type: "input_text", text: "2 rows" }] },
        { role: "assistant", content: [{ type: "output_text", text: "You were charged twice." }], phase: "final_answer" },
    ];
    const instructions = [
        { type: "input_text", text: "Is a payment over this limit?" },
        { type: "input_json", data: { limit_eur: 100 } },
    ];
    const asked = [{ type: "predicate", instructions }];
    const { answers } = await client().decisions.create({ ...ask, input, questions: asked });
    assert.deepEqual(Object.keys(answers[0]), ["type", "name", "probability"]);
});
await check("its own options, and the request id of the caller", async () => {
    const caching = { prompt_cache_key: "tenant-42", prompt_cache_options: { mode: "implicit", ttl: "30m" } };
    const options = { ...ask, ...caching, safety_identifier: "user-123" };
    const headers = { "X-Request-Id": "decisions-check-2" };
    const { data, response, request_id } = await client().decisions.create(options, { headers }).withResponse();
    typed(data);
    assert.equal(request_id, "decisions-check-2");
    assert.match(response.headers.get("content-type"), /^application\/json/);
});
await check("a pinned model says so", async () => {
    typed(await client().decisions.create({ ...ask, model: "multilingual" }), "multilingual");
});

const content = [
    { type: "input_text", text: ticket },
    { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" },
];
const repeated = { type: "choice", instructions: "Which?", choices: [{ value: "a" }, { value: "a" }] };
for (const [name, change, code, param] of [
    ["no questions", { questions: [] }, "empty_array", "questions"],
    ["questions of /v1/systemone", { questions: { refund: { type: "noul" } } }, "invalid_type", "questions"],
    ["a repeated choice", { questions: [repeated] }, "invalid_value", "questions[0].choices[1].value"],
    ["an image", { input: [{ role: "user", content }] }, "unsupported_content", "input[0].content[1]"],
    ["a state over the limit", { input: "x".repeat(50_001) }, "context_length_exceeded", "input"],
    ["streaming", { stream: true }, "unsupported_parameter", "stream"],
]) {
    await check(`${name}: a typed 400 with code and param`, async () => {
        const error = await refused(client().decisions.create({ ...ask, ...change }), BadRequestError);
        assert.deepEqual([error.status, error.code, error.param, error.type], [400, code, param, "invalid_request_error"]);
        assert.ok(error.error.message.startsWith(`'${param}'`), error.message);
        assert.ok(error.requestID);
    });
}

await check("the right key", async () => typed(await client(KEYED, KEY).decisions.create(ask)));
await check("a wrong key is its authentication error", async () => {
    const error = await refused(client(KEYED, "wrong").decisions.create(ask), AuthenticationError);
    assert.deepEqual([error.status, error.code, error.type], [401, "invalid_api_key", "invalid_request_error"]);
});
await check("an unknown model of models.retrieve is its not-found error", async () => {
    const error = await refused(client().models.retrieve("gpt-6-luna"), NotFoundError);
    assert.equal(error.code, "model_not_found");
    assert.match(error.message, /gpt-6-luna/);
});
await check("an unknown path is its not-found error", async () => {
    assert.equal((await refused(client().get("/decisions/decision_1"), NotFoundError)).code, "not_found");
    await refused(client().embeddings.create({ model: "any", input: ticket }), NotFoundError);
});
await check("a body over 2 MiB is a 413 with its code", async () => {
    const error = await refused(client().decisions.create({ ...ask, input: OVER_2_MIB }), APIError);
    assert.deepEqual([error.status, error.code], [413, "request_too_large"]);
});

for (const [url, kind, status, code, type] of [
    [KEYED, InternalServerError, 503, "server_overloaded", "server_error"],
    [LIMITED, RateLimitError, 429, "rate_limit_exceeded", "rate_limit_error"],
]) {
    await check(`a full service is a ${status} of its own class, after ${ATTEMPTS} attempts`, () =>
        whileFull(url, ATTEMPTS, async () => {
            const error = await refused(client(url, KEY).decisions.create(ask), kind);
            assert.deepEqual([error.status, error.code, error.type], [status, code, type]);
            assert.equal(error.headers.get("retry-after"), "1");
        }));
}
await check("maxRetries: 0 asks once", () =>
    whileFull(KEYED, 1, () => refused(client(KEYED, KEY, { maxRetries: 0 }).decisions.create(ask), InternalServerError)));
await check("its retry waits as Retry-After says and succeeds", () =>
    freedSoon(KEYED, async () => typed(await client(KEYED, KEY).decisions.create(ask))));

await check("models.list, and every listed model answers", async () => {
    const listed = [];
    for await (const model of client().models.list()) {
        listed.push(model);
    }
    assert.deepEqual(listed.map(({ id }) => id), LISTED);
    for (const model of listed) {
        assert.deepEqual([model.object, model.owned_by], ["model", "decision-service"]);
        assert.ok(Number.isInteger(model.created));
        const { id, created } = await client().models.retrieve(model.id);
        assert.deepEqual([id, created], [model.id, model.created]);
        typed(await client().decisions.create({ ...ask, model: id }), id === "auto" ? "english" : id);
    }
});
