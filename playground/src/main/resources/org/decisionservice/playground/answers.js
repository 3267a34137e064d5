/** The answers to one request: bars, words, and the marks of the threshold. */
import { byId, element } from "./dom.js";
import * as words from "./words.js";

/** The bars of `answer`; the most probable option stands out. */
export function bars(answer) {
  const options = words.distribution(answer);
  const most = Math.max(...options.map(([, p]) => p));
  let found = false;
  return element("ul", { className: "bars" }, ...options.map(([label, p]) => {
    const top = !found && p === most;
    found ||= top;
    return element("li", { className: top ? "top-option" : "" },
      element("span", { className: "label", textContent: label, title: label }),
      element("div", { className: "track", ariaHidden: "true" }, fill(p), element("div", { className: "mark", hidden: true })),
      element("span", { className: "number", textContent: words.percent(p) }));
  }));
}

export function fill(p, className = "") {
  const made = element("div", { className: `fill ${className}` });
  made.style.width = `${100 * p}%`;
  made.hidden = p === 0;
  return made;
}

/** Members that this page does not know are shown as they are. */
function more(answer) {
  const said = words.unknown(answer);
  return said.length ? element("p", { className: "more-members", textContent: said.join(" · ") }) : null;
}

function card([id, answer], unread) {
  const [strong, rest] = words.headline(answer);
  const made = element("article", { className: "answer" },
    element("div", { className: "heading" }, element("h3", { textContent: id }), element("span", { className: "verdict" })),
    element("p", { className: "headline", textContent: strong }, rest ? element("span", { textContent: rest }) : null),
    bars(answer),
    more(answer));
  made.dataset.sureness = words.sureness(answer);
  if (unread) made.dataset.unread = "";
  return made;
}

/** Says before the answers of `responses` why they say nothing, if that is so. */
export function warning(...responses) {
  const said = new Set(responses.map((response) => words.unread(words.added(response, "routing"))).filter(Boolean));
  return [...said].map((text) => element("p", { className: "notice unread", textContent: text }));
}

/** Shows a decision response. */
export function show(response) {
  const said = warning(response);
  byId("answers").replaceChildren(...said, ...Object.entries(response.answers).map((entry) => card(entry, said.length > 0)));
  how(response);
}

/** Shows beside learned answers what the checkpoint answers alone. */
export function compare(others) {
  for (const made of document.querySelectorAll("#answers .answer")) {
    const other = others[made.querySelector("h3").textContent];
    if (other) made.querySelector(".bars").after(element("p", { className: "alone soft small", textContent: `This answer was learned from labels. The checkpoint alone answers: ${words.brief(other)}, ${words.sure(other)}` }));
  }
}

/** Says who answered, and what was read. */
export function how(response) {
  byId("routing").textContent = words.routing(words.added(response, "routing"));
  byId("reading").textContent = words.reading(response.usage);
  byId("reading").className = words.added(response.usage, "truncated") === true ? "cut" : "";
  const said = words.unknown(response, ["model", "answers", "usage", "routing", "object", "id", "created"]);
  byId("more").textContent = said.join(" · ");
  byId("more-row").hidden = !said.length;
  byId("how").hidden = false;
  byId("meaning").hidden = false;
}

/**
 * Marks the answers that a threshold lets through; 0 is no threshold. Returns how many it holds back, and how many of the others
 * are about a state that was not understood, which no threshold sees.
 */
export function gate(threshold) {
  const cards = [...document.querySelectorAll("[data-sureness]")];
  for (const card of cards) {
    const passed = Number(card.dataset.sureness) >= threshold;
    card.classList.toggle("held", !passed);
    const verdict = card.querySelector(".verdict");
    if (verdict) {
      const counts = passed && !isUnread(card);
      verdict.className = `verdict ${counts ? "passed" : "held"}`;
      verdict.textContent = threshold === 0 ? "" : counts ? "counts" : passed ? "not understood" : "held back";
    }
    for (const mark of card.querySelectorAll(".mark")) {
      mark.hidden = threshold === 0;
      mark.style.left = `${100 * threshold}%`;
    }
  }
  const through = cards.filter((card) => !card.classList.contains("held"));
  return { held: cards.length - through.length, of: cards.length, unread: through.filter(isUnread).length };
}

const isUnread = (card) => "unread" in card.dataset;

/** Takes the answers away and says why. */
export function clear(text) {
  byId("answers").replaceChildren(element("p", { className: "empty", textContent: text }));
  byId("how").hidden = true;
  byId("meaning").hidden = true;
}
