/** Two checkpoints or two wordings on the same state, side by side. */
import { byId, element } from "./dom.js";
import { fill, warning } from "./answers.js";
import * as words from "./words.js";

const SIDES = ["A", "B"];

/** Whether the two sides ask the same, so that there is nothing to compare. */
export const alike = (draft) => draft.model === draft.other && draft.questions.every(({ instructions, other }) => !other.trim() || other.trim() === instructions.trim());

const side = (index) => element("b", { className: `side ${"ab"[index]}`, textContent: SIDES[index] });

function pairs(answers) {
  const tops = answers.map(words.top);
  const [first, second] = answers.map((answer) => new Map(words.distribution(answer)));
  return element("ul", { className: "bars pairs" }, ...[...first.keys()].map((label) =>
    element("li", { className: tops.includes(label) ? "top-option" : "" },
      element("span", { className: "label", textContent: label, title: label }),
      element("div", { className: "two-tracks", ariaHidden: "true" }, ...[first, second].map((options, index) =>
        element("div", { className: "track" }, fill(options.get(label) ?? 0, "ab"[index]), element("div", { className: "mark", hidden: true })))),
      element("span", { className: "number" }, ...[first, second].map((options, index) =>
        element("span", {}, element("span", { className: "unseen", textContent: `${SIDES[index]}: ` }), words.percent(options.get(label) ?? 0)))))));
}

/** How far apart two distributions are: half the sum of the differences, 0 to 1. */
const distance = ([one, other]) => {
  const second = new Map(words.distribution(other));
  return words.distribution(one).reduce((sum, [label, p]) => sum + Math.abs(p - (second.get(label) ?? 0)), 0) / 2;
};

function card(id, answers) {
  const same = words.top(answers[0]) === words.top(answers[1]);
  return element("article", { className: "answer" },
    element("div", { className: "heading" },
      element("h3", { textContent: id }),
      element("span", { className: `verdict ${same ? "" : "differ"}`, textContent: same ? "same answer" : "different answers" })),
    element("p", { className: "headline both" }, ...answers.map((answer, index) =>
      element("span", { className: "of-side" }, side(index), element("strong", { textContent: words.brief(answer) }),
        element("span", { textContent: words.sure(answer) })))),
    pairs(answers),
    element("ul", { className: "facts" }, element("li", { textContent: `${words.percent(distance(answers))} of the probability moves between A and B` })));
}

/** Shows the responses of both sides. */
export function show(responses) {
  const [first, second] = responses;
  byId("answers").replaceChildren(...warning(first, second), ...Object.keys(first.answers).map((id) => card(id, [first.answers[id], second.answers[id]])));
  const line = (read) => responses.map((response, index) => `${SIDES[index]}: ${read(response)}`).join("\n");
  byId("routing").textContent = line((response) => words.routing(words.added(response, "routing")));
  byId("reading").textContent = line((response) => words.reading(response.usage));
  byId("reading").className = responses.some((response) => words.added(response.usage, "truncated") === true) ? "cut" : "";
  byId("more-row").hidden = true;
  byId("how").hidden = false;
  byId("meaning").hidden = false;
}
