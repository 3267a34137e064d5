/** Two checkpoints or two wordings on the same state, side by side. */
import { byId, element } from "./dom.js";
import { fill, warning } from "./answers.js";
import { optionsOf, questionsOf } from "./draft.js";
import * as words from "./words.js";

const SIDES = ["A", "B"];

/** Whether both sides ask `name` alike. */
export const asksAlike = (draft, name) => draft.model === draft.other && JSON.stringify(questionsOf(draft)[name]) === JSON.stringify(questionsOf(draft, "b")[name]);

/** Whether the two sides ask the same, so that there is nothing to compare. */
export const alike = (draft) => draft.questions.every(({ name }) => asksAlike(draft, name.trim()));

const side = (index) => element("b", { className: `side ${"ab"[index]}`, textContent: SIDES[index] });

/** For each option its label and its probability on either side. Options belong together by their place, because a side may call them otherwise. */
function aligned(question, answers) {
  const read = answers.map((answer, index) => {
    const found = words.distribution(answer);
    if (answer.type !== "choice") return found;
    const shares = new Map(found);
    return optionsOf(question, "ab"[index]).map(([label]) => [label, shares.get(label) ?? 0]);
  });
  return read[0].map((_, option) => ({ labels: read.map((one) => one[option][0]), shares: read.map((one) => one[option][1]) }));
}

/** The index of the likeliest option on a side, the first of equals. */
const top = (options, at) => options.reduce((best, { shares }, option) => (shares[at] > options[best].shares[at] ? option : best), 0);

const differ = (options) => top(options, 0) !== top(options, 1);

function pairs(options) {
  const tops = [0, 1].map((at) => top(options, at));
  return element("ul", { className: "bars pairs" }, ...options.map(({ labels, shares }, option) => {
    const label = [...new Set(labels)].join(" / ");
    return element("li", { className: tops.includes(option) ? "top-option" : "" },
      element("span", { className: "label", textContent: label, title: label }),
      element("div", { className: "two-tracks", ariaHidden: "true" }, ...shares.map((p, index) =>
        element("div", { className: "track" }, fill(p, "ab"[index]), element("div", { className: "mark", hidden: true })))),
      element("span", { className: "number" }, ...shares.map((p, index) =>
        element("span", {}, element("span", { className: "unseen", textContent: `${SIDES[index]}: ` }), words.percent(p)))));
  }));
}

/** How far apart the distributions are: half the sum of the differences, 0 to 1. */
const distance = (options) => options.reduce((sum, { shares: [a, b] }) => sum + Math.abs(a - b), 0) / 2;

function card(id, answers, options) {
  const other = differ(options);
  return element("article", { className: "answer" },
    element("div", { className: "heading" },
      element("h3", { textContent: id }),
      element("span", { className: `verdict ${other ? "differ" : ""}`, textContent: other ? "different answers" : "same answer" })),
    element("p", { className: "headline both" }, ...answers.map((answer, index) =>
      element("span", { className: "of-side" }, side(index), element("strong", { textContent: words.brief(answer) }),
        element("span", { textContent: words.sure(answer) })))),
    pairs(options),
    element("ul", { className: "facts" }, element("li", { textContent: `${words.percent(distance(options))} of the probability moves between A and B` })));
}

/** Shows the responses of both sides to `draft`. Returns how many answers differ. */
export function show(draft, responses) {
  const [first, second] = responses;
  const named = new Map(draft.questions.map((question) => [question.name.trim(), question]));
  const compared = Object.keys(first.answers).map((id) => {
    const answers = responses.map((response) => response.answers[id]);
    return [id, answers, aligned(named.get(id), answers)];
  });
  byId("answers").replaceChildren(...warning(first, second), ...compared.map((one) => card(...one)));
  const line = (read) => responses.map((response, index) => `${SIDES[index]}: ${read(response)}`).join("\n");
  byId("routing").textContent = line((response) => words.routing(words.added(response, "routing")));
  byId("reading").textContent = line((response) => words.reading(response.usage));
  byId("reading").className = responses.some((response) => words.added(response.usage, "truncated") === true) ? "cut" : "";
  byId("more-row").hidden = true;
  byId("how").hidden = false;
  byId("meaning").hidden = false;
  return compared.filter(([, , options]) => differ(options)).length;
}
