/** The same questions about every row of a table: shows the answers as they come. */
import { byId, element, plural } from "./dom.js";
import { controlsOf, questionsOf } from "./draft.js";
import * as batches from "./batches.js";
import { STATE } from "./checked.js";
import * as given from "./given.js";
import * as labelling from "./labelling.js";
import * as labels from "./labels.js";
import * as learn from "./learn.js";
import * as plain from "./plain.js";
import * as sheet from "./sheet.js";
import * as words from "./words.js";

export const WHOLE_ROW = "*";

let shown = null;
let heard = () => {};

/** Hears when somebody labels a row. */
export const onLabel = (hear) => (heard = hear);

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

/** For each row of `table` that has a label which can be read: the state, and in `gold` the option by question. */
export function labelled(draft, table) {
  const questions = questionsOf(draft);
  const columns = Object.fromEntries(Object.keys(questions).map((name) => [name, labels.columnOf(draft, table, name)]));
  return statesOf(draft, table).map((state, row) => {
    const read = Object.entries(questions).map(([name, question]) => [name, labels.indexOf(question, given.of(name, state) ?? table.rows[row][columns[name]] ?? "")]);
    return { state, gold: plain.byName(read.filter(([, option]) => option !== null)) };
  }).filter(({ gold }) => Object.keys(gold).length);
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
  heard();
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
    element("div", { className: "row" }, download, downloadLabels)), ...labelling.tools(), view);
  byId("how").hidden = true;
  byId("meaning").hidden = true;
  const handed = (row, number) => given.of(names[number], states[row]);
  shown = { draft, table, names, questions, states, rows, body, outcomes, labelOf, give, handed };
  choose(draft);
  labelling.begin(shown);
  learn.begin(labelLines, labelling);
  let done = 0;
  const began = performance.now();
  const ended = await batches.ask(states, { questions, ...controlsOf(draft) }, (index, outcome) => {
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

const save = () => sheet.save(shown);

function labelLines() {
  const { min_confidence, ...controls } = controlsOf(shown.draft);
  return labelling.lines(controls);
}

const saveLabels = () => sheet.offer(labelLines(), "application/jsonl", "labels.jsonl");

export function forget() {
  shown = null;
  labelling.forget();
  learn.forget();
  byId("finder").hidden = true;
}
