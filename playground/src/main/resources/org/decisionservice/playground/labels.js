/** Right answers that a table brings along, and the threshold that they support. */
import { byId, element, plural } from "./dom.js";
import * as checked from "./checked.js";
import * as gold from "./gold.js";
import * as service from "./service.js";
import * as words from "./words.js";

/** Chosen for a question whose right answers are not in the table. */
export const NOT_LABELLED = "-";

/** Whether `answer` to `question` is what `label` says: true or false; null if the label is blank, for none, or no option. */
export function right(question, answer, label) {
  const wanted = indexOf(question, label);
  return wanted === null ? null : isOption(question, answer, wanted);
}

/** Whether `answer` to `question` is its option `wanted`. */
export function isOption(question, answer, wanted) {
  if (question.type === "choice") return words.top(answer) === String(Object.keys(question.criteria)[wanted]);
  if (question.type === "noul") return (wanted === 1) === answer.noul >= 0.5;
  const probabilities = words.distribution(answer).map(([, p]) => p);
  return probabilities.indexOf(Math.max(...probabilities)) === wanted;
}

/** The index of the option that a label names; null if it names none. */
export function indexOf(question, label) {
  try {
    return gold.index("", question, label);
  } catch {
    // counted and said beside the table
    return null;
  }
}

/** The index of the column with the right answers to `question`: the one that was chosen if it is there, or the one of its name; -1 if none. */
export function columnOf(draft, { columns, names }, question) {
  const chosen = draft.labels.find(([name]) => name === question)?.[1];
  if (chosen === NOT_LABELLED || columns.includes(chosen)) return columns.indexOf(chosen);
  try {
    return checked.find(names, question);
  } catch {
    // two of the name: whoever asks chooses
    return -1;
  }
}

/** What is labelled and what is not, and in `faults` what does not count, in words. */
export function describe(draft, table, questions, state) {
  const columns = {};
  const faults = [];
  for (const [id, { criteria, type }] of Object.entries(questions)) {
    // not finished yet
    if (type !== "noul" && !Object.keys(criteria).length) continue;
    columns[id] = columnOf(draft, table, id);
    try {
      if (columns[id] < 0 && !draft.labels.some(([name]) => name === id)) checked.find(table.names, id);
    } catch (fault) {
      faults.push(`${fault.words}, or choose the one with the right answers below.`);
    }
  }
  const found = checked.check(table, questions, columns, state);
  for (const { first, count } of found.faults.values()) {
    faults.push(`${first.words}. ${count > 1 ? `It and ${(count - 1).toLocaleString("en")} more like it do` : "It does"} not count.`);
  }
  return { said: Object.values(columns).some((column) => column >= 0) ? checked.said(found) : "", faults };
}

/** With fewer labels, a share in percents would claim more than is known. */
const LEAST_FOR_PERCENTS = 100;

/** Rounded down, because it is a promise. */
const atLeast = (share) => `${share < 0.99 ? Math.floor(100 * share) : Math.floor(1000 * share) / 10} %`;

/** Why there is no threshold, and what would make one. */
function why(found, labels, accuracy) {
  if (!labels) return "The service has learned from all of these labels, so none is left to judge it by. Label other rows.";
  const { bound, threshold, coverage } = found.highest;
  const most = bound > 0 ? `These labels can promise ${atLeast(bound)} at most${threshold ? `, for the ${words.percent(coverage)} of the answers at ${words.limit(threshold)} or above` : ""}.` : "No answer is right.";
  const more = found.labels
    ? `A promise of ${words.limit(accuracy)} takes about ${Math.max(found.labels, labels + 1).toLocaleString("en")} labels: label more rows, or ask for less.`
    : `More labels do not help, because too few of even the surest answers are right. Ask for less than ${words.limit(accuracy)}, word the question better, or learn from the labels.`;
  return `No threshold: ${most[0].toLowerCase()}${most.slice(1)} ${more}`;
}

function line(question, judged, accuracy, outcome, use) {
  const head = element("h3", { textContent: question });
  const hits = judged.filter(([, isRight]) => isRight).length;
  const share = judged.length < LEAST_FOR_PERCENTS ? "" : `, ${words.percent(hits / judged.length)}`;
  const seen = element("p", { className: "soft small", textContent: `Right here: ${hits.toLocaleString("en")} of ${plural(judged.length, "labelled answer")}${share}.` });
  if (outcome.kind !== "answer") {
    const fault = outcome.kind === "silence" ? "The service did not answer." : outcome.status === 404 ? "A proxy in front of this service does not let the page look for thresholds." : outcome.text;
    return element("div", { className: "found" }, head, seen, element("p", { className: "fault", textContent: fault }));
  }
  const found = outcome.body;
  if (found.left_out) seen.textContent += ` ${plural(found.left_out, "row")} ${found.left_out === 1 ? "is" : "are"} left out, because the service learned from ${found.left_out === 1 ? "it" : "them"}.`;
  if (found.threshold === null) {
    return element("div", { className: "found" }, head, seen, element("p", { textContent: why(found, judged.length - (found.left_out ?? 0), accuracy) }));
  }
  const rule = found.threshold === 0 ? "Nothing has to be held back" : `Hold back below ${words.limit(found.threshold)}`;
  return element("div", { className: "found" }, head, seen,
    element("p", {}, element("b", { textContent: rule }),
      `: ${words.percent(found.coverage)} of the answers count, and ${words.percent(found.accuracy)} of these are right here. Of new answers that count, at least ${atLeast(found.bound)} will be right; 95 of 100 such promises hold.`),
    element("button", { type: "button", className: "quiet", textContent: "Use it", ariaLabel: `Use it: the threshold that was found for ${question}`, onclick: () => use(found.threshold) }));
}

/** With more, the states of a table are not sent for the sake of a threshold. */
const MOST_BYTES = 1 << 20;
const TOO_LONG = "The service has learned from labels, and this table is too long for the page to find out from which of its rows. Download it as CSV and run ./serve evaluate, which leaves such rows out.";

/** Looks for the threshold of each question: `judged` has its rows, each with confidence, right and state. */
export async function find(judged, accuracy, use, signal) {
  const questions = Object.entries(judged).filter(([, { rows }]) => rows.length);
  byId("finder").hidden = !questions.length;
  if (!questions.length) return;
  if (!(accuracy > 0 && accuracy < 1)) {
    byId("found").replaceChildren(element("p", { className: "fault", textContent: "Enter a share between 0 and 100 %." }));
    return;
  }
  const lines = [];
  const learned = (await service.offers())?.learned;
  if (signal.aborted) return;
  for (const [name, { question, rows }] of questions) {
    const body = { accuracy, confidence: rows.map(([confidence]) => confidence), right: rows.map(([, isRight]) => isRight) };
    if (learned) Object.assign(body, { question, states: rows.map(([, , state]) => (typeof state === "string" ? state : JSON.stringify(state))) });
    const long = new Blob([JSON.stringify(body)]).size > MOST_BYTES;
    const outcome = long ? { kind: "refusal", text: TOO_LONG } : await service.patiently(service.THRESHOLD, body, signal);
    if (signal.aborted) return;
    lines.push(line(name, rows, accuracy, outcome, use));
  }
  byId("found").replaceChildren(...lines);
}
