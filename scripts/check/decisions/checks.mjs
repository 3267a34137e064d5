// What the JavaScript programs share: the three services, one line per check, and what every answer must satisfy.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const environment = (name) => process.env[`DECISIONS_${name}`];

// KEYED and LIMITED need KEY and have a few slots; when these are taken, KEYED answers 503 and LIMITED 429.
export const [OPEN, KEYED, LIMITED, KEY] = ["OPEN", "KEYED", "LIMITED", "KEY"].map(environment);
const METRICS = { [KEYED]: environment("KEYED_METRICS"), [LIMITED]: environment("LIMITED_METRICS") };
/** The first attempt and two retries, the default of every client here but Google's, which tries two more times. */
export const ATTEMPTS = 3;
export const LISTED = ["auto", "english", "multilingual", "typed-decisions"];
export const OVER_2_MIB = "x".repeat(2 * 1024 * 1024 + 1);

export const samples = JSON.parse(readFileSync(new URL("samples.json", import.meta.url), "utf8"));

export const version = (name) =>
    JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8")).version;

/** Prints the outcome of `body` as one line; a failure does not prevent the next check from running. */
export async function check(client, name, body) {
    try {
        await body();
        console.log(`passed   ${client}: ${name}`);
    } catch (error) {
        const place = /\w+\.mjs:\d+/.exec(error.stack ?? "")?.[0];
        console.log(`failed   ${client}: ${name}: ${String(error).replaceAll("\n", " ")} at ${place}`);
        process.exitCode = 1;
    }
}

/** The error of `promise`, which must be a `kind`. */
export async function refused(promise, kind) {
    const error = await promise.then(() => assert.fail("it was answered"), (refusal) => refusal);
    assert.ok(error instanceof kind, `${error}`);
    return error;
}

/** Numbers of four decimals whose sum is 1, as far as the rounding of each allows. */
function distribution(p) {
    assert.ok(p.every((x) => x >= 0 && x <= 1), `${p}`);
    assert.ok(Math.abs(p.reduce((sum, x) => sum + x, 0) - 1) <= p.length * 0.5e-4 + 1e-9, `${p}`);
}

/** `p` holds pairs of a value and its probability. */
export function chosen(choice, p, confidence) {
    const all = p.map(([, x]) => x);
    const best = p.find(([value]) => value === choice)[1];
    distribution(all);
    assert.equal(best, Math.max(...all));
    assert.ok(Math.abs(confidence - (best - 1 / p.length) / (1 - 1 / p.length)) < 2e-4, `${confidence}`);
}

export function scored(score, p, confidence) {
    const sum = (of) => p.reduce((total, x, i) => total + of(x, i), 0);
    const mode = p.indexOf(Math.max(...p));
    const farthest = sum((_, i) => Math.abs(i - (p.length - 1) / 2)) / p.length;
    distribution(p);
    assert.ok(Math.abs(score - sum((x, i) => x * i)) <= (sum((_, i) => i) + 1) * 0.5e-4 + 1e-9, `${score}`);
    const spread = sum((x, i) => x * Math.abs(i - mode));
    assert.ok(Math.abs(confidence - Math.max(0, 1 - spread / farthest)) < 1e-3, `${confidence}`);
}

/** Fills all slots of a service with uploads that never send their body; returns a function that frees them. */
export async function takeAllSlots(url) {
    const port = new URL(url).port;
    const uploads = [];
    for (let slot = 0; slot < Number(environment("SLOTS")); slot++) {
        const upload = net.connect(port, "127.0.0.1");
        upload.write(
            `POST /v1/decisions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${KEY}\r\n` +
                "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n",
        );
        // The service asks for a body once its request is admitted.
        const [answer] = await once(upload, "data");
        assert.match(String(answer), / 100 /);
        uploads.push(upload);
    }
    return () => uploads.forEach((upload) => upload.destroy());
}

/** How many requests of a route the service refused because it was full. */
async function turnedAway(url, route) {
    const page = await fetch(`${METRICS[url]}/metrics`);
    assert.equal(page.status, 200);
    const wanted = [/^decision_requests_total\{/, new RegExp(`route="${route}"`), /outcome="busy"/];
    const ours = (await page.text()).split("\n").filter((line) => wanted.every((pattern) => pattern.test(line)));
    return ours.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

/** Runs `body` while all slots are taken: it must be refused exactly `attempts` times, a second apart. */
export async function whileFull(url, attempts, body, route = "decisions") {
    const before = await turnedAway(url, route);
    const release = await takeAllSlots(url);
    const started = performance.now();
    try {
        await body();
    } finally {
        release();
    }
    const took = performance.now() - started;
    let count = (await turnedAway(url, route)) - before;
    // A request is counted after its answer, so the last may come late.
    for (let waited = 0; count < attempts && waited < 100; waited++) {
        await pause(20);
        count = (await turnedAway(url, route)) - before;
    }
    assert.equal(count, attempts);
    // Without the header, the pauses of one client would be shorter, and those of the other six seconds in all.
    assert.ok(took >= 950 * (attempts - 1) && took < 5500, `${took} ms`);
}

/** Runs `body` while all slots are taken for 0.3 seconds: its retry must wait as Retry-After says. */
export async function freedSoon(url, body) {
    const release = await takeAllSlots(url);
    const started = performance.now();
    setTimeout(release, 300);
    await body();
    const took = performance.now() - started;
    assert.ok(took >= 950, `${took} ms`);
}
