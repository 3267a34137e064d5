/** The same questions about every row of a table: asks in batches, shows what comes, and gives it back as CSV. */
import { byId, element, plural } from "./dom.js";
import { controlsOf, questionsOf } from "./draft.js";
import * as csv from "./csv.js";
import { STATE } from "./checked.js";
import * as labels from "./labels.js";
import * as plain from "./plain.js";
import * as service from "./service.js";
import * as words from "./words.js";

const ROWS_AT_ONCE = 16;
export const WHOLE_ROW = "*";

let shown = null;

const meanLength = (rows, index) => rows.reduce((sum, row) => sum + row[index].length, 0);

/** The column that is asked about: the chosen one, the one named state, or else the one with the most text; `*` is the whole row. */
export function columnOf(draft, { columns, names, rows }) {
  if (draft.column === WHOLE_ROW || columns.includes(draft.column)) return draft.column;
  const named = names.findIndex((name) => plain.lower(name) === STATE);
  if (named >= 0) return columns[named];
  return columns.reduce((best, name, index) => (meanLength(rows, index) > meanLength(rows, columns.indexOf(best)) ? name : best), columns[0]);
}

/** The state of every row. A row as a document has no right answers in it. */
export function statesOf(draft, table) {
  const column = columnOf(draft, table);
  if (column !== WHOLE_ROW) return table.rows.map((row) => plain.strip(row[table.columns.indexOf(column)]));
  const hidden = draft.questions.map(({ name }) => labels.columnOf(draft, table, name.trim()));
  return table.rows.map((row) => Object.fromEntries(table.columns.map((name, index) => [name, row[index]]).filter((_, index) => !hidden.includes(index))));
}

const isBlank = (state) => (typeof state === "string" ? !state.trim() : Object.values(state).every((value) => !value.trim()));

/** Asks about every row. `each` gets the index of a row, and its answers or what is wrong with it. Returns what ended it. */
async function run(draft, states, each, signal) {
  const questions = questionsOf(draft);
  const controls = controlsOf(draft);
  const wanted = states.map((_, index) => index).filter((index) => !isBlank(states[index]) || each(index, { fault: "This row is empty." }));
  for (let from = 0; from < wanted.length; from += ROWS_AT_ONCE) {
    const some = wanted.slice(from, from + ROWS_AT_ONCE);
    const outcome = await service.patiently(service.BATCH, { states: some.map((index) => states[index]), questions, ...controls }, signal);
    if (outcome.kind === "answer") {
      outcome.body.results.forEach((result, index) => each(some[index], { answers: result.answers }));
      continue;
    }
    const ended = outcome.kind !== "refusal" || outcome.status === 401 ? outcome : await oneByOne(some, states, { questions, ...controls }, each, signal);
    if (ended) return ended;
  }
  return { kind: "answer" };
}

