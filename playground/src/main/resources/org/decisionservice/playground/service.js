/** The service behind the page. Whatever happens to a request is a value: an answer, a refusal, or silence. */
import { byId } from "./dom.js";

const at = (path) => new URL(path, document.baseURI).href;
export const DECISION = at("../v1/systemone");
export const BATCH = at("../v1/systemone/batch");
/** OpenAI's clients append the route to it. */
export const OPENAI_BASE = at("../v1");
export const THRESHOLD = at("try/threshold");
export const LEARN = at("try/learn");
const DESCRIPTION = at("../openapi.json");
const QUESTION_SETS = at("../v1/question-sets");

const authorization = () => (byId("key").value ? { Authorization: `Bearer ${byId("key").value}` } : {});

/** The words of a refusal in each contract's form, and the path to what they are about where the form has one. */
function refusal(response, body) {
  const detail = body?.detail ?? body?.error;
  const list = Array.isArray(detail) ? detail : [];
  const text = typeof detail === "string" ? detail : (detail?.message ?? list.map((entry) => entry.msg).join("; "));
  return { kind: "refusal", status: response.status, text: text || response.statusText, path: list[0]?.loc ?? [], wait: Number(response.headers.get("Retry-After")) || 0 };
}

/** Posts `body`; `signal` ends it, and then it is as if it had not been asked. */
export const post = (url, body, signal) => send(url, JSON.stringify(body), "application/json", signal);

/** The same of a text of another type. */
export async function send(url, text, type, signal) {
  try {
    const headers = { "Content-Type": type, ...authorization() };
    const response = await fetch(url, { method: "POST", headers, body: text, signal });
    const answered = await response.json().catch(() => null);
    if (response.ok && answered) {
      const time = response.headers.get("X-Inference-Time-Ms");
      return { kind: "answer", body: answered, milliseconds: time === null ? null : Number(time) };
    }
    // What answers without JSON is something in front of the service.
    return response.ok ? { kind: "silence" } : refusal(response, answered);
  } catch (error) {
    return { kind: error.name === "AbortError" ? "ended" : "silence" };
  }
}

/** As `post`, but a busy service is asked again a few times. */
export async function patiently(url, body, signal) {
  for (let attempt = 1; ; attempt++) {
    const outcome = await post(url, body, signal);
    if (outcome.kind !== "refusal" || !outcome.wait || attempt === 5) return outcome;
    await new Promise((resume) => setTimeout(resume, 1000 * Math.min(outcome.wait, 5)));
    if (signal.aborted) return { kind: "ended" };
  }
}

let described = false;
let offered = null;

/**
 * What this service has beside the routes of this page: `decisions`, the route of OpenAI's clients, `sets`, whether it has
 * question sets, `explains`, whether it says what answers depend on, `learned`, whether it has files that labels made, and `learns`, whether it learns from labels of this page; null as long as it does not say. A service with a key describes itself only to whoever has it, so
 * every answer is a reason to ask again.
 */
export async function offers() {
  if (described) return offered;
  try {
    const response = await fetch(DESCRIPTION, { headers: authorization() });
    described = response.status !== 401;
    const { paths, components, "x-page-learns": learns } = await response.json();
    offered = { decisions: "/v1/decisions" in paths, sets: "/v1/question-sets" in paths, explains: Boolean(components.schemas.DecisionRequest?.properties?.explain), learned: Object.values(components.schemas).some(({ properties }) => properties && "learned" in properties), learns: learns === true };
  } catch {
    // something in front of the service may keep the description back
  }
  return offered;
}

/** The question sets; none if they cannot be had. */
export async function questionSets() {
  try {
    const response = await fetch(QUESTION_SETS, { headers: authorization() });
    return response.ok ? (await response.json()).question_sets : [];
  } catch {
    return [];
  }
}
