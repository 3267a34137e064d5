/** The form: fields in the page on one side, a draft on the other. */
import { byId, element, plural } from "./dom.js";
import { CSV, clean, controlsOf, questionsOf } from "./draft.js";
import * as csv from "./csv.js";
import * as given from "./given.js";
import * as labels from "./labels.js";
import * as questions from "./questions.js";
import * as sheets from "./sheet.js";
import * as state from "./state.js";
import * as table from "./table.js";

const MODELS = [["", "the router chooses"], ["english", "english"], ["multilingual", "multilingual"], ["typed-decisions", "typed-decisions"]];
const TEXTS = ["state", "lang", "csv"];

let asText = false;
let column = "";
/** How the table's file is written; blank if it is as this page would write it. */
let encoding = "";
/** The name of the table's file; blank if its text was pasted or edited. */
let file = "";
let refused = "";
let chosen = [];

for (const select of document.querySelectorAll(".models")) select.replaceChildren(...MODELS.map(([value, textContent]) => element("option", { value, textContent })));

export const mode = () => document.querySelector("[name=mode]:checked").value;

/** What is on the page. */
export function read() {
  const compared = mode() === "compare";
  return clean({
    mode: mode(),
    ...Object.fromEntries(TEXTS.map((name) => [name, byId(name).value])),
    asText,
    questions: questions.read(),
    model: byId(compared ? "model-a" : "model").value,
    other: byId("model-b").value,
    window: byId("max_len").value,
    threshold: Number(byId("threshold").value),
    encoding,
    file,
    column,
    labels: chosen,
    given: given.list(),
  });
}

/** Puts `draft` on the page. */
export function fill(draft) {
  refused = "";
  for (const name of TEXTS) byId(name).value = draft[name];
  ({ asText, column, encoding, file, labels: chosen } = draft);
  given.fill(draft.given ?? []);
  questions.show(draft.questions);
  byId("model").value = byId("model-a").value = draft.model;
  byId("model-b").value = draft.other;
  for (const select of document.querySelectorAll(".models")) if (select.selectedIndex < 0) select.value = "";
  byId("max_len").value = draft.window;
  setThreshold(draft.threshold);
  document.querySelector(`[name=mode][value=${draft.mode}]`).checked = true;
}

/** Sets the slider. A threshold that labels support may lie between two of its steps. */
export function setThreshold(threshold) {
  const slider = byId("threshold");
  slider.step = Number.isInteger(Math.round(1000 * threshold) / 10) ? 0.01 : 0.001;
  slider.value = threshold;
}

byId("csv").addEventListener("input", () => (file = ""));

/** Takes a text that begins like JSON for a text. */
export function takeAsText() {
  asText = true;
}

export const stateOf = (draft) => state.read(draft.state, draft.asText);

let parsed = { text: null, header: null, read: null };

/** The table of a draft. */
export function tableOf({ csv: text }) {
  const header = byId("header").checked;
  if (parsed.text !== text || parsed.header !== header) parsed = { text, header, read: csv.parse(text, header) };
  return parsed.read;
}

/** Says at the table that a file cannot be used, until there is another table. */
export function refuse(text) {
  refused = text;
  describe(read());
}

/** The command that answers the file of the table itself; null if it says less than the page would ask, which requests do not. */
function ofFile(draft, read) {
  const column = table.columnOf(draft, read);
  return file && byId("header").checked && column !== table.WHOLE_ROW && read.names.includes(column) && !Object.keys(controlsOf(draft)).length ? sheets.command(file, column) : null;
}

/** Saves what the command takes that answers all rows, also those over the limit: the questions of a file, or the requests. */
export function saveRest(draft) {
  const read = tableOf(draft);
  if (ofFile(draft, read)) sheets.saveQuestions(draft);
  else sheets.saveRequests(draft, table.statesOf(draft, { ...read, rows: read.sheet.rows }));
}

function describeRest(draft, read) {
  const { rows, more } = read;
  byId("csv-beyond").hidden = !more;
  if (!more) return;
  const command = ofFile(draft, read);
  const saved = command ? "the questions" : "the requests";
  byId("csv-more").textContent = `This page asks about the first ${csv.MOST_ROWS.toLocaleString("en")} of ${(rows.length + more).toLocaleString("en")} rows. To ask about all of them, download ${saved} and run `;
  byId("csv-command").textContent = command ?? "./serve answer requests.jsonl answers.jsonl";
  byId("csv-rest").textContent = `Download ${saved}`;
}

