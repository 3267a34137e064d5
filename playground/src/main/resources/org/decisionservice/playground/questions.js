/** The question builder: cards in the page on one side, the questions of a draft on the other. */
import { byId, element } from "./dom.js";
import { LINE, MOST_OPTIONS, MOST_QUESTIONS } from "./draft.js";
import { mark, remover, rowOf, rowsOf } from "./rows.js";

const KINDS = { choice: "Choice", score: "Score", noul: "Yes or no" };
const HINTS = {
  choice: "Which team should handle this?",
  score: "How urgent is it?",
  noul: "The customer asks for money back.",
};

const list = byId("questions");
let changed = () => {};
let made = 0;

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
    options: [...item.querySelectorAll(".options li")].map(rowOf),
  }));
}

/** What stands in the way of asking: a text for each field that has to change. */
export function faults() {
  const found = [];
  const names = new Map();
  if (!list.children.length) found.push({ field: document.querySelector(".add"), text: "Add a question." });
  const beyond = list.children[MOST_QUESTIONS];
  if (beyond) found.push({ field: beyond.querySelector(".name"), text: `The page asks ${MOST_QUESTIONS} questions at most. Remove this one.` });
  for (const item of list.children) {
    const name = item.querySelector(".name");
    const instructions = item.querySelector(".instructions");
    const key = name.value.trim();
    if (!key) found.push({ field: name, text: "Give the question a name." });
    else if (names.has(key)) found.push({ field: name, text: "Another question has this name." });
    names.set(key, item);
    if (!instructions.value.trim()) found.push({ field: instructions, text: item.dataset.type === "noul" ? "Write the statement that may be true or false." : "Write the question." });
    if (item.dataset.type !== "noul") found.push(...optionFaults(item));
    const long = [...item.querySelectorAll("input")].find((input) => input.value.length > LINE);
    if (long) found.push({ field: long, text: `This field takes ${LINE.toLocaleString("en")} characters, and this text has ${long.value.length.toLocaleString("en")}. Shorten it.` });
  }
  return found;
}

function optionFaults(item) {
  const options = [...item.querySelectorAll(".option")];
  const blank = options.filter((input) => !input.value.trim());
  const word = item.dataset.type === "choice" ? "option" : "level";
  if (options.length - blank.length < 2) return [{ field: blank[0] ?? item.querySelector(".more"), text: `Name at least two ${word}s.` }];
  if (options.length > MOST_OPTIONS) return [{ field: options[MOST_OPTIONS], text: `A question takes ${MOST_OPTIONS} ${word}s at most. Remove this one.` }];
  if (blank.length) return blank.map((field) => ({ field, text: `Give this ${word} a name, or remove it.` }));
  if (word === "level") return [];
  // Where side B is not compared, its words do not count.
  const others = [...item.querySelectorAll(".other-option")].filter((input) => input.offsetParent);
  const twice = repeated(options, (input) => input.value.trim()) ?? repeated(others, (input, index) => input.value.trim() || options[index].value.trim());
  return twice ? [{ field: twice, text: "Another option has this name." }] : [];
}

/** The first of `inputs` that reads as one before it. */
function repeated(inputs, read) {
  const texts = inputs.map(read);
  return inputs.find((_, index) => texts.indexOf(texts[index]) < index);
}

/** The card of the question with this name. */
export const cardOf = (name) => [...list.children].find((item) => item.querySelector(".name").value.trim() === name);

function card({ name, type, instructions, other, options }) {
  const item = element("li", { className: `question ${type}` });
  item.dataset.type = type;
  const asks = type === "noul" ? "Statement" : "Question";
  const id = `question-${++made}`;
  const caption = (part, textContent) => element("label", { className: "caption", htmlFor: `${id}-${part}`, textContent });
  item.append(element("div", { role: "group", ariaLabel: `${KINDS[type]} question` },
    element("div", { className: "first" },
      element("span", { className: "kind", textContent: KINDS[type] }),
      caption("name", "Name"),
      element("input", { id: `${id}-name`, className: "name", value: name, spellcheck: false, autocomplete: "off" }),
      remover("Remove this question", () => {
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        (next?.querySelector(".name") ?? byId("questions-title")).focus();
      }, () => changed())),
    caption("asks", asks),
    element("div", { className: "wording" },
      mark("a"),
      element("input", { id: `${id}-asks`, className: "instructions", value: instructions, placeholder: HINTS[type], autocomplete: "off" })),
    element("div", { className: "wording only-compare" },
      mark("b"),
      element("input", { className: "other", value: other, placeholder: "same as A", ariaLabel: `${asks}, on side B`, autocomplete: "off" })),
    ...rowsOf(type, options, () => changed(), `${id}-options`)));
  return item;
}
