/** Ties the parts of the playground together. */
import { byId, jump, say, toClipboard } from "./dom.js";
import { CSV } from "./draft.js";
import { CSV_EXAMPLE, TICKET } from "./examples.js";
import { Fault } from "./plain.js";
import * as asking from "./ask.js";
import * as bytes from "./bytes.js";
import * as dialogs from "./dialogs.js";
import * as faults from "./faults.js";
import * as form from "./form.js";
import * as labelling from "./labelling.js";
import * as keep from "./keep.js";
import * as lines from "./lines.js";
import * as link from "./link.js";
import * as questions from "./questions.js";
import * as sets from "./sets.js";
import * as snippet from "./snippet.js";
import { WHOLE_ROW, onLabel } from "./table.js";
import * as theme from "./theme.js";
import * as trial from "./trial.js";

const PAUSE_BEFORE_ASKING_MS = 400;
const MOST_BYTES_OF_A_CHARACTER = 4;
const TOO_LONG = `it is too long for this page, which takes ${CSV.toLocaleString("en")} characters; ./serve answer, ./serve evaluate and ./serve learn take longer tables`;
const PAUSE_BETWEEN_HOLDS_MS = 300;
const BLANK = { mode: "one", state: "", asText: false, questions: [], model: "", other: "", lang: "", window: "", threshold: 0, csv: "", encoding: "", file: "", column: "", labels: [], given: [] };

let askTimer;
let holdTimer;
/** Whether the newest request of the history is an earlier form of what is being written. */
let continues = false;

const live = () => byId("live").checked && form.mode() !== "table";
const hold = () => keep.hold({ draft: form.read(), live: byId("live").checked, theme: theme.chosen() });

/** At once after a pause, and not too often while somebody types. */
function holdSoon() {
  if (holdTimer) return;
  hold();
  holdTimer = setTimeout(() => {
    holdTimer = undefined;
    hold();
  }, PAUSE_BETWEEN_HOLDS_MS);
}

async function ask(deliberate) {
  clearTimeout(askTimer);
  if (deliberate) say("");
  const draft = form.read();
  hold();
  const answered = await asking.ask(draft, deliberate);
  snippet.rewrite();
  if (!answered) return;
  snippet.offerOpenai();
  sets.offer();
  keep.add(draft, Date.now(), continues);
  continues = !deliberate;
}

/** Something of the request has changed. */
function edited() {
  const draft = form.read();
  form.describe(draft);
  trial.offer(draft, form.tableOf(draft));
  faults.clear();
  snippet.rewrite(() => asking.request(form.read()));
  holdSoon();
  clearTimeout(askTimer);
  asking.outdate(live() ? "Asking again …" : "These answers belong to the request before your edit");
  if (live()) askTimer = setTimeout(ask, PAUSE_BEFORE_ASKING_MS);
}

/** Right answers are no part of the request, so what is answered stays. */
function relabelled() {
  const draft = form.read();
  form.describe(draft);
  holdSoon();
  asking.relabel(draft);
}

/** Puts `draft` on the page, and asks it if answers follow the typing. */
function load(draft, thenAsk = true) {
  continues = false;
  form.fill(draft);
  asking.clear(draft.mode === "table" && !draft.csv ? "Paste a table, then ask." : "Nothing has been asked yet.");
  edited();
  asking.gate();
  if (!thenAsk) clearTimeout(askTimer);
}

async function copyLink() {
  const address = link.write(form.read());
  if (address === null) {
    say(`This request is too long for a link, which holds at most ${link.LONGEST.toLocaleString("en")} characters.`);
  } else if (await toClipboard(address)) {
    say(`Link copied. It carries the request${form.mode() === "table" ? " without the table" : ""}; opening it sends nothing.`);
  } else {
    history.replaceState(history.state, "", address);
    say("The link is in the address bar now. It carries the request; opening it sends nothing.");
  }
}

/** Takes the request out of the address. Returns whether there was one. */
function fromAddress() {
  const carried = link.read(location.hash);
  if (carried.kind === "none") return false;
  history.replaceState(null, "", location.pathname + location.search);
  if (carried.kind === "broken") {
    say("This link does not hold a request. Part of it may be missing.");
    return false;
  }
  load({ ...BLANK, ...carried.draft }, false);
  say("This request came with a link. Nothing has been sent yet: press Ask.");
  return true;
}

