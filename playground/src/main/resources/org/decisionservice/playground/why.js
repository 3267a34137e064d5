/** Which parts of the state the answers to one request depend on, where the service says so. */
import { byId, element } from "./dom.js";
import * as service from "./service.js";
import * as words from "./words.js";

const MINUS = "\u2212";
const signed = (number) => (number < 0 ? `${MINUS}${-number}` : `+${number}`);

/** The change as it is written behind a part: of levels, or of points of the probability of what is answered. */
function change(answer, part) {
  if (answer.type === "score") return signed(Number(part.change.toFixed(2)));
  return signed(Math.round(100 * (answer.type === "noul" && answer.noul < 0.5 ? -part.change : part.change)));
}

/** The text of the state with its parts marked. The page has not got the text of a document or a cleaned e-mail, so of one it shows the parts alone. */
function marked(state, answer, parts) {
  const own = typeof state === "string" ? [...state] : [];
  const text = parts.every((part) => own.slice(part.start, part.end).join("").startsWith(part.text)) ? own : null;
  const shown = element("p", { className: "marked" });
  let at = 0;
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    shown.append(text ? text.slice(at, part.start).join("") : at ? " … " : "",
      element("mark", { textContent: part.text }), element("sup", { textContent: change(answer, part) }));
    at = part.end;
  }
  if (text) shown.append(text.slice(at).join(""));
  return shown;
}

function reasons(state, answer) {
  const parts = words.added(answer, "explanation").filter((part) => change(answer, part) !== "+0");
  const what = answer.type === "score" ? "the score" : `the percentage of “${words.top(answer)}”`;
  return parts.length
    ? [element("p", { className: "soft small", textContent: `Behind each marked part stands how much ${what} changes if this part is left out.` }), marked(state, answer, parts)]
    : [element("p", { className: "soft small", textContent: "No single part of the text changes this answer." })];
}

async function explain(body, button, signal) {
  button.disabled = true;
  const outcome = await service.patiently(service.DECISION, { ...body, explain: true }, signal);
  if (signal.aborted) return;
  if (outcome.kind !== "answer") {
    button.replaceWith(element("p", { className: "soft small", textContent: outcome.text ?? "The service did not answer. Ask again." }));
    return;
  }
  button.remove();
  for (const card of document.querySelectorAll("#answers .answer")) {
    const answer = outcome.body.answers[card.querySelector("h3").textContent];
    card.append(...reasons(body.state, answer));
  }
}

/** Lets people ask why, below the answers to `body`. */
export async function offer(body, signal) {
  if (!(await service.offers())?.explains || signal.aborted || !Object.keys(body.questions).length) return;
  const button = element("button", { type: "button", className: "quiet", textContent: "Why these answers?" });
  button.onclick = () => explain(body, button, signal);
  byId("answers").append(button);
}
