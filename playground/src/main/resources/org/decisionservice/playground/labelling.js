/** Labels by hand in the table of answers: keys 1 to 9 choose, the arrow keys or j and k move, and so does a pointer. */
import { byId, element, plural } from "./dom.js";
import * as gold from "./gold.js";
import * as labels from "./labels.js";
import * as learn from "./learn.js";
import { UNNAMED } from "./lines.js";
import * as words from "./words.js";

const MOST_KEYS = 9;
/** Below this an answer is unsure, unless the slider says otherwise. */
const UNSURE = 0.7;
const ENOUGH_TO_LEARN = 100;
const SHOWN = ["all", "wrong", "unsure", "unlabelled"];

/** The table that is labelled; null if none is shown. */
let sheet = null;
let at = { row: 0, question: 0 };

/** What a label of this option is written like, so that it can be read in one way only. */
const written = ({ type, criteria }, option) =>
  type === "noul" ? ["no", "yes"][option] : type === "score" ? `${option}: ${criteria[option]}` : Object.keys(criteria)[option];

/** The options in the order of their keys; a yes comes before a no, as it does on the page. */
const offered = (question) => (question.type === "noul" ? [1, 0] : Object.keys(question.criteria).map((_, option) => option));

const cellOf = (row, question) => sheet.rows[row]?.children[question + 2];
const canLabel = (row) => Boolean(sheet.outcomes[row]?.answers);
const visible = (row) => !sheet.rows[row].hidden && canLabel(row);
const nameOf = (question) => sheet.names[question];

function optionOf(row, question) {
  try {
    return gold.index("", sheet.questions[nameOf(question)], sheet.labelOf(row, nameOf(question)) ?? "");
  } catch {
    return null;
  }
}

// ---- where it is

function move(row, question, focus = true) {
  cellOf(at.row, at.question)?.setAttribute("tabindex", "-1");
  at = { row, question };
  const cell = cellOf(row, question);
  if (!cell) return;
  cell.tabIndex = 0;
  if (focus) {
    cell.focus({ preventScroll: true });
    // What is labelled lies below the buttons that label it, which stay in sight.
    document.documentElement.style.scrollPaddingTop = `${byId("labels-here").offsetHeight + 8}px`;
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    document.documentElement.style.scrollPaddingTop = "";
  }
  describe();
}

/** The next row in this direction that is shown; the same if there is none. */
function next(step, from = at.row) {
  for (let row = from + step; row >= 0 && row < sheet.rows.length; row += step) if (visible(row)) return row;
  return from;
}

function describe() {
  const question = sheet.questions[nameOf(at.question)];
  const chosen = optionOf(at.row, at.question);
  const options = offered(question);
  progress();
  byId("label-of").replaceChildren(`Row ${at.row + 1}, `, element("b", { textContent: nameOf(at.question) }), ": what is right?");
  const button = (option, key) => element("button", {
    type: "button", className: "quiet", ariaPressed: String(chosen === option), tabIndex: -1,
    onclick: () => label(option),
  }, key ? element("kbd", { textContent: key }) : null, ` ${gold.names(question)[option]}`);
  const more = options.slice(MOST_KEYS);
  byId("label-options").replaceChildren(
    ...options.slice(0, MOST_KEYS).map((option, index) => button(option, index + 1)),
    ...(more.length ? [element("select", { ariaLabel: "More options", onchange: (event) => event.target.value && label(Number(event.target.value)) },
      element("option", { value: "", textContent: `${more.length} more …` }),
      ...more.map((option) => element("option", { value: option, textContent: gold.names(question)[option], selected: chosen === option })))] : []),
    element("button", { type: "button", className: "quiet", tabIndex: -1, onclick: () => label(null) }, element("kbd", { textContent: "0" }), " no label"));
}

// ---- labels

function label(option) {
  if (!canLabel(at.row)) return;
  const question = sheet.questions[nameOf(at.question)];
  sheet.give(at.row, nameOf(at.question), option === null ? "" : written(question, option));
  byId("label-said").textContent = `Row ${at.row + 1}: ${option === null ? "no label" : written(question, option)}. ${count()}`;
  move(option === null ? at.row : next(1), at.question);
}

