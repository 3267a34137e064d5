/** Puts what is wrong at the field that it is about. */
import { byId, element } from "./dom.js";
import { cardOf } from "./questions.js";

let made = 0;

export function clear() {
  for (const note of document.querySelectorAll("[data-fault]")) note.remove();
  for (const field of document.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    const described = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && !id.startsWith("fault-"));
    if (described.length) field.setAttribute("aria-describedby", described.join(" "));
    else field.removeAttribute("aria-describedby");
  }
}

/** Shows `text` below `field`, and ties the two for screen readers; without a text, the page says it already. */
function mark({ field, text }) {
  if (field.matches("input, select, textarea")) field.setAttribute("aria-invalid", "true");
  field.closest("details")?.setAttribute("open", "");
  if (!text) return;
  const id = `fault-${++made}`;
  const note = element("p", { id, className: "fault", textContent: text });
  note.dataset.fault = "";
  const row = field.closest(".options li, .first, .wording, .threshold, .adders") ?? field;
  row.after(note);
  if (row.matches(".options li")) {
    note.remove();
    row.append(note);
  }
  field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
}

/** Replaces what is shown by `found`. Returns the first field, or undefined. */
export function show(found) {
  clear();
  found.forEach(mark);
  return found[0]?.field;
}

const CONTROLS = { max_len: "max_len", lang: "lang", model: "model", task: "model", min_confidence: "threshold" };

/** The card of the question that a refusal begins with; the service cuts long names. */
function cardNamed(text) {
  const names = [...document.querySelectorAll("#questions .name")].map((input) => input.value.trim()).filter(Boolean);
  const named = names.filter((name) => text.startsWith(`question '${[...name].slice(0, 80).join("")}`));
  return named.length ? cardOf(named.reduce((longest, name) => (name.length > longest.length ? name : longest))) : undefined;
}

function inCard(item, text, side) {
  // Side B asks with the words of A where it has none.
  const worded = (field, other) => (side === "b" && other?.value.trim() ? other : field);
  const options = [...item.querySelectorAll(".options li")].map((row) => worded(row.querySelector(".option"), row.querySelector(".other-option")));
  const numbered = /(?:label|level) (\d+)/.exec(text);
  if (numbered) return options[Number(numbered[1])] ?? options[0];
  if (/options|levels|criteria|labels/.test(text)) return options[0];
  if (/the id /.test(text)) return item.querySelector(".name");
  return worded(item.querySelector(".instructions"), item.querySelector(".other"));
}

/** The field that a refusal names, of the `side` that was refused where two were asked; undefined if it names none. */
export function fieldOf({ text, path, side }, mode) {
  // What does not fit into a window that somebody chose is a fault of the window.
  if (text.includes("fit into max_len") && byId("max_len").value) return byId("max_len");
  const item = cardNamed(text) ?? (path.includes("questions") ? cardOf(path[path.indexOf("questions") + 1]) : undefined);
  if (item) return inCard(item, text, side);
  const control = Object.keys(CONTROLS).find((key) => text.startsWith(`'${key}'`) || text.startsWith(key) || path.includes(key));
  if (control) return byId(control);
  if (/^'?states?\b/.test(text) || path.includes("state")) return byId(mode === "table" ? "csv" : "state");
  if (/^'?questions\b/.test(text)) return document.querySelector(".add");
  return undefined;
}