function begin() {
  const kept = keep.held();
  theme.choose(kept?.theme);
  if (kept) byId("live").checked = kept.live;
  if (fromAddress()) return;
  load(kept?.draft ?? { ...BLANK, ...TICKET });
}

/** Rows that have their questions with them. */
function openLines({ left, ...rows }, name) {
  load({ ...BLANK, ...rows, mode: "table", column: "state", lang: form.read().lang });
  if (left) say(`${name}: ${left.toLocaleString("en")} rows were left out, because their states are documents and not texts.`);
}

/** The text of a file and how it is written. A `Fault` if this page cannot take it. */
async function textOf(file) {
  if (file.size > CSV * MOST_BYTES_OF_A_CHARACTER) throw new Fault(TOO_LONG);
  const read = bytes.read(new Uint8Array(await file.arrayBuffer()));
  if (read.text.length > CSV) throw new Fault(TOO_LONG);
  return read;
}

/** Opens a file in the place of the table that is there. If it cannot be used, nothing is there, so that nobody takes the old table for it. */
async function openFile() {
  const [file] = byId("csv-file").files;
  if (!file) return;
  try {
    const { text, encoding } = await textOf(file);
    if (lines.isLines(text)) openLines(lines.read(text), file.name);
    else load({ ...form.read(), csv: text, encoding, file: file.name });
  } catch (fault) {
    load({ ...form.read(), csv: "", file: "" });
    form.refuse(`${file.name} cannot ${fault instanceof Fault ? `be used: ${fault.words}` : "be read"}.`);
  }
  // The same file may be opened again once it is mended.
  byId("csv-file").value = "";
}

/** Another way to ask; the answers of one do not fit the other. */
function changeMode() {
  const draft = form.read();
  // The two selects for the first side are one setting.
  const model = draft.mode === "compare" ? byId("model").value : byId("model-a").value;
  load({ ...draft, model });
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(true);
});
document.querySelector(".modes").addEventListener("input", changeMode);
byId("form").addEventListener("input", (event) => {
  say("");
  if (event.target.closest("#label-columns") && form.read().column !== WHOLE_ROW) relabelled();
  else if (event.target.type !== "file" && !["key", "sets"].includes(event.target.id)) edited();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !document.querySelector("dialog[open]")) byId("form").requestSubmit();
});
for (const button of document.querySelectorAll(".add")) button.addEventListener("click", () => questions.add(button.dataset.type));
questions.onChange(edited);
byId("sets").addEventListener("change", () => {
  const chosen = sets.chosen();
  if (chosen) load({ ...form.read(), questions: chosen });
});
byId("threshold").addEventListener("input", () => {
  asking.gate();
  labelling.limited();
  snippet.rewrite();
  holdSoon();
});
byId("empty").addEventListener("click", () => {
  load(BLANK, false);
  byId("state").focus();
});
byId("as-text").addEventListener("click", () => {
  form.takeAsText();
  edited();
  byId("state").focus();
});
byId("csv-example").addEventListener("click", () => load({ ...BLANK, ...TICKET, mode: "table", csv: CSV_EXAMPLE }));
byId("csv-file").addEventListener("change", openFile);
byId("csv-rest").addEventListener("click", () => form.saveRest(form.read()));
byId("stop").addEventListener("click", asking.stop);
byId("accuracy").addEventListener("change", asking.findThreshold);
byId("link").addEventListener("click", copyLink);
for (const anchor of document.querySelectorAll("[data-jump]")) {
  anchor.addEventListener("click", (event) => {
    event.preventDefault();
    jump(byId(anchor.dataset.jump));
  });
}
addEventListener("hashchange", fromAddress);
addEventListener("beforeunload", hold);
onLabel(() => {
  form.describe(form.read());
  holdSoon();
  asking.findThresholdSoon();
});
theme.wire(hold);
dialogs.wire((example) => load({ ...BLANK, ...example }), load);
begin();
snippet.offerOpenai();
sets.offer();
