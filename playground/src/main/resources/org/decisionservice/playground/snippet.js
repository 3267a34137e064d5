/** The request as code in several languages, behind tabs. */
import { byId, toClipboard } from "./dom.js";
import * as code from "./code.js";
import { openaiJavascript, openaiPython } from "./decisions.js";
import * as service from "./service.js";

const FOR_OPENAI = { "openai-python": openaiPython, "openai-javascript": openaiJavascript };
const tabs = [...document.querySelectorAll("[role=tab]")];
let language = "curl";
let current = () => ({});

/** Shows the code of what `request` returns. */
export function rewrite(request = current) {
  current = request;
  const guarded = !byId("key-panel").hidden;
  const openai = FOR_OPENAI[language];
  const text = openai
    ? openai(service.OPENAI_BASE, request(), guarded)
    : code.write(language, service.DECISION, request(), guarded);
  // An answer may come while the reader copies what asked for it.
  if (byId("snippet").textContent === text) return;
  byId("snippet").textContent = text;
  byId("copy").textContent = "Copy";
  byId("copied").textContent = "";
}

function choose(tab) {
  language = tab.dataset.language;
  for (const other of tabs) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  byId("code").setAttribute("aria-labelledby", tab.id);
  rewrite();
}

/** Offers code for OpenAI's clients if this service has their route. */
export async function offerOpenai() {
  const offers = await service.offers();
  if (offers) for (const name of Object.keys(FOR_OPENAI)) byId(`tab-${name}`).hidden = !offers.decisions;
}

async function copy() {
  const copied = await toClipboard(byId("snippet").textContent);
  if (!copied) getSelection().selectAllChildren(byId("snippet"));
  byId("copy").textContent = copied ? "Copied" : "Selected";
  byId("copied").textContent = copied ? "Copied." : "Selected: copy it with the keyboard.";
}

for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const offered = tabs.filter((other) => !other.hidden);
    const next = offered[(offered.indexOf(tab) + step + offered.length) % offered.length];
    choose(next);
    next.focus();
  });
}
byId("copy").addEventListener("click", copy);