/** How many labels there are, and how many answers to them are right. */
function count() {
  const parts = sheet.names.map((name, number) => {
    const rows = sheet.rows.map((_, row) => row).filter((row) => canLabel(row) && optionOf(row, number) !== null);
    const right = (answers) => rows.filter((row) => labels.right(sheet.questions[name], answers(row)[name], sheet.labelOf(row, name))).length;
    const learned = rows.length && rows.every((row) => sheet.outcomes[row].alone?.[name]);
    const alone = learned ? ` (the checkpoint alone: ${right((row) => sheet.outcomes[row].alone)})` : "";
    return rows.length ? `${sheet.names.length > 1 ? `${name}: ` : ""}${plural(rows.length, "label")}, ${right((row) => sheet.outcomes[row].answers)} right${alone}` : "";
  }).filter(Boolean);
  return parts.length ? `${parts.join("; ")}.` : "";
}

const labelsOf = (number) => sheet.rows.filter((_, row) => canLabel(row) && optionOf(row, number) !== null).length;

/** How far the question that is labelled is on the way to enough labels. */
function progress() {
  const labels = labelsOf(at.question);
  byId("label-progress").value = labels;
  byId("label-progress-says").textContent = `${labels.toLocaleString("en")} of ${ENOUGH_TO_LEARN} labels${sheet.names.length > 1 ? ` of ${nameOf(at.question)}` : ""}`;
}

/** The labels of the question that has most. */
const mostLabels = () => Math.max(...sheet.names.map((_, number) => labelsOf(number)));

/** What the labels are good for now. */
function nextStep() {
  const most = mostLabels();
  if (most >= learn.LEAST && learn.isOffered()) return ["Next: have the service ", element("a", { href: "#learner-title", textContent: "learn from these labels", onclick: learn.jumpThere }), "."];
  return most < learn.LEAST
    ? [`Go on: the service needs at least ${learn.LEAST} labels of a question to learn from. Learning usually pays from ${ENOUGH_TO_LEARN} labels on.`]
    : ["Next: download the labels and run ", element("code", { textContent: "./serve learn labels.jsonl --out learned.safetensors" }),
      `. It says how many more answers would be right.${most < ENOUGH_TO_LEARN ? ` Learning usually pays from ${ENOUGH_TO_LEARN} labels on.` : ""}`];
}

/** What each labelled row is labelled: its number, and pairs of a question and an option. */
const labelled = () => sheet.rows.flatMap((_, row) => {
  const known = canLabel(row) ? sheet.names.map((name, number) => [name, optionOf(row, number)]).filter(([, option]) => option !== null) : [];
  return known.length ? [{ row, known }] : [];
});

/** The numbers of the rows that `lines` has, in its order. */
export const labelledRows = () => labelled().map(({ row }) => row);

/** Goes to the label of a row, which may be hidden. */
export function show(row, name) {
  if (sheet.rows[row].hidden) {
    byId("show").value = "all";
    filter();
  }
  const question = sheet.names.indexOf(name);
  move(row, question < 0 ? at.question : question);
}

/** The labels as lines of JSON, as the commands read them. */
export function lines(controls) {
  const found = [];
  labelled().forEach(({ row, known }) => {
    const state = sheet.states[row];
    const value = (name, option) => (sheet.questions[name].type === "noul" ? option === 1 : written(sheet.questions[name], option));
    const all = (of) => Object.fromEntries(known.map(([name, option]) => [name, of(name, option)]));
    const [[first, option]] = known;
    // A row of a file may have one question without a name, which is called so on this page.
    found.push(known.length === 1 && first === UNNAMED
      ? { state, question: sheet.questions[first], gold: value(first, option), ...controls }
      : { state, questions: all((name) => sheet.questions[name]), gold: all(value), ...controls });
  });
  return found.map((line) => `${JSON.stringify(line)}\n`).join("");
}

// ---- what is shown

const limit = () => Number(byId("threshold").value) || UNSURE;

function passes(row) {
  const outcome = sheet.outcomes[row];
  const any = (test) => sheet.names.some((name, number) => test(name, number));
  return {
    all: () => true,
    wrong: () => any((name) => labels.right(sheet.questions[name], outcome.answers[name], sheet.labelOf(row, name) ?? "") === false),
    unsure: () => any((name) => words.sureness(outcome.answers[name]) < limit()),
    unlabelled: () => any((_, number) => optionOf(row, number) === null),
  }[byId("show").value]();
}

