// @typesafe-ai/sdk, the official JavaScript client, unmodified.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { setTimeout } from "node:timers/promises";
import {
    APIError, AuthenticationError, BadRequestError, choice, InternalServerError, NotFoundError, noul, RateLimitError, score,
    TypeSafeClient, UnprocessableEntityError, VERSION,
} from "@typesafe-ai/sdk";

const { CLIENTS_DEFAULT: DEFAULT, CLIENTS_STRICT: STRICT, CLIENTS_KEYED: KEYED, CLIENTS_FULL: FULL, CLIENTS_KEY: KEY } = process.env;
const NAME = `@typesafe-ai/sdk ${VERSION}`;
const ticket = JSON.parse(readFileSync(new URL("ticket.json", import.meta.url), "utf8"));
const { queue, urgency, refund } = ticket.questions;
const questions = {
    queue: choice(queue.instructions, queue.criteria),
    urgency: score(urgency.instructions, urgency.criteria),
    refund: noul(refund.instructions, refund.criteria),
};
const short = { state: ticket.state, questions };
const long = { state: `${ticket.state}\n`.repeat(Math.ceil((10 * 1024) / ticket.state.length)), questions };

const client = (baseURL, apiKey = "any", options = {}) => new TypeSafeClient({ baseURL, apiKey, ...options });

/** Prints the outcome of `body` as one line; a failure does not prevent the next check from running. */
async function check(name, body) {
    try {
        await body();
        console.log(`passed   ${NAME}: ${name}`);
    } catch (error) {
        console.log(`failed   ${NAME}: ${name}: ${String(error).replaceAll("\n", " ")}`);
    }
}

/** The error of `promise`, which must be a `kind` whose message contains `text`. */
async function refused(promise, kind, status, text) {
    const error = await promise.then(() => assert.fail("it was answered"), (refusal) => refusal);
    assert.ok(error instanceof kind, `${error}`);
    assert.equal(error.status, status);
    assert.ok(error.message.includes(text), error.message);
    return error;
}

/** Checks that the client returns what the service sends without the client. */
async function agrees(result, url, state) {
    const body = JSON.stringify({ state, questions: ticket.questions });
    const headers = { Authorization: `Bearer ${KEY}` }; // ignored by a service without a key
    const sent = await (await fetch(`${url}/v1/systemone`, { method: "POST", body, headers })).json();
    assert.deepEqual(result.answers, sent.answers);
    assert.equal(result.model, sent.model);
    assert.equal(result.usage.input_tokens, sent.usage.input_tokens);
    assert.equal(result.answers.queue.choice, "billing");
    assert.ok(result.answers.refund.noul > 0.5);
    assert.deepEqual(Object.values(result.answers.urgency.legend), urgency.criteria);
}

/** An upload that holds a slot: the service asks for a body once its request is admitted, and this one never sends it. */
async function takeSlot(url, attempts = 50) {
    const port = new URL(url).port;
    const upload = net.connect(port, "127.0.0.1");
    upload.write(
        `POST /v1/systemone HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${KEY}\r\n` +
            "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n",
    );
    const [answer] = await once(upload, "data");
    if (/^HTTP\/1\.1 100 /.test(answer)) {
        return upload;
    }
    upload.destroy();
    // The service may not have seen yet that the callers of the check before this one are gone.
    assert.ok(attempts > 1, String(answer));
    await setTimeout(100);
    return takeSlot(url, attempts - 1);
}

/** Fills all slots of a service that needs a key; the result frees them. */
async function takeAllSlots(url = KEYED) {
    const uploads = [];
    for (let slot = 0; slot < Number(process.env.CLIENTS_KEYED_SLOTS); slot++) {
        uploads.push(await takeSlot(url));
    }
    return () => uploads.forEach((upload) => upload.destroy());
}

