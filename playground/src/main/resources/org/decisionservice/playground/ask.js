/** Asks what is on the page, in the way of its mode, and keeps the answers apart from what they no longer answer. */
import { byId, element, jump, plural } from "./dom.js";
import { controlsOf, questionsOf } from "./draft.js";
import * as alone from "./alone.js";
import * as answers from "./answers.js";
import * as compare from "./compare.js";
import * as faults from "./faults.js";
import * as form from "./form.js";
import * as labels from "./labels.js";
import * as service from "./service.js";
import * as table from "./table.js";
import * as why from "./why.js";
import * as words from "./words.js";

const PAUSE_BEFORE_FINDING_MS = 600;

let running = new AbortController();
let finding = new AbortController();
let shown = false;

/** The request of a draft; one with a table asks about its first row. */
export function request(draft, side = "a") {
  const rows = draft.mode === "table" ? form.tableOf(draft) : null;
  const state = rows ? (rows.rows.length ? table.statesOf(draft, rows)[0] : "") : (form.stateOf(draft).value ?? draft.state);
  return { state, questions: questionsOf(draft, side), ...controlsOf(draft, side) };
}

// ---- whether the answers are those to what is on the page

const busy = (on) => byId("answers").setAttribute("aria-busy", String(on));

/** Marks the answers as older than the request. */
export function outdate(why) {
  if (!shown) return;
  byId("answers").classList.add("stale");
  byId("status").textContent = why;
  summarize("");
}

function freshen(status, ...inShort) {
  shown = true;
  byId("answers").classList.remove("stale");
  byId("status").textContent = status;
  summarize(...inShort);
}

/** Takes the answers away. */
export function clear(text) {
  running.abort();
  finding.abort();
  byId("progress").hidden = true;
  shown = false;
  table.forget();
  byId("answers").classList.remove("stale");
  byId("status").textContent = "";
  answers.clear(text);
  summarize("");
  problem(null);
}

let summary = ["", ""];

/** What a small screen shows of the answers beside the button: `short` where there is no room for `text`. */
function summarize(text, short = text) {
  const link = byId("jump");
  summary = [text, short];
  link.hidden = !text;
  link.textContent = text;
  if (link.scrollWidth > link.clientWidth) link.textContent = short;
}

addEventListener("resize", () => summarize(...summary));

function problem(title, text, field) {
  const box = byId("problem");
  box.hidden = title === null;
  box.replaceChildren();
  if (title === null) return;
  box.append(element("b", { textContent: title }), text);
  if (field) box.append(" ", element("button", { type: "button", className: "quiet", textContent: "Show where", onclick: () => jump(field) }));
}

// ---- the threshold, which needs no new answer

export function gate() {
  const threshold = Number(byId("threshold").value);
  const { held, of, unread } = answers.gate(threshold);
  const value = threshold ? words.limit(threshold) : "off";
  byId("threshold-value").textContent = value;
  byId("threshold").setAttribute("aria-valuetext", value);
  const says = !threshold
    ? (unread ? "Nothing is held back." : "Every answer counts, even an unsure one.")
    : !of
      ? "Answers below this percentage are held back."
      : held
        ? `${held} of ${plural(of, "answer")} ${held === 1 ? "is held back: it is" : "are held back: they are"} below ${value}.`
        : `${unread ? "None is held back" : `All ${of} count`}: no answer is below ${value}.`;
  const but = ` ${plural(unread, "answer")} ${unread === 1 ? "is" : "are"} about a text that the service did not understand; the slider does not notice that.`;
  byId("threshold-says").textContent = says + (unread ? but : "");
}

// ---- the three ways to ask

const took = (milliseconds) => (milliseconds === null ? "" : ` in ${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString("en")} ms`);
const brief = (response) => Object.values(response.answers).map(words.brief).join(" · ");

async function one(draft, signal, deliberate) {
  const body = request(draft);
  const outcome = await service.post(service.DECISION, body, signal);
  if (outcome.kind !== "answer" || signal.aborted) return outcome;
  answers.show(outcome.body);
  alone.ask(service.DECISION, body, [outcome.body.answers], deliberate, signal).then(([others]) => {
    if (!signal.aborted) answers.compare(others);
  });
  why.offer(body, signal);
  const count = plural(Object.keys(outcome.body.answers).length, "answer");
  const unread = words.unread(words.added(outcome.body, "routing"));
  freshen(count + took(outcome.milliseconds), unread ? "not understood" : brief(outcome.body), count);
  return outcome;
}

