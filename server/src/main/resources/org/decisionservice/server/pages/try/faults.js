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

/** A name as the service quotes it: JSON text, or plainly between quotes. */
function named(text) {
  const quoted = /^question ("(?:[^"\\]|\\.)*"|'[^']*'|“[^”]*”)/.exec(text)?.[1];
  if (!quoted) return undefined;
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted.slice(1, -1);
  }
}

function inCard(item, text) {
  const numbered = /(?:label|level) (\d+)/.exec(text);
  if (numbered) return [...item.querySelectorAll(".option")].filter((input) => input.value.trim())[Number(numbered[1])] ?? item.querySelector(".option");
  if (/options|levels|criteria|labels/.test(text)) return item.querySelector(".option");
  if (/the id /.test(text)) return item.querySelector(".name");
  return item.querySelector(".instructions");
}

/** The field that a refusal names; undefined if it names none. */
export function fieldOf({ text, path }, mode) {
  const name = named(text) ?? (path.includes("questions") ? path[path.indexOf("questions") + 1] : undefined);
  const item = name === undefined ? undefined : cardOf(name);
  if (item) return inCard(item, text);
  const control = Object.keys(CONTROLS).find((key) => text.startsWith(`'${key}'`) || text.startsWith(key) || path.includes(key));
  if (control) return byId(control);
  if (/^'?states?\b/.test(text) || path.includes("state")) return byId(mode === "table" ? "csv" : "state");
  if (/^'?questions\b/.test(text)) return document.querySelector(".add");
  return undefined;
}
