/** Ties the parts of the playground together: form to request, request to answers, request to code. */
import { byId } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import * as answers from "./answers.js";
import * as code from "./code.js";
import { openaiJavascript, openaiPython } from "./decisions.js";
import * as questions from "./questions.js";

const DECISION = new URL("../v1/systemone", document.baseURI).href;
/** OpenAI's clients append the route to it. */
const OPENAI_BASE = new URL("../v1", document.baseURI).href;
const DESCRIPTION = new URL("../openapi.json", document.baseURI).href;
const PAUSE_BEFORE_ASKING_MS = 400;
const STATE_CHARACTERS = 50_000;

// ---- the request

/** An object or array is sent as a document, everything else as text. */
function state() {
  const text = byId("state").value;
  if (/^\s*[{[]/.test(text)) {
    try {
      return { value: JSON.parse(text), document: true };
    } catch {
      // a text may well begin with a brace
    }
  }
  return { value: text, document: false };
}

function request() {
  const threshold = Number(byId("threshold").value);
  const windowTokens = byId("max_len").valueAsNumber;
  return {
    state: state().value,
    questions: questions.read(),
    ...(byId("model").value && { model: byId("model").value }),
    ...(byId("lang").value.trim() && { lang: byId("lang").value.trim() }),
    ...(Number.isInteger(windowTokens) && { max_len: windowTokens }),
    ...(threshold > 0 && { min_confidence: threshold }),
  };
}

const missing = () => (byId("state").value.trim() ? questions.missing() : "Write a state.");

// ---- asking

const authorization = () => (byId("key").value ? { Authorization: `Bearer ${byId("key").value}` } : {});

let running = null;
let asked = 0;

async function ask() {
  const lacking = missing();
  problem(null);
  if (lacking) {
    running?.abort();
    answers.clear(lacking);
    byId("status").textContent = "";
    return;
  }
  running?.abort();
  running = new AbortController();
  const mine = ++asked;
  byId("answers").classList.add("stale");
  try {
    const headers = { "Content-Type": "application/json", ...authorization() };
    const response = await fetch(DECISION, { method: "POST", headers, body: JSON.stringify(request()), signal: running.signal });
    const body = await response.json();
    if (mine !== asked) return;
    if (response.ok) {
      answers.show(body);
      offerOpenai();
      const count = Object.keys(body.answers).length;
      const time = response.headers.get("X-Inference-Time-Ms");
      byId("status").textContent = `${count} ${count === 1 ? "answer" : "answers"}${time ? ` in ${Number(time).toFixed(1)} ms` : ""}`;
      gate();
    } else {
      refused(response, body);
    }
  } catch (error) {
    if (error.name !== "AbortError" && mine === asked) {
      problem("The service did not answer", "It may have been stopped, or the network is away. Ask again.");
    }
  } finally {
    if (mine === asked) byId("answers").classList.remove("stale");
  }
}

function refused(response, body) {
  if (response.status === 401) {
    byId("key-panel").hidden = false;
    byId("key").focus();
    rewrite();
  }
  const detail = body.detail;
  const text = typeof detail === "string" ? detail : detail?.message ?? detail?.map((entry) => entry.msg).join("; ") ?? "";
  answers.clear("No answers.");
  byId("status").textContent = "";
  problem(response.status === 401 ? "This service asks for an API key" : `Refused with status ${response.status}`, text);
}

function problem(title, text) {
  const box = byId("problem");
  box.hidden = title === null;
  box.replaceChildren();
  if (title !== null) {
    const strong = document.createElement("b");
    strong.textContent = title;
    box.append(strong, text);
  }
}

// ---- the threshold, which needs no new answer

function gate() {
  const threshold = Number(byId("threshold").value);
  const { held, of } = answers.gate(threshold);
  byId("threshold-value").textContent = threshold ? threshold.toFixed(2) : "off";
  byId("threshold").setAttribute("aria-valuetext", threshold ? threshold.toFixed(2) : "off");
  byId("threshold-says").textContent = !threshold
    ? "Every answer counts, however unsure."
    : !of
      ? "Holds an answer back when less than this share of the probability is on it."
      : held
        ? `${held} of ${of} would rather not say: less than ${threshold.toFixed(2)} is on the answer.`
        : `All ${of} clear it.`;
}

// ---- code

const FOR_OPENAI = { "openai-python": openaiPython, "openai-javascript": openaiJavascript };
let language = "curl";

function snippet() {
  const guarded = !byId("key-panel").hidden;
  const openai = FOR_OPENAI[language];
  return openai ? openai(OPENAI_BASE, request(), guarded) : code.write(language, DECISION, request(), guarded);
}

function rewrite() {
  byId("snippet").textContent = snippet();
  byId("copy").textContent = "Copy";
  byId("copied").textContent = "";
}

function choose(tab) {
  language = tab.dataset.language;
  for (const other of document.querySelectorAll("[role=tab]")) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  byId("code").setAttribute("aria-labelledby", tab.id);
  rewrite();
}

let described = false;

/**
 * Offers code for OpenAI's clients if this service has their route. A service with a key describes itself only to whoever
 * has it, so every answer is a reason to try again. Without the description, the page works as before.
 */
async function offerOpenai() {
  if (described) return;
  try {
    const response = await fetch(DESCRIPTION, { headers: authorization() });
    described = response.status !== 401;
    const { paths } = await response.json();
    for (const name of Object.keys(FOR_OPENAI)) byId(`tab-${name}`).hidden = !("/v1/decisions" in paths);
  } catch {
    // something in front of the service may keep the description back
  }
}

async function copy() {
  const text = byId("snippet").textContent;
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Browsers keep the clipboard from pages without TLS; selecting is what is left.
    getSelection().selectAllChildren(byId("snippet"));
    copied = document.execCommand("copy");
  }
  byId("copy").textContent = copied ? "Copied" : "Selected";
  byId("copied").textContent = copied ? "Copied." : "Selected: copy it with the keyboard.";
}

// ---- theme

const dark = matchMedia("(prefers-color-scheme: dark)");

function theme(chosen) {
  if (chosen) document.documentElement.dataset.theme = chosen;
  const isDark = (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  byId("theme").textContent = isDark ? "Light" : "Dark";
  byId("theme").setAttribute("aria-label", `Use the ${isDark ? "light" : "dark"} theme`);
  return isDark;
}

// ---- wiring

let timer;

function edited() {
  const { value, document: isDocument } = state();
  const count = isDocument ? JSON.stringify(value).length : value.length;
  byId("state-kind").textContent = `${isDocument ? "Sent as a JSON document" : "Sent as text"}, ${count.toLocaleString("en")} of ${STATE_CHARACTERS.toLocaleString("en")} characters`;
  rewrite();
  clearTimeout(timer);
  if (byId("live").checked) timer = setTimeout(ask, PAUSE_BEFORE_ASKING_MS);
}

function start(example) {
  byId("state").value = example.state;
  questions.show(example.questions);
  edited();
  if (!byId("live").checked) answers.clear("Not asked yet.");
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  ask();
});
byId("form").addEventListener("input", edited);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("form").requestSubmit();
});
for (const button of document.querySelectorAll("[data-example]")) {
  button.addEventListener("click", () => {
    start(EXAMPLES[button.dataset.example]);
    if (button.dataset.example === "empty") byId("state").focus();
  });
}
for (const button of document.querySelectorAll("[data-type].add")) button.addEventListener("click", () => questions.add(button.dataset.type));
questions.onChange(edited);
byId("threshold").addEventListener("input", () => {
  gate();
  rewrite();
});
const tabs = [...document.querySelectorAll("[role=tab]")];
for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const offered = tabs.filter((other) => !other.hidden);
      const next = offered[(offered.indexOf(tab) + step + offered.length) % offered.length];
      choose(next);
      next.focus();
    }
  });
}
byId("copy").addEventListener("click", copy);
byId("theme").addEventListener("click", () => theme(theme() ? "light" : "dark"));
dark.addEventListener("change", () => theme());

theme();
gate();
start(EXAMPLES.ticket);
offerOpenai();