async function sideBySide(draft, signal) {
  const outcomes = await Promise.all(["a", "b"].map(async (side) => ({ side, ...await service.patiently(service.DECISION, request(draft, side), signal) })));
  const failed = outcomes.find((outcome) => outcome.kind !== "answer");
  if (failed || signal.aborted) return failed ?? { kind: "ended" };
  const differing = compare.show(draft, outcomes.map((outcome) => outcome.body));
  const count = plural(draft.questions.length, "answer");
  const says = differing ? `${differing} of ${count} ${differing === 1 ? "differs" : "differ"}` : `${count}, none differs`;
  freshen(says, says, differing ? `${differing} differ${differing === 1 ? "s" : ""}` : "none differs");
  return outcomes[0];
}

async function rows(draft, signal) {
  const progress = (done, all) => {
    byId("done").max = all;
    byId("done").value = done;
    byId("status").textContent = `${done.toLocaleString("en")} of ${plural(all, "row")}`;
    gate();
  };
  byId("progress").hidden = false;
  clearTimeout(waiting);
  finding.abort();
  byId("finder").hidden = true;
  freshen("", "The table");
  const outcome = await table.ask(draft, form.tableOf(draft), progress, signal);
  byId("progress").hidden = true;
  byId("status").textContent = outcome.kind === "ended" ? `Stopped after ${plural(outcome.rows, "row")}` : `${plural(outcome.rows, "row")} in ${outcome.seconds.toFixed(1)} s`;
  summarize(byId("status").textContent);
  findThreshold();
  return outcome;
}

/** Looks for the threshold that the labels of the table support. */
export function findThreshold() {
  const use = (threshold) => {
    form.setThreshold(threshold);
    byId("threshold").dispatchEvent(new Event("input", { bubbles: true }));
    jump(byId("answers-title"));
  };
  finding.abort();
  finding = new AbortController();
  labels.find(table.judged(), byId("accuracy").valueAsNumber / 100, use, finding.signal);
}

let waiting;

/** The same once nobody has labelled a row for a moment. */
export function findThresholdSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(findThreshold, PAUSE_BEFORE_FINDING_MS);
}

/** Other columns hold the right answers. */
export function relabel(draft) {
  if (table.relabel(draft)) findThresholdSoon();
}

const WAYS = { one, compare: sideBySide, table: rows };

/** Stops what is asked. */
export const stop = () => running.abort();

/** Asks, and returns whether the service answered. `deliberate` says that somebody pressed the button, and moves to what is missing. */
export async function ask(draft, deliberate) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  problem(null);
  const field = faults.show(form.faults(draft));
  if (field) {
    outdate("These answers belong to an earlier request");
    if (!shown) answers.clear("Nothing has been asked yet.");
    if (deliberate) jump(field);
    return false;
  }
  if (draft.mode === "compare" && compare.alike(draft)) {
    clear("Both sides ask the same. For B, choose another checkpoint, or word a question or an option differently.");
    return false;
  }
  outdate("Asking …");
  busy(true);
  const outcome = await WAYS[draft.mode](draft, signal, deliberate);
  if (signal !== running.signal) return false;
  busy(false);
  if (outcome.kind === "answer") gate();
  else if (outcome.kind !== "ended") failed(draft, outcome);
  return outcome.kind === "answer";
}

function failed(draft, outcome) {
  outdate(draft.mode === "table" ? "Not finished" : "These answers belong to an earlier request");
  if (!shown) answers.clear("There are no answers.");
  if (outcome.kind === "silence") {
    problem("The service did not answer", "The service may have stopped, or the network is down. Ask again.");
    return;
  }
  if (outcome.status === 401) {
    byId("key-panel").hidden = false;
    problem("This service asks for an API key", outcome.text);
    jump(byId("key"));
    return;
  }
  const field = faults.fieldOf(outcome, draft.mode);
  if (field) faults.show([{ field, text: outcome.text }]);
  problem(`Refused with status ${outcome.status}`, outcome.text, field);
}
