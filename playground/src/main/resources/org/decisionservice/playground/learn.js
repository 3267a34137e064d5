/** Has the service learn from the labels of the table, where it may, and offers what it learned. */
import { byId, element, jump } from "./dom.js";
import * as service from "./service.js";
import * as sheet from "./sheet.js";
import * as words from "./words.js";

/** The commands' `Learner.java` learns from no fewer. */
export const LEAST = 10;
/** The service takes no longer body. */
const MOST_BYTES = 2 << 20;
const TOO_LONG = "These labels are too long for the page, which sends at most 2 MiB. Download them and run ./serve learn.";
const CHANGED = "The labels have changed since. Learn again to count them.";

/** Gives the labels as lines of JSON. */
let lines = null;
/** Tells which rows these are of, and goes to one. */
let table = null;
let running = new AbortController();
/** The labels that were learned from last; null if none were. */
let taught = null;
let offered = false;
/** Labels of the question that has most. */
let most = 0;

export const isOffered = () => offered;

export function jumpThere(event) {
  event.preventDefault();
  jump(byId("learner-title"));
}

/** Begins with another table, whose labels `labelLines` gives, of rows that `labelling` knows. */
export function begin(labelLines, labelling) {
  forget();
  lines = labelLines;
  table = labelling;
}

export function forget() {
  running.abort();
  lines = null;
  taught = null;
  offered = false;
  byId("learner").hidden = true;
  idle("");
  byId("learned").replaceChildren();
}

/** The question with most labels has this `number`. */
export async function offer(number) {
  most = number;
  const learns = (await service.offers())?.learns === true;
  offered = learns && lines !== null && most >= LEAST;
  byId("learner").hidden = !offered;
  if (offered && taught !== null && byId("learning").hidden) byId("learning-says").textContent = lines() === taught ? "" : CHANGED;
}

function idle(says) {
  byId("learn").disabled = false;
  byId("learning").hidden = true;
  byId("learning-says").textContent = says;
  // A hidden button keeps no focus.
  if (document.activeElement === byId("stop-learning")) byId("learn").focus();
  byId("stop-learning").hidden = true;
}

async function learn() {
  const text = lines();
  const rows = table.labelledRows();
  byId("learned").replaceChildren();
  taught = null;
  if (new Blob([text]).size > MOST_BYTES) return idle(TOO_LONG);
  const accuracy = byId("accuracy").valueAsNumber / 100;
  if (!(accuracy > 0 && accuracy < 1)) return idle("Enter above which share of the answers should be right, between 0 and 100 %.");
  running = new AbortController();
  const { signal } = running;
  byId("stop-learning").hidden = false;
  byId("stop-learning").focus();
  byId("learn").disabled = true;
  byId("learning").hidden = false;
  byId("learning-says").textContent = "Learning from the labels …";
  const outcome = await service.send(`${service.LEARN}?accuracy=${accuracy}`, text, "application/jsonl", signal);
  if (signal.aborted) return;
  if (outcome.kind !== "answer") return idle(fault(outcome));
  taught = text;
  byId("learned").replaceChildren(...outcome.body.questions.map((question) => lesson(question, outcome.body.learned && words.limit(accuracy), rows)), ...files(outcome.body));
  idle(said(outcome.body));
  jump(byId("learner-title"));
}

const fault = (outcome) => (outcome.kind === "silence" ? "The service did not answer. Learn again." : outcome.text);

/** In one sentence, for whoever hears the page. */
function said({ questions }) {
  const learned = questions.filter((question) => question.learned);
  return learned.length ? `Learned ${learned.length} of ${questions.length === 1 ? "1 question" : `${questions.length} questions`}.` : "Nothing was learned, so there is nothing to download.";
}

/** What the labels of a question taught, in the words of ./serve learn. */
const lesson = ({ question, result, outcome, threshold, outlook, suspects }, wanted, rows) => element("div", { className: "found" },
  element("h3", { textContent: question }),
  element("p", {}, element("b", { textContent: result }), `; ${outcome}.`),
  wanted ? element("p", { textContent: `For ${wanted} right answers: ${threshold}.` }) : null,
  outlook ? element("p", { className: "soft small", textContent: outlook }) : null,
  ...(suspects.length ? doubts(question, suspects, rows) : []));

/** The labels that the others contradict, by row. */
const doubts = (question, suspects, rows) => [
  element("p", { className: "small", textContent: suspects.length === 1 ? "Look at this label, which the others contradict:" : "Look at these labels, which the others contradict, first at those above:" }),
  element("ul", { className: "doubts small" }, ...suspects.map(({ line, label, others, percent }) => element("li", {},
    element("button", { type: "button", className: "quiet", textContent: `Row ${rows[line - 1] + 1}`, onclick: () => table.show(rows[line - 1], question) }),
    ` is labelled ${label}; the others say ${others} (${percent} %)`)))];

const bytes = ({ base64 }) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const button = (id, textContent, file, type) => element("button", { type: "button", id, className: "quiet", textContent, onclick: () => sheet.offer(bytes(file), type, file.name) });

/** The files, and how a service is given them. */
function files({ learned, thresholds, setting }) {
  if (!learned) return [];
  return [element("div", { className: "found" },
    element("h3", { textContent: "Use it" }),
    element("div", { className: "row" },
      button("download-learned", "Download what was learned", learned, "application/octet-stream"),
      thresholds ? button("download-thresholds", "Download the thresholds", thresholds, "application/json") : null),
    element("p", {}, `Put ${thresholds ? "both files" : "the file"} where the service is started, and start it with this setting:`),
    element("pre", { className: "setting", tabIndex: 0, role: "region", ariaLabel: "The setting" }, element("code", {}, ...setting.split(/(?<=,)/).flatMap((part) => [part, element("wbr")]))),
    element("p", { className: "soft small", textContent: `It then answers the same questions as learned${thresholds ? ", and says which answers are surer than their threshold" : ""}. Until then its answers stay as they are.` }))];
}

byId("learn").addEventListener("click", learn);
byId("stop-learning").addEventListener("click", () => {
  running.abort();
  idle("Stopped.");
});
