/** The two dialogs: examples to start from, and what was asked before. */
import { byId, element } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import * as keep from "./keep.js";

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const LINE = 90;
const MODES = { one: "", table: "Table", compare: "Side by side" };

function item(dialog, title, text, small, pick) {
  return element("li", {}, element("button", {
    type: "button",
    onclick: () => { dialog.close(); pick(); },
  }, element("b", { textContent: title }), element("span", { textContent: text }), small ? element("small", { textContent: small }) : null));
}

function showGallery(load) {
  const dialog = byId("gallery");
  byId("gallery-list").replaceChildren(...EXAMPLES.map((example) => item(dialog, example.title, example.use, "", () => load(example))));
  dialog.showModal();
}

function showHistory(load) {
  const dialog = byId("history");
  const entries = keep.entries();
  byId("history-note").textContent = !entries.length
    ? "Nothing has been asked yet."
    : keep.isDenied()
      ? "The page keeps the history until you close it, because the browser denies its storage."
      : "This browser keeps the history until you clear it. The API key is not part of it.";
  byId("history-list").replaceChildren(...entries.map(({ at, draft }) => {
    const text = draft.state.trim().replace(/\s+/g, " ") || "(no state)";
    return item(dialog, text.length > LINE ? `${text.slice(0, LINE)}…` : text, draft.questions.map(({ name }) => name).join(" · "), [when.format(at), MODES[draft.mode]].filter(Boolean).join(" · "), () => load(draft));
  }));
  byId("clear-history").hidden = !entries.length;
  if (!dialog.open) dialog.showModal();
}

/** Opens the dialogs with their buttons; `fromExample` and `fromHistory` get what is picked. */
export function wire(fromExample, fromHistory) {
  byId("open-gallery").addEventListener("click", () => showGallery(fromExample));
  byId("open-history").addEventListener("click", () => showHistory(fromHistory));
  byId("clear-history").addEventListener("click", () => {
    keep.forget();
    showHistory(fromHistory);
    byId("history").querySelector(".close").focus();
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    // A click beside the dialog is one on its backdrop.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}