/** Hides the rows that are not asked for. A row that no longer passes stays until the next time, so that nothing vanishes under the hand. */
export function filter() {
  if (!sheet) return;
  const all = byId("show").value === "all";
  let left = 0;
  sheet.rows.forEach((row, index) => {
    row.hidden = !all && !(canLabel(index) && passes(index));
    left += row.hidden ? 0 : 1;
  });
  byId("show-says").textContent = all ? "" : `${left.toLocaleString("en")} of ${plural(sheet.rows.length, "row")}`;
  if (canLabel(at.row) && !visible(at.row)) move(next(1, -1), at.question, false);
}

let counting = false;

/** Says soon how many labels there are. */
export function recount() {
  if (counting) return;
  counting = true;
  queueMicrotask(() => {
    counting = false;
    if (sheet) recounted();
  });
}

function recounted() {
  const said = count();
  byId("label-count").textContent = said;
  byId("download-labels").hidden = !said;
  progress();
  const step = () => byId("label-next").replaceChildren(...(said ? nextStep() : []));
  step();
  const table = sheet;
  learn.offer(said ? mostLabels() : 0).then(() => table === sheet && step());
}

/** The slider has moved. */
export function limited() {
  const unsure = byId("show")?.querySelector("[value=unsure]");
  if (!unsure) return;
  unsure.textContent = `only unsure ones (below ${words.limit(limit())})`;
  if (byId("show").value === "unsure") filter();
}

function typed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("td")) return;
  const options = offered(sheet.questions[nameOf(at.question)]);
  const across = (step) => move(at.row, Math.min(Math.max(at.question + step, 0), sheet.names.length - 1));
  const keys = {
    ArrowDown: () => move(next(1), at.question), j: () => move(next(1), at.question),
    ArrowUp: () => move(next(-1), at.question), k: () => move(next(-1), at.question),
    ArrowRight: () => across(1), ArrowLeft: () => across(-1),
    Home: () => move(next(1, -1), at.question), End: () => move(next(-1, sheet.rows.length), at.question),
    0: () => label(null), Delete: () => label(null), Backspace: () => label(null),
  };
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const does = digit ? options[digit - 1] !== undefined && (() => label(options[digit - 1])) : keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

function pointed(event) {
  const cell = event.target.closest("td");
  const row = sheet.rows.indexOf(cell?.parentElement);
  const question = cell ? cell.cellIndex - 2 : -1;
  if (row >= 0 && question >= 0 && canLabel(row)) move(row, question);
}

/** The tools above the table. Those that label stay in sight while the table is. */
export function tools() {
  const titles = { all: "every row", wrong: "only wrong ones", unsure: "only unsure ones", unlabelled: "only those without a label" };
  const key = (text) => element("kbd", { textContent: text });
  return [element("div", { className: "labelling" },
    element("p", { className: "show" }, element("label", { htmlFor: "show", textContent: "Show" }),
      element("select", { id: "show", onchange: filter }, ...SHOWN.map((value) => element("option", { value, textContent: titles[value] }))),
      element("span", { id: "show-says", className: "soft small", role: "status" })),
    element("p", { id: "label-count", className: "small" }),
    element("p", { id: "label-next", className: "soft small" }),
    element("p", { id: "label-said", className: "unseen", role: "status" })),
  element("div", { id: "labels-here", hidden: true },
    element("p", { id: "label-of" }),
    element("div", { id: "label-options", className: "row", role: "group", ariaLabel: "The right answer" }),
    element("p", { className: "soft small keys-here" }, "In the table: ", key("1"), " to ", key("9"), " choose, ", key("0"), " takes a label away, the arrow keys or ", key("j"), " and ", key("k"), " move."),
    element("p", { className: "soft small on-the-way" }, element("progress", { id: "label-progress", max: ENOUGH_TO_LEARN, value: 0, "aria-labelledby": "label-progress-says" }),
      element("span", { id: "label-progress-says" })))];
}

/** Begins with another table, whose answers are still to come. */
export function begin(table) {
  sheet = table;
  at = { row: 0, question: 0 };
  table.body.addEventListener("keydown", typed);
  table.body.addEventListener("click", pointed);
  limited();
}

/** A row has its answers. */
export function arrived(row) {
  if (!canLabel(row)) return;
  for (const cell of [...sheet.rows[row].children].slice(2)) cell.tabIndex = -1;
  if (byId("labels-here").hidden) {
    byId("labels-here").hidden = false;
    move(row, 0, false);
  }
  if (row === at.row) cellOf(row, at.question).tabIndex = 0;
  recount();
}

export function forget() {
  sheet = null;
}