for (const [mode, url] of Object.entries({ default: DEFAULT, strict: STRICT })) {
    await check(`choice, score and noul, ${mode}`, async () => {
        await agrees(await client(url).systemOne(short), url, short.state);
    });
    await check(`10 KiB state, ${mode}`, async () => {
        await agrees(await client(url).systemOne(long), url, long.state);
    });
    await check(`a refused field is a typed 422 that names it, ${mode}`, () =>
        refused(client(url).systemOne({ ...short, min_confidence: 2 }), UnprocessableEntityError, 422, "min_confidence"));
    await check(`a state over the limit is a 413 that names it, ${mode}`, () =>
        refused(client(url).systemOne({ ...short, state: "x".repeat(50_001) }), APIError, 413, "50001"));
    await check(`so is a body that the service does not want to read, each of twenty times, ${mode}`, async () => {
        for (let i = 0; i < 20; i++) {
            await refused(client(url).systemOne({ ...short, state: "x".repeat(3_000_000) }), APIError, 413, "2097152");
        }
    });
    // GET /v1/models is part of the contract but not of this service's own interface; see below.
    await check(`models.list is a typed 404, ${mode}`, () =>
        refused(client(url).models.list(), NotFoundError, 404, "/v1/systemone"));
}

await check("the right key", async () => {
    const result = await client(KEYED, KEY).systemOne(short);
    await agrees(result, DEFAULT, short.state);
});
await check("a wrong key is its authentication error", () =>
    refused(client(KEYED, "wrong").systemOne(long), AuthenticationError, 401, "invalid or missing bearer token"));
await check("a full service is a 503 with Retry-After", async () => {
    const release = await takeAllSlots();
    try {
        const once = client(KEYED, KEY, { retry: { maxRetries: 0 } });
        const error = await refused(once.systemOne(short), InternalServerError, 503, "try again");
        assert.equal(error.headers.get("retry-after"), "1");
    } finally {
        release();
    }
});
await check("its own retry waits as Retry-After says and succeeds", async () => {
    const release = await takeAllSlots();
    const started = performance.now();
    void setTimeout(300).then(release);
    await agrees(await client(KEYED, KEY).systemOne(short), DEFAULT, short.state);
    // Without the header, the client's first pause would be at most half a second.
    assert.ok(performance.now() - started >= 950);
});

const whole = client(FULL, KEY);
await check("full: choice, score and noul", async () => {
    await agrees(await whole.systemOne(short), FULL, short.state);
});
await check("full: models.list, and every listed model answers", async () => {
    const models = await whole.models.list();
    assert.deepEqual(models.map((model) => model.name), ["jev-latest", "english", "multilingual", "typed-decisions"]);
    for (const { name, description, release_date } of models) {
        assert.ok(description);
        assert.match(release_date, /^\d{4}-\d{2}-\d{2}$/);
        assert.equal((await whole.systemOne({ ...short, model: name })).answers.queue.choice, "billing");
    }
});
await check("full: what is wrong is a typed 422 that says where, with the request id", async () => {
    const error = await refused(whole.systemOne({ ...short, min_confidence: 2 }), UnprocessableEntityError, 422, "min_confidence");
    assert.deepEqual(error.body.detail[0].loc, ["body", "min_confidence"]);
    assert.ok(error.requestId);
});
await check("full: too long a state is a bad request for its tokens", async () => {
    const error = await refused(whole.systemOne({ ...short, state: "x".repeat(50_001) }), BadRequestError, 400, "50001");
    assert.equal(error.body.detail.error_type, "max_tokens_exceeded");
});
await check("full: a wrong key is typed, for decisions and for models", async () => {
    const stranger = client(FULL, "wrong");
    // Called one after the other: if a second call were rejected while the first is awaited, the program would end.
    for (const call of [() => stranger.systemOne(short), () => stranger.models.list()]) {
        const error = await refused(call(), AuthenticationError, 401, "invalid or missing bearer token");
        assert.equal(error.body.detail.error_type, "authentication_error");
    }
});
await check("full: a full service is its rate limit error", async () => {
    const release = await takeAllSlots(FULL);
    try {
        const once = client(FULL, KEY, { retry: { maxRetries: 0 } });
        const error = await refused(once.systemOne(short), RateLimitError, 429, "try again");
        assert.equal(error.body.detail.error_type, "overloaded_error");
    } finally {
        release();
    }
});
