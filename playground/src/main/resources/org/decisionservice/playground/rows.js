/** The rows of a question: options of a choice, levels of a score, the two sides of a statement. */
import { element } from "./dom.js";

/** What a choice or a score starts with. */
const LEAST_ROWS = 2;
const CAPTIONS = { choice: "Options, and what each means (optional)", score: "Levels, lowest first", noul: "What yes and no mean (optional)" };

const field = (className, value, placeholder, ariaLabel) =>
  element("input", { className, value, placeholder, ariaLabel, autocomplete: "off" });

/** The mark of a side, where two are compared. */
export const mark = (side) => element("b", { className: `side ${side} only-compare`, textContent: side.toUpperCase(), ariaHidden: "true" });

const otherField = (className, value, placeholder, ariaLabel) => field(`${className} only-compare`, value ?? "", placeholder, `${ariaLabel}, on side B`);

function optionRow([label, description, other, otherDescription], changed) {
  const row = element("li", {}, mark("a"),
    field("option", label, "option", "Option"),
    field("description", description, "what it means (optional)", "What the option means"));
  row.append(remover("Remove this option", () => leave(row), changed), mark("b"),
    otherField("other-option", other, "same as A", "Option"),
    otherField("other-description", otherDescription, "same as A", "What the option means"));
  return row;
}

function levelRow([level, , other], changed) {
  const row = element("li", {}, element("span", { className: "index" }), field("option", level, "level", "Level"));
  row.append(remover("Remove this level", () => leave(row), changed), mark("b"), otherField("other-option", other, "same as A", "Level"));
  return row;
}

const sideRow = (side, [meaning, , other]) =>
  element("li", {}, element("span", { className: "index", textContent: side }), field("option", meaning, "what it means (optional)", `What ${side} means`),
    mark("b"), otherField("other-option", other, "same as A", `What ${side} means`));

/** Removes a row, and leaves the focus on a neighbour. */
function leave(row) {
  const rows = row.parentElement;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  renumber(rows);
  (next?.querySelector(".option") ?? rows.closest(".question").querySelector(".more")).focus();
}

/** A button that removes something. */
export function remover(label, remove, changed) {
  return element("button", {
    type: "button", className: "remove", ariaLabel: label, title: label, textContent: "×",
    onclick: () => { remove(); changed(); },
  });
}

/** Adds a row at the end, also on Enter in the last one. */
function adder(label, rows, row, changed) {
  const append = () => {
    const added = row();
    rows.append(added);
    renumber(rows);
    added.querySelector(".option").focus();
    changed();
  };
  rows.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.target.matches("input")) {
      event.preventDefault();
      const next = event.target.closest("li").nextElementSibling;
      if (next) next.querySelector(".option").focus();
      else append();
    }
  });
  return element("button", { type: "button", className: "quiet more", textContent: label, onclick: append });
}

function renumber(rows) {
  [...rows.querySelectorAll(".index")].forEach((cell, index) => (cell.textContent = index));
}

/** A row as a draft has it. */
export const rowOf = (row) => [".option", ".description", ".other-option", ".other-description"].map((selector) => row.querySelector(selector)?.value ?? "");

/** The list of `options` of a question of `type` below its caption, and the button that adds one, if there may be more. `id` is one for the caption. */
export function rowsOf(type, options, changed, id) {
  const caption = element("p", { id, className: "caption", textContent: CAPTIONS[type] });
  const list = element("ol", { className: "options", "aria-labelledby": id });
  if (type === "noul") {
    list.append(sideRow("yes", options[0] ?? [""]), sideRow("no", options[1] ?? [""]));
    return [caption, list];
  }
  const row = type === "choice" ? optionRow : levelRow;
  for (const option of options) list.append(row(option, changed));
  while (list.children.length < LEAST_ROWS) list.append(row(["", ""], changed));
  renumber(list);
  return [caption, list, adder(type === "choice" ? "Add an option" : "Add a level", list, () => row(["", ""], changed), changed)];
}
