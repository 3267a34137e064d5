/** The question builder: cards in the page on one side, the `questions` of a request on the other. */
import { byId, element } from "./dom.js";

const KINDS = { choice: "Choice", score: "Score", noul: "Noul" };
const HINTS = {
  choice: "Which team should handle this?",
  score: "How urgent is it?",
  noul: "The customer asks for money back.",
};
/** What a choice or a score starts with. */
const LEAST_ROWS = 2;

const list = byId("questions");
let changed = () => {};
let made = 0;

/** Calls `listener` whenever a card or a row comes or goes; what is typed reaches it as the form's input event. */
export function onChange(listener) {
  changed = listener;
}

/** Replaces all cards. */
export function show(questions) {
  list.replaceChildren(...Object.entries(questions).map(([id, question]) => card(id, question)));
}

/** Adds an empty card and moves to its name. */
export function add(type) {
  const taken = new Set(Object.keys(read()));
  let number = list.children.length + 1;
  while (taken.has(`question ${number}`)) number++;
  const added = card(`question ${number}`, { type });
  list.append(added);
  added.querySelector(".name").select();
  added.querySelector(".name").focus();
  changed();
}

/** The questions as a request has them; what is left blank is left out. */
export function read() {
  const questions = {};
  for (const item of list.children) {
    const type = item.dataset.type;
    const instructions = item.querySelector(".instructions").value.trim();
    const rows = [...item.querySelectorAll(".options li")];
    const value = (row, name) => row.querySelector(name).value.trim();
    let criteria;
    if (type === "choice") {
      criteria = Object.fromEntries(
        rows.filter((row) => value(row, ".option")).map((row) => [value(row, ".option"), value(row, ".description") || null]),
      );
    } else if (type === "score") {
      criteria = rows.map((row) => value(row, ".option")).filter(Boolean);
    } else {
      const [whenTrue, whenFalse] = rows.map((row) => value(row, ".option"));
      criteria = { ...(whenTrue && { true: whenTrue }), ...(whenFalse && { false: whenFalse }) };
      if (!Object.keys(criteria).length) criteria = undefined;
    }
    questions[item.querySelector(".name").value.trim()] = { type, instructions, ...(criteria && { criteria }) };
  }
  return questions;
}

/** What keeps the cards from being asked, in words; empty when nothing does. */
export function missing() {
  const names = [...list.querySelectorAll(".name")].map((input) => input.value.trim());
  if (!names.length) return "Add a question.";
  if (names.some((name) => !name)) return "Give every question a name.";
  if (new Set(names).size < names.length) return "Two questions have the same name.";
  for (const [name, question] of Object.entries(read())) {
    if (!question.instructions) return `Say what “${name}” asks.`;
    const options = question.type === "choice" ? Object.keys(question.criteria).length : question.criteria?.length;
    if (question.type !== "noul" && options < 2) return `“${name}” needs at least two ${question.type === "choice" ? "options" : "levels"}.`;
  }
  return "";
}

function card(id, question) {
  const number = ++made;
  const name = element("input", { className: "name", value: id, ariaLabel: "Name of the question", spellcheck: false, autocomplete: "off" });
  const options = element("ol", { className: "options", ariaLabel: { choice: "Options", score: "Levels, lowest first", noul: "What the sides mean" }[question.type] });
  const item = element("li", { className: `question ${question.type}` });
  item.dataset.type = question.type;
  item.setAttribute("role", "group");
  item.setAttribute("aria-label", `${KINDS[question.type]} question`);
  item.append(
    element("div", { className: "first" },
      element("span", { className: "kind", textContent: KINDS[question.type] }),
      name,
      remover("Remove this question", () => {
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        (next?.querySelector(".name") ?? byId("questions-title")).focus();
      })),
    element("input", {
      className: "instructions", value: question.instructions ?? "", placeholder: HINTS[question.type],
      ariaLabel: question.type === "noul" ? "Statement" : "Question", id: `instructions-${number}`, autocomplete: "off",
    }),
    options);
  if (question.type === "choice") {
    for (const [label, description] of Object.entries(question.criteria ?? {})) options.append(optionRow(label, description));
    while (options.children.length < LEAST_ROWS) options.append(optionRow("", null));
    item.append(adder("Add an option", options, () => optionRow("", null)));
  } else if (question.type === "score") {
    for (const level of question.criteria ?? []) options.append(levelRow(level));
    while (options.children.length < LEAST_ROWS) options.append(levelRow(""));
    item.append(adder("Add a level", options, () => levelRow("")));
    renumber(options);
  } else {
    options.append(sideRow("yes", question.criteria?.true), sideRow("no", question.criteria?.false));
  }
  return item;
}

function optionRow(label, description) {
  const row = element("li", {},
    element("input", { className: "option", value: label, placeholder: "option", ariaLabel: "Option", autocomplete: "off" }),
    element("input", { className: "description", value: description ?? "", placeholder: "what it means (optional)", ariaLabel: "What the option means", autocomplete: "off" }));
  row.append(remover("Remove this option", () => leave(row)));
  return row;
}

function levelRow(level) {
  const row = element("li", {},
    element("span", { className: "index" }),
    element("input", { className: "option", value: level, placeholder: "level", ariaLabel: "Level", autocomplete: "off" }));
  row.append(remover("Remove this level", () => leave(row)));
  return row;
}

function sideRow(side, text) {
  return element("li", {},
    element("span", { className: "index", textContent: side }),
    element("input", { className: "option", value: text ?? "", placeholder: "what it means (optional)", ariaLabel: `What ${side} means`, autocomplete: "off" }));
}

/** Removes a row, and leaves the focus on a neighbour. */
function leave(row) {
  const rows = row.parentElement;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  renumber(rows);
  (next?.querySelector(".option") ?? rows.closest(".question").querySelector(".more")).focus();
}

function remover(label, remove) {
  return element("button", {
    type: "button", className: "remove", ariaLabel: label, title: label, textContent: "×",
    onclick: () => { remove(); changed(); },
  });
}

/** Adds a row at the end, also on Enter in the last one. */
function adder(label, rows, row) {
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
