// @google/genai, Google's official JavaScript client, unmodified. It asks at /v1/decisions, where OpenAI's clients ask too.
import assert from "node:assert/strict";
import { GoogleGenAI } from "@google/genai";
import { check as checkOf, freedSoon, KEY, KEYED, LIMITED, OPEN, samples, version, whileFull } from "./checks.mjs";

const NAME = `@google/genai (npm) ${version("@google/genai")}`;
/** The first attempt and four retries. */
const ATTEMPTS = 5;
const check = (name, body) => checkOf(NAME, name, body);
const { ticket } = samples;
const levels = ["calm", "firm", "angry", "furious"];
const refund = { type: "noul", instructions: "The customer asks for money back." };
const criteria = { billing: "payments, invoices and refunds", technical: "errors, login and app problems", shipping: "" };
const questions = {
    refund,
    queue: { type: "choice", instructions: [{ type: "text", text: "Which team should handle this?" }], criteria },
    urgency: { type: "score", instructions: "How urgent is it?", criteria: levels },
};
const ask = { model: "models/gemini-decision-1", input: ticket, questions };
const client = (url = OPEN, apiKey = "any", options = {}) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url, ...options } });

function typed({ answers, usage }) {
    assert.deepEqual(Object.entries(answers).map(([id, { type }]) => [id, type]), [["refund", "noul"], ["queue", "choice"], ["urgency", "score"]]);
    const { noul, confidence } = answers.refund;
    assert.ok(noul > 0.5 && noul <= 0.99 && confidence === noul, `${noul}`);
    assert.equal(answers.queue.choice, "billing");
    assert.deepEqual(Object.keys(answers.queue.probabilities), Object.keys(criteria));
    assert.deepEqual(Object.values(answers.urgency.legend), levels);
    for (const { probabilities, confidence: largest } of [answers.queue, answers.urgency]) {
        const p = Object.values(probabilities);
        assert.ok(Math.abs(p.reduce((sum, x) => sum + x, 0) - 1) < 1e-3);
        assert.equal(largest, Math.max(...p));
    }
    const { total_input_tokens: tokens } = usage;
    assert.ok(tokens > 0);
    assert.deepEqual([usage.total_tokens, usage.total_output_tokens], [tokens, 0]);
    assert.deepEqual(usage.input_tokens_by_modality, [{ modality: "text", tokens }]);
}

/** The error of `promise`, which must have that class, status and word of Google's. Its classes are not exported. */
async function refused(promise, name, code, status) {
    const error = await promise.then(() => assert.fail("it was answered"), (refusal) => refusal);
    assert.deepEqual([error.name, error.status], [name, code], `${error}`);
    const body = error.error.error ?? error.error;
    assert.deepEqual([body.code, body.status], [code, status]);
    assert.ok(Array.isArray(body.details));
    return { ...body, headers: error.headers };
}

await check("a noul, a choice and a score, at the client's own version", async () => {
    const decision = await client().decisions.create(ask);
    typed(decision);
    assert.equal(decision.x_routing.model, "english");
});
await check("versions v1, v1beta and v1alpha give one answer", async () => {
    const { answers } = await client().decisions.create(ask);
    for (const api_version of ["v1", "v1beta", "v1alpha"]) {
        assert.deepEqual((await client().decisions.create({ ...ask, api_version })).answers, answers);
        assert.deepEqual((await client(OPEN, "any", { apiVersion: api_version }).decisions.create(ask)).answers, answers);
    }
});
await check("the digits of /v1/systemone", async () => {
    const { answers } = await client().decisions.create(ask);
    const asked = { ...questions, queue: { ...questions.queue, instructions: questions.queue.instructions[0].text } };
    const response = await fetch(`${OPEN}/v1/systemone`, { method: "POST", body: JSON.stringify({ state: ticket, questions: asked }) });
    const expected = (await response.json()).answers;
    assert.equal(answers.refund.noul, Math.min(Math.max(expected.refund.noul, 0.01), 0.99));
    assert.deepEqual(answers.queue.probabilities, expected.queue.probabilities);
    assert.deepEqual(answers.urgency.probabilities, expected.urgency.probabilities);
    assert.equal(answers.urgency.score, expected.urgency.score);
});
await check("several contents, a checkpoint by name and our controls beside its own members", async () => {
    const input = ticket.split(". ").map((text) => ({ type: "text", text }));
    const decision = await client().decisions.create({ ...ask, input, model: "models/multilingual", lang: "en", min_confidence: 0.999 });
    assert.equal(decision.x_routing.model, "multilingual");
    assert.equal(decision.answers.urgency.x_abstention, "abstained");
});
await check("eight concurrent decisions", async () => {
    (await Promise.all(Array.from({ length: 8 }, () => client().decisions.create(ask)))).forEach(typed);
});

for (const [name, change, says] of [
    ["no questions", { questions: {} }, "at least one"],
    ["an image", { input: [{ type: "image", data: "aGk=", mime_type: "image/png" }] }, "reads text"],
    ["an audio", { input: { type: "audio", data: "aGk=", mime_type: "audio/wav" } }, "reads text"],
    ["a single option", { questions: { q: { type: "choice", instructions: "Which?", criteria: { a: "" } } } }, "at least 2"],
    ["an input over the limit", { input: "x".repeat(50_001) }, "50001 > 50000"],
    ["a body over 2 MiB", { input: "x".repeat(2 * 1024 * 1024 + 1) }, "2097152"],
]) {
    await check(`${name}: a 400, INVALID_ARGUMENT, that says what to change`, async () => {
        const { message } = await refused(client().decisions.create({ ...ask, ...change }), "BadRequestError", 400, "INVALID_ARGUMENT");
        assert.ok(message.includes(says), message);
    });
}
await check("the right key, in the client's own header", async () => typed(await client(KEYED, KEY).decisions.create(ask)));
await check("a wrong key is a 401, UNAUTHENTICATED", () =>
    refused(client(KEYED, "wrong").decisions.create(ask), "AuthenticationError", 401, "UNAUTHENTICATED"));
await check("a page of another site is a 403, PERMISSION_DENIED", () => {
    const foreign = client(OPEN, "any", { headers: { Origin: "https://elsewhere.example" } });
    return refused(foreign.decisions.create(ask), "PermissionDeniedError", 403, "PERMISSION_DENIED");
});

for (const [url, name, status, word] of [
    [KEYED, "InternalServerError", 503, "UNAVAILABLE"],
    [LIMITED, "RateLimitError", 429, "RESOURCE_EXHAUSTED"],
]) {
    await check(`a full service is a ${status}, ${word}, after ${ATTEMPTS} attempts`, () =>
        whileFull(url, ATTEMPTS, async () => {
            const { headers } = await refused(client(url, KEY).decisions.create(ask), name, status, word);
            assert.equal(headers.get("retry-after"), "1");
        }, "gemini"));
    await check(`its retry after a ${status} waits as Retry-After says and succeeds`, () =>
        freedSoon(url, async () => typed(await client(url, KEY).decisions.create(ask))));
}
