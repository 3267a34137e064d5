/** Right answers that a table brings along, and the threshold that they support. */
import { byId, element } from "./dom.js";
import * as service from "./service.js";
import * as words from "./words.js";

const YES = ["yes", "true", "1", "y"];
const NO = ["no", "false", "0", "n"];
const plain = (text) => String(text).trim().toLowerCase();

/** Whether `answer` is what `label` says: true or false; null if the label is blank or none of the options. */
export function right(answer, label) {
  const text = plain(label);
  if (!text) return null;
  if (answer.type === "noul") {
    if (!YES.includes(text) && !NO.includes(text)) return null;
    return YES.includes(text) === answer.noul >= 0.5;
  }
  const options = words.distribution(answer).map(([option]) => plain(option));
  const wanted = options.includes(text) ? text : answer.type === "score" && /^\d+$/.test(text) ? options[Number(text)] : undefined;
  return wanted === undefined ? null : plain(words.top(answer)) === wanted;
}

/** The column with the right answers to `question`: the one that was chosen, or the one of its name; undefined if none. */
export function columnOf(draft, columns, question) {
  const chosen = draft.labels.find(([name]) => name === question)?.[1];
  if (chosen !== undefined) return columns.includes(chosen) ? chosen : undefined;
  return columns.find((column) => plain(column) === plain(question));
}

const tenths = (share) => `${(100 * share).toFixed(1)} %`;

function line(question, judged, outcome, use) {
  const head = element("h3", { textContent: question });
  const hits = judged.filter(([, isRight]) => isRight).length;
  const seen = element("p", { className: "soft small", textContent: `${tenths(hits / judged.length)} of ${judged.length.toLocaleString("en")} labelled rows are right.` });
  if (outcome.kind !== "answer") {
    const why = outcome.kind === "silence" ? "The service did not answer." : outcome.status === 404 ? "What is in front of this service does not let the page look for thresholds." : outcome.text;
    return element("div", { className: "found" }, head, seen, element("p", { className: "fault", textContent: why }));
  }
  const found = outcome.body;
  if (found.threshold === null) {
    return element("div", { className: "found" }, head, seen, element("p", { textContent: "No threshold that so few labels support: ask for less, or label more rows." }));
  }
  const rule = found.threshold === 0 ? "Nothing has to be held back" : `Hold back below ${found.threshold}`;
  return element("div", { className: "found" }, head, seen,
    element("p", {}, element("b", { textContent: rule }),
      `: ${tenths(found.coverage)} of the answers count, ${tenths(found.accuracy)} of them are right here, and at least ${tenths(found.bound)} of new ones, with 95 % confidence.`),
    element("button", { type: "button", className: "quiet", textContent: "Use it", ariaLabel: `Use this threshold, found for ${question}`, onclick: () => use(found.threshold) }));
}

/** Looks for the threshold of each question: `judged` has pairs of confidence and right by question. */
export async function find(judged, accuracy, use, signal) {
  const questions = Object.entries(judged).filter(([, rows]) => rows.length);
  byId("finder").hidden = !questions.length;
  if (!questions.length) return;
  if (!(accuracy > 0 && accuracy < 1)) {
    byId("found").replaceChildren(element("p", { className: "fault", textContent: "A share between 0 and 100 %." }));
    return;
  }
  const lines = [];
  for (const [question, rows] of questions) {
    const body = { accuracy, confidence: rows.map(([confidence]) => confidence), right: rows.map(([, isRight]) => isRight) };
    const outcome = await service.patiently(service.THRESHOLD, body, signal);
    if (signal.aborted) return;
    lines.push(line(question, rows, outcome, use));
  }
  byId("found").replaceChildren(...lines);
}