/** Says what the state or the table is, and offers what depends on it. */
export function describe(draft) {
  byId("main").dataset.mode = draft.mode;
  if (!/^\s*[{[]/.test(draft.state)) asText = false;
  const read = stateOf(draft);
  byId("state-kind").textContent = state.describe(read);
  byId("broken").hidden = read.kind !== "broken";
  byId("broken-text").textContent = read.kind === "broken" ? `This looks like JSON, but it is not complete: ${read.place}. Complete it, or ` : "";
  byId("state").setAttribute("aria-describedby", read.kind === "broken" ? "state-kind broken-text" : "state-kind");
  if (draft.mode === "table") describeTable(draft);
}

function describeTable(draft) {
  const read = tableOf(draft);
  const { columns, rows, left } = read;
  const parts = [plural(rows.length, "row"), plural(columns.length, "column")];
  if (left) parts.push(`${left.toLocaleString("en")} more columns are not read, because the page takes ${csv.MOST_COLUMNS}`);
  describeRest(draft, read);
  if (draft.csv) refused = "";
  byId("csv-kind").textContent = draft.csv && !read.fault ? parts.join(", ") : `A table may have ${csv.MOST_ROWS.toLocaleString("en")} rows. The page asks about each row on its own.`;
  byId("csv-columns").hidden = byId("labels").hidden = !rows.length;
  const column = rows.length ? table.columnOf(draft, read) : "";
  const labelled = rows.length ? labels.describe(draft, read, questionsOf(draft), columns.indexOf(column)) : { said: "", faults: [] };
  const wrong = read.fault ? [`This table cannot be read: ${read.fault.words}.`] : refused ? [refused] : labelled.faults;
  if (byId("csv").value.length > CSV) wrong.unshift(`The page reads only the first ${CSV.toLocaleString("en")} characters and cuts the rest off.`);
  byId("csv-faults").hidden = !wrong.length;
  byId("csv-faults").replaceChildren(...wrong.map((text) => element("span", { textContent: text })));
  byId("labels-said").textContent = labelled.said;
  if (!rows.length) return;
  offer(byId("column"), [...columns.map((name) => [name, name]), [table.WHOLE_ROW, "the whole row, as a document"]], column);
  describeLabels(draft, read);
}

let described = "";

/** Rebuilt only when it has to be, so that a select keeps the focus. */
function describeLabels(draft, read) {
  const { columns } = read;
  const names = draft.questions.map(({ name }) => name.trim());
  const now = JSON.stringify([names, columns, chosen]);
  if (now === described) return;
  described = now;
  const selects = byId("label-columns");
  while (selects.children.length > names.length) selects.lastChild.remove();
  names.forEach((name, number) => {
    const id = `label-${number}`;
    if (!byId(id)) selects.append(element("p", {}, element("label", { htmlFor: id }), element("select", { id, oninput: () => chooseLabel(number) })));
    selects.children[number].querySelector("label").textContent = name || "(no name)";
    offer(byId(id), [[labels.NOT_LABELLED, "not in the table"], ...columns.map((column) => [column, column])], columns[labels.columnOf(draft, read, name)] ?? labels.NOT_LABELLED);
  });
}

function chooseLabel(number) {
  const name = questions.read()[number].name.trim();
  chosen = [...chosen.filter(([question]) => question !== name), [name, byId(`label-${number}`).value]];
}

/** Fills a select, if it offers something else. */
function offer(select, options, value) {
  const before = [...select.options].map((option) => [option.value, option.textContent]);
  if (JSON.stringify(before) !== JSON.stringify(options)) select.replaceChildren(...options.map(([value, textContent]) => element("option", { value, textContent })));
  select.value = value;
}

// Heard before the form hears it, which reads the draft.
byId("column").addEventListener("input", () => {
  column = byId("column").value;
});

/** What stands in the way of asking, by field. */
export function faults(draft) {
  const found = questions.faults();
  const window = byId("max_len");
  if (window.validity.badInput) found.push({ field: window, text: "Enter a whole number of tokens." });
  if (draft.mode === "table") {
    const read = tableOf(draft);
    if (read.fault) found.unshift({ field: byId("csv"), text: "" });
    else if (!read.rows.length) found.unshift({ field: byId("csv"), text: refused ? "" : "Paste a table, or open a file." });
  } else if (stateOf(draft).kind === "broken") {
    found.unshift({ field: byId("state"), text: "" });
  } else if (!draft.state.trim()) {
    found.unshift({ field: byId("state"), text: "Write a state." });
  }
  return found;
}
