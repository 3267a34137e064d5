/** The question builder: cards in the page on one side, the questions of a draft on the other. */
import { byId, element } from "./dom.js";
import { remover, rowsOf } from "./rows.js";

const KINDS = { choice: "Choice", score: "Score", noul: "Yes or no" };
const HINTS = {
  choice: "Which team should handle this?",
  score: "How urgent is it?",
  noul: "The customer asks for money back.",
};

const list = byId("questions");
let changed = () => {};

/** Calls `listener` whenever a card or a row comes or goes; what is typed reaches it as the form's input event. */
export function onChange(listener) {
  changed = listener;
}

/** Replaces all cards. */
export function show(questions) {
  list.replaceChildren(...questions.map(card));
}

/** Adds an empty card and moves to its name. */
export function add(type) {
  const taken = new Set(read().map((question) => question.name));
  let number = list.children.length + 1;
  while (taken.has(`question ${number}`)) number++;
  const added = card({ name: `question ${number}`, type, instructions: "", other: "", options: [] });
  list.append(added);
  added.querySelector(".name").select();
  added.querySelector(".name").focus();
  changed();
}

/** The questions as they are written, finished or not. */
export function read() {
  return [...list.children].map((item) => ({
    name: item.querySelector(".name").value,
    type: item.dataset.type,
    instructions: item.querySelector(".instructions").value,
    other: item.querySelector(".other").value,
    options: [...item.querySelectorAll(".options li")].map((row) => [
      row.querySelector(".option").value,
      row.querySelector(".description")?.value ?? "",
    ]),
  }));
}

/** What stands in the way of asking: a text for each field that has to change. */
export function faults() {
  const found = [];
  const names = new Map();
  if (!list.children.length) found.push({ field: document.querySelector(".add"), text: "Add a question." });
  for (const item of list.children) {
    const name = item.querySelector(".name");
    const instructions = item.querySelector(".instructions");
    const key = name.value.trim();
    if (!key) found.push({ field: name, text: "Give the question a name." });
    else if (names.has(key)) found.push({ field: name, text: "Another question has this name." });
    names.set(key, item);
    if (!instructions.value.trim()) found.push({ field: instructions, text: item.dataset.type === "noul" ? "Say what may hold or not." : "Say what is asked." });
    if (item.dataset.type !== "noul") found.push(...optionFaults(item));
  }
  return found;
}

function optionFaults(item) {
  const options = [...item.querySelectorAll(".option")];
  const written = options.filter((input) => input.value.trim());
  const word = item.dataset.type === "choice" ? "option" : "level";
  if (written.length < 2) return [{ field: options.find((input) => !input.value.trim()) ?? item.querySelector(".more"), text: `At least two ${word}s are needed.` }];
  const twice = written.find((input, index) => written.findIndex((other) => other.value.trim() === input.value.trim()) < index);
  return twice && word === "option" ? [{ field: twice, text: "This option is there already." }] : [];
}

/** The card of the question with this name. */
export const cardOf = (name) => [...list.children].find((item) => item.querySelector(".name").value.trim() === name);

function card({ name, type, instructions, other, options }) {
  const item = element("li", { className: `question ${type}` });
  item.dataset.type = type;
  const asks = type === "noul" ? "Statement" : "Question";
  const [rows, more] = rowsOf(type, options, () => changed());
  item.append(element("div", { role: "group", ariaLabel: `${KINDS[type]} question` },
    element("div", { className: "first" },
      element("span", { className: "kind", textContent: KINDS[type] }),
      element("input", { className: "name", value: name, ariaLabel: "Name of the question", spellcheck: false, autocomplete: "off" }),
      remover("Remove this question", () => {
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        (next?.querySelector(".name") ?? byId("questions-title")).focus();
      }, () => changed())),
    element("div", { className: "wording" },
      element("b", { className: "side a only-compare", textContent: "A", ariaHidden: "true" }),
      element("input", { className: "instructions", value: instructions, placeholder: HINTS[type], ariaLabel: asks, autocomplete: "off" })),
    element("div", { className: "wording only-compare" },
      element("b", { className: "side b", textContent: "B", ariaHidden: "true" }),
      element("input", { className: "other", value: other, placeholder: "worded the same", ariaLabel: `${asks}, worded for side B`, autocomplete: "off" })),
    rows,
    more));
  return item;
}