/** A batch is refused as a whole, so its rows are asked alone, to tell which one it was. A fault that no state has ends it. */
async function oneByOne(some, states, rest, each, signal) {
  for (const index of some) {
    const outcome = await service.patiently(service.DECISION, { state: states[index], ...rest }, signal);
    if (outcome.kind === "answer") each(index, { answers: outcome.body.answers });
    else if (outcome.kind === "refusal" && /^'?state\b/.test(outcome.text)) each(index, { fault: outcome.text });
    else return outcome;
  }
  return null;
}

// ---- what is shown

const short = (state) => {
  const text = typeof state === "string" ? state : JSON.stringify(state);
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
};

function cell(question, answer, label) {
  const isRight = label === undefined ? null : labels.right(question, answer, label);
  const made = element("td", {},
    element("span", { className: "value", textContent: words.brief(answer) }),
    element("span", { className: "sure", textContent: words.whole(words.sureness(answer)) }),
    isRight === null ? null : element("span", { className: isRight ? "right" : "wrong", textContent: isRight ? "right" : `not ${label}` }));
  made.dataset.sureness = words.sureness(answer);
  return made;
}

function fillRow(row, questions, outcome, labelOf) {
  row.className = outcome.fault ? "refused" : "";
  while (row.children.length > 2) row.lastChild.remove();
  if (outcome.fault) row.append(element("td", { colSpan: questions.length, className: "row-fault", textContent: outcome.fault }));
  else row.append(...questions.map(([name, question]) => cell(question, outcome.answers[name], labelOf(name))));
}

function frame(names, states) {
  const rows = states.map((state, index) => element("tr", {},
    element("th", { scope: "row", textContent: index + 1 }),
    element("td", { className: "state", textContent: short(state) }),
    ...names.map(() => element("td", { className: "pending", textContent: "…" }))));
  const head = element("tr", {}, ...["Row", "State", ...names].map((name) => element("th", { scope: "col", textContent: name })));
  const table = element("table", { className: "rows" }, element("caption", { className: "unseen", textContent: "Answers by row" }), element("thead", {}, head), element("tbody", {}, ...rows));
  return { rows, view: element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Answers by row" }, table) };
}

/** Asks about the table of `draft` and shows the answers as they come. `progress` hears how many rows are done. */
export async function ask(draft, table, progress, signal) {
  const names = draft.questions.map(({ name }) => name.trim());
  const states = statesOf(draft, table);
  const questions = questionsOf(draft);
  const columns = names.map((name) => labels.columnOf(draft, table, name));
  const { rows, view } = frame(names, states);
  const outcomes = states.map(() => null);
  const download = element("button", { type: "button", id: "download", className: "quiet", textContent: "Download as CSV", onclick: save });
  byId("answers").replaceChildren(element("div", { className: "table-tools" }, element("p", { id: "table-says", className: "soft small" }), download), view);
  byId("how").hidden = true;
  byId("meaning").hidden = true;
  shown = { draft, table, names, columns, outcomes };
  let done = 0;
  const began = performance.now();
  const ended = await run(draft, states, (index, outcome) => {
    outcomes[index] = outcome;
    fillRow(rows[index], names.map((name) => [name, questions[name]]), outcome, (name) => (columns[names.indexOf(name)] < 0 ? undefined : table.rows[index][columns[names.indexOf(name)]]));
    progress(++done, states.length);
  }, signal);
  const faults = outcomes.filter((outcome) => outcome?.fault).length;
  byId("table-says").textContent = `${plural(done - faults, "row")} answered${faults ? `, ${faults} refused` : ""}${done < states.length ? `, ${states.length - done} not asked` : ""}`;
  return { ...ended, seconds: (performance.now() - began) / 1000, rows: done };
}

/** For each question the pairs of confidence and right, of the rows whose label can be read. */
export function judged() {
  const pairs = {};
  const questions = shown ? questionsOf(shown.draft) : {};
  shown?.names.forEach((name, number) => {
    pairs[name] = shown.columns[number] < 0 ? [] : shown.outcomes.flatMap((outcome, index) => {
      const isRight = outcome?.answers && labels.right(questions[name], outcome.answers[name], shown.table.rows[index][shown.columns[number]]);
      return typeof isRight === "boolean" ? [[words.sureness(outcome.answers[name]), isRight]] : [];
    });
  });
  return pairs;
}

/** The table with its answers and their probabilities, as rows of cells. */
function sheet({ draft, table, names, outcomes }) {
  const first = outcomes.find((outcome) => outcome?.answers)?.answers;
  const options = (name) => (first ? words.distribution(first[name]).map(([label]) => label) : []);
  const head = [...table.columns, ...names.flatMap((name) => [name, `${name}: on this answer`, ...options(name).map((label) => `${name}: ${label}`)]), "error"];
  const cells = (outcome) => names.flatMap((name) => {
    const answer = outcome?.answers?.[name];
    return answer
      ? [words.brief(answer), words.sureness(answer), ...words.distribution(answer).map(([, p]) => Number(p.toFixed(4)))]
      : ["", "", ...options(name).map(() => "")];
  });
  return [head, ...table.rows.map((row, index) => [...row, ...cells(outcomes[index]), outcomes[index]?.fault ?? (outcomes[index] ? "" : "not asked")])];
}

function save() {
  const url = URL.createObjectURL(new Blob([csv.write(sheet(shown))], { type: "text/csv" }));
  element("a", { href: url, download: "answers.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function forget() {
  shown = null;
  byId("finder").hidden = true;
}
