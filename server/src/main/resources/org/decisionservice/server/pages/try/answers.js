/** Answers as bars and words. Reads every form of answer the service has: its own, the strict one and the contract's. */
import { byId, element } from "./dom.js";

/** As fine as the service rounds. */
const percent = (p) => `${(100 * p).toFixed(2)} %`;
const decimals = (number) => number.toFixed(2);
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const join = (names) => names.map((name) => `“${name}”`).join(", ");

/** What the service adds has a prefix in some deployments. */
const added = (object, name) => object?.[name] ?? object?.[`x_${name}`];

/** Label and probability of every option, most of them in the order of the question. */
function distribution(answer) {
  if (answer.type === "noul") return [["yes", answer.noul], ["no", 1 - answer.noul]];
  const label = (key) => (answer.type === "score" ? answer.legend[key] : key);
  return Object.entries(answer.probabilities).map(([key, p]) => [label(key), p]);
}

/** The mass on the reported answer, which the threshold is held against. */
const sureness = (answer) => added(answer, "answer_confidence") ?? Math.max(...distribution(answer).map(([, p]) => p));

function headline(answer) {
  switch (answer.type) {
    case "choice":
      return [String(answer.choice)];
    case "score": {
      const levels = Object.values(answer.legend);
      const below = Math.floor(answer.score);
      const near = Number.isInteger(answer.score) || below + 1 >= levels.length
        ? levels[below]
        : `between ${levels[below]} and ${levels[below + 1]}`;
      return [decimals(answer.score), ` of ${levels.length - 1}, ${near}`];
    }
    default:
      return [answer.noul >= 0.5 ? "Yes" : "No", `, the statement holds with ${percent(answer.noul)}`];
  }
}

function bars(answer) {
  const options = distribution(answer);
  const most = Math.max(...options.map(([, p]) => p));
  let found = false;
  return element("ul", { className: "bars" }, ...options.map(([label, p]) => {
    const top = !found && p === most;
    found ||= top;
    const fill = element("div", { className: "fill" });
    fill.style.width = `${100 * p}%`;
    fill.hidden = p === 0;
    return element("li", { className: top ? "top-option" : "" },
      element("span", { className: "label", textContent: label, title: label }),
      element("div", { className: "track", ariaHidden: "true" }, fill, element("div", { className: "mark", hidden: true })),
      element("span", { className: "number", textContent: percent(p) }));
  }));
}

function facts(answer) {
  const act = added(answer, "action")?.act_probability;
  return [
    `answer confidence ${decimals(sureness(answer))}`,
    answer.confidence === undefined || answer.type === "noul" ? null : `confidence ${decimals(answer.confidence)}`,
    act === undefined ? null : `act ${decimals(act)}`,
  ].filter(Boolean).join(" · ");
}

/** Shows a decision response. */
export function show(response) {
  byId("answers").replaceChildren(...Object.entries(response.answers).map(([id, answer]) => {
    const [strong, rest] = headline(answer);
    const card = element("article", { className: "answer" },
      element("div", { className: "heading" }, element("h3", { textContent: id }), element("span", { className: "verdict" })),
      element("p", { className: "headline", textContent: strong }, rest ? element("span", { textContent: rest }) : null),
      bars(answer),
      element("p", { className: "facts", textContent: facts(answer) }));
    card.dataset.sureness = sureness(answer);
    return card;
  }));
  byId("routing").textContent = routing(added(response, "routing"));
  const cut = added(response.usage, "truncated") === true;
  byId("reading").textContent = reading(response.usage);
  byId("reading").className = cut ? "cut" : "";
  byId("how").hidden = false;
}

/** Marks the answers that a threshold lets through; 0 is no threshold. Returns how many it holds back. */
export function gate(threshold) {
  const cards = [...document.querySelectorAll(".answer")];
  for (const card of cards) {
    const passed = Number(card.dataset.sureness) >= threshold;
    card.classList.toggle("abstained", !passed);
    const verdict = card.querySelector(".verdict");
    verdict.className = `verdict ${passed ? "passed" : "abstained"}`;
    verdict.textContent = threshold === 0 ? "" : passed ? "passes" : "abstains";
    for (const mark of card.querySelectorAll(".mark")) {
      mark.hidden = threshold === 0;
      mark.style.left = `${100 * threshold}%`;
    }
  }
  return { held: cards.filter((card) => card.classList.contains("abstained")).length, of: cards.length };
}

export function clear(words) {
  byId("answers").replaceChildren(element("p", { className: "empty", textContent: words }));
  byId("how").hidden = true;
}

function routing(route) {
  if (!route) return "The service does not say which checkpoint answered.";
  const seen = route.detection;
  const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  const detected = !seen
    ? "The state was not read for its language."
    : seen.language && !seen.language_undecided
      ? `The state reads as ${languages.of(seen.language)} in ${capital(seen.script)} script.`
      : `No language is certain, the script is ${capital(seen.script)}.`;
  return `Answered by ${route.model}: ${route.reason}. ${detected}`;
}

function reading(usage) {
  const tokens = added(usage, "state_tokens");
  if (tokens === undefined) return `${plural(usage.input_tokens, "token")} read in all; the service does not say what was cut.`;
  const dropped = added(usage, "state_tokens_dropped");
  const collapsed = Object.keys(added(usage, "options") ?? {});
  const state = dropped === 0
    ? `The whole state was read, ${plural(tokens, "token")}.`
    : `The state needs ${plural(tokens, "token")}; ${join(added(usage, "truncated_questions"))} did not see up to ${dropped.toLocaleString("en")} of them. Shorten it, or widen the window.`;
  return collapsed.length ? `${state} Some options of ${join(collapsed)} had to be cut until they look alike.` : state;
}
