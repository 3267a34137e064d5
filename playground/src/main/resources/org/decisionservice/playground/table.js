/** The same questions about every row of a table: asks in batches, shows what comes, and gives it back as CSV. */
import { byId, element, plural } from "./dom.js";
import { controlsOf, questionsOf } from "./draft.js";
import * as csv from "./csv.js";
import { STATE } from "./checked.js";
import * as alone from "./alone.js";
import * as given from "./given.js";
import * as labelling from "./labelling.js";
import * as labels from "./labels.js";
import * as plain from "./plain.js";
import * as service from "./service.js";
import * as words from "./words.js";

const ROWS_AT_ONCE = 16;
export const WHOLE_ROW = "*";

let shown = null;
let labelled = () => {};

/** Hears when somebody labels a row. */
export const onLabel = (hear) => (labelled = hear);

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
    const body = { states: some.map((index) => states[index]), questions, ...controls };
    const outcome = await service.patiently(service.BATCH, body, signal);
    if (outcome.kind === "answer") {
      const answered = outcome.body.results.map((result) => result.answers);
      const unread = outcome.body.results.map((result) => words.unread(words.added(result, "routing")));
      // The first rows show which questions were learned.
      const others = await alone.ask(service.BATCH, body, answered, from === 0, signal);
      answered.forEach((answers, index) => each(some[index], { answers, alone: others[index], unread: unread[index] }));
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
    if (outcome.kind === "answer") each(index, { answers: outcome.body.answers, unread: words.unread(words.added(outcome.body, "routing")) });
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

function cell(question, answer, label, other) {
  const isRight = label === undefined ? null : labels.right(question, answer, label);
  const made = element("td", {},
    element("span", { className: "value", textContent: words.brief(answer) }),
    element("span", { className: "sure", textContent: words.sure(answer) }),
    other ? element("span", { className: "alone soft", textContent: `alone: ${words.brief(other)}, ${words.sure(other)}` }) : null,
    isRight === null ? null : element("span", { className: isRight ? "right" : "wrong", textContent: isRight ? "right" : `labelled ${label}` }));
  made.dataset.sureness = words.sureness(answer);
  return made;
}

function fillRow(row, questions, outcome, labelOf) {
  row.className = outcome.fault ? "refused" : "";
  while (row.children.length > 2) row.lastChild.remove();
  if (outcome.fault) row.append(element("td", { colSpan: questions.length, className: "row-fault", textContent: outcome.fault }));
  else {
    row.children[1].replaceChildren(row.children[1].firstChild, ...(outcome.unread ? [element("span", { className: "unread-row", textContent: outcome.unread })] : []));
    const cells = questions.map(([name, question]) => cell(question, outcome.answers[name], labelOf(name), outcome.alone?.[name]));
    if (outcome.unread) for (const made of cells) made.dataset.unread = "";
    row.append(...cells);
  }
}

function frame(names, states) {
  const rows = states.map((state, index) => element("tr", {},
    element("th", { scope: "row", textContent: index + 1 }),
    element("td", { className: "state", textContent: short(state) }),
    ...names.map(() => element("td", { className: "pending", textContent: "…" }))));
  const head = element("tr", {}, ...["Row", "State", ...names].map((name) => element("th", { scope: "col", textContent: name })));
  const body = element("tbody", {}, ...rows);
  const table = element("table", { className: "rows", role: "grid" }, element("caption", { className: "unseen", textContent: "Answers by row" }), element("thead", {}, head), body);
  return { rows, body, view: element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Answers by row" }, table) };
}

/** The columns of the table with right answers. */
function choose(draft) {
  shown.columns = shown.names.map((name) => labels.columnOf(draft, shown.table, name));
}

/** The label of a row: the one that was given on this page, or that of its column. */
function labelOf(row, name) {
  const column = shown.columns[shown.names.indexOf(name)];
  return given.of(name, shown.states[row]) ?? (column < 0 ? undefined : shown.table.rows[row][column]);
}

function fill(row) {
  const { names, questions, outcomes } = shown;
  fillRow(shown.rows[row], names.map((name) => [name, questions[name]]), outcomes[row], (name) => labelOf(row, name));
}

/** Fills the rows that have answers once more, with their labels. */
function refill() {
  shown.outcomes.forEach((outcome, row) => {
    if (!outcome) return;
    fill(row);
    labelling.arrived(row);
  });
}

function give(row, name, label) {
  given.give(name, shown.states[row], label);
  // Other rows may have the same text.
  const text = JSON.stringify(shown.states[row]);
  shown.states.forEach((state, other) => {
    if (shown.outcomes[other] && JSON.stringify(state) === text) {
      fill(other);
      labelling.arrived(other);
    }
  });
  labelled();
}

/** Right answers are in other columns. Returns whether there are answers to compare them with. */
export function relabel(draft) {
  if (!shown) return false;
  choose(draft);
  refill();
  labelling.recount();
  return true;
}

/** Asks about the table of `draft` and shows the answers as they come. `progress` hears how many rows are done. */
export async function ask(draft, table, progress, signal) {
  const names = draft.questions.map(({ name }) => name.trim());
  const states = statesOf(draft, table);
  const questions = questionsOf(draft);
  const { rows, body, view } = frame(names, states);
  const outcomes = states.map(() => null);
  const download = element("button", { type: "button", id: "download", className: "quiet", textContent: "Download as CSV", onclick: save });
  const downloadLabels = element("button", { type: "button", id: "download-labels", className: "quiet", textContent: "Download the labels", hidden: true, onclick: saveLabels });
  byId("answers").replaceChildren(element("div", { className: "table-tools" }, element("p", { id: "table-says", className: "soft small" }),
    element("div", { className: "row" }, download, downloadLabels)), labelling.tools(), view);
  byId("how").hidden = true;
  byId("meaning").hidden = true;
  shown = { draft, table, names, questions, states, rows, body, outcomes, labelOf, give };
  choose(draft);
  labelling.begin(shown);
  let done = 0;
  const began = performance.now();
  const ended = await run(draft, states, (index, outcome) => {
    outcomes[index] = outcome;
    fill(index);
    labelling.arrived(index);
    progress(++done, states.length);
  }, signal);
  const faults = outcomes.filter((outcome) => outcome?.fault).length;
  byId("table-says").textContent = `${plural(done - faults, "row")} answered${faults ? `, ${faults} refused` : ""}${done < states.length ? `, ${states.length - done} not asked` : ""}`;
  return { ...ended, seconds: (performance.now() - began) / 1000, rows: done };
}

/** For each question, how it is asked and the confidence, whether it is right, and the state, of the rows whose label can be read. */
export function judged() {
  const found = {};
  const states = shown ? statesOf(shown.draft, shown.table) : [];
  const questions = shown ? questionsOf(shown.draft) : {};
  shown?.names.forEach((name) => {
    const rows = shown.outcomes.flatMap((outcome, index) => {
      const isRight = outcome?.answers && labels.right(questions[name], outcome.answers[name], labelOf(index, name) ?? "");
      return typeof isRight === "boolean" ? [[words.sureness(outcome.answers[name]), isRight, states[index]]] : [];
    });
    found[name] = { question: questions[name], rows };
  });
  return found;
}

/** The table with its answers and their probabilities, as rows of cells. */
function sheet({ draft, table, names, outcomes }) {
  const first = outcomes.find((outcome) => outcome?.answers)?.answers;
  const options = (name) => (first ? words.distribution(first[name]).map(([label]) => label) : []);
  const head = [...table.columns, ...names.flatMap((name) => [name, `${name}: on this answer`, ...options(name).map((label) => `${name}: ${label}`)]), "error"];
  // Whoever sorts the sheet has to see which answers mean nothing.
  const notes = outcomes.some((outcome) => outcome?.unread) ? (outcome) => [outcome?.unread ?? ""] : () => [];
  if (notes().length) head.push("note");
  const cells = (outcome) => names.flatMap((name) => {
    const answer = outcome?.answers?.[name];
    return answer
      ? [words.brief(answer), words.sureness(answer), ...words.distribution(answer).map(([, p]) => Number(p.toFixed(4)))]
      : ["", "", ...options(name).map(() => "")];
  });
  return [head, ...table.rows.map((row, index) => [...row, ...cells(outcomes[index]), outcomes[index]?.fault ?? (outcomes[index] ? "" : "not asked"), ...notes(outcomes[index])])];
}

function offer(text, type, download) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const save = () => offer(csv.write(sheet(shown)), "text/csv", "answers.csv");

function saveLabels() {
  const { min_confidence, ...controls } = controlsOf(shown.draft);
  offer(labelling.lines(controls), "application/jsonl", "labels.jsonl");
}

export function forget() {
  shown = null;
  labelling.forget();
  byId("finder").hidden = true;
}
