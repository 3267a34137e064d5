/** Both sides on the labelled rows of the page's own table: which of two wordings, or of two checkpoints, is right more often. */
import { byId, element, plural } from "./dom.js";
import { controlsOf, optionsOf, questionsOf } from "./draft.js";
import * as batches from "./batches.js";
import { asksAlike } from "./compare.js";
import * as labels from "./labels.js";
import * as service from "./service.js";
import * as table from "./table.js";

/** A difference that chance alone makes less often than this counts. The commands' `Comparison.java` has the same words for it. */
const RISK = 0.05;
/** 95 of 100 draws of a normal distribution lie within so many standard errors. */
const NORMAL_95 = 1.96;

let running = new AbortController();

/** The probability of a split at least as uneven if both are right equally often (McNemar's exact test). */
function chance(onlyA, onlyB) {
  const differ = onlyA + onlyB;
  let term = 0.5 ** differ;
  let tail = 0;
  for (let hits = 0; hits <= Math.min(onlyA, onlyB); hits++) {
    tail += term;
    term *= (differ - hits) / (hits + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Which is right more often, in words that need no statistics. */
function verdict({ rows, a, b, onlyA, onlyB }) {
  const p = chance(onlyA, onlyB);
  if (p < RISK) {
    const share = (hits) => `${(100 * hits / rows).toFixed(1)} %`;
    return `${b > a ? "B" : "A"} is right more often: in ${share(Math.max(a, b))} of the rows instead of ${share(Math.min(a, b))}. `
      + `Chance alone makes such a difference in fewer than one of ${p < 0.001 ? "1,000" : Math.floor(1 / p)} comparisons.`;
  }
  const difference = (b - a) / rows;
  const error = Math.sqrt(Math.max(onlyA + onlyB + 1 - rows * difference * difference, 1)) / rows;
  const points = (share) => Math.max(0, 100 * share).toFixed(1);
  return `Nothing shows that one is right more often. Of ${plural(rows, "label")}, B may be better by ${points(difference + NORMAL_95 * error)} points `
    + `or worse by ${points(NORMAL_95 * error - difference)}; more labels tell smaller differences.`;
}

/** The labelled rows of the draft's table, and the questions that the sides ask differently and that have labels. */
function labelled(draft, read) {
  const all = read.rows.length ? table.labelled(draft, read) : [];
  const names = draft.questions.map(({ name }) => name.trim()).filter((name) => !asksAlike(draft, name) && all.some(({ gold }) => gold[name] !== undefined));
  return { names, rows: all.filter(({ gold }) => names.some((name) => gold[name] !== undefined)) };
}

/** Says what can be compared of `draft`, whose table is `read`. */
export function offer(draft, read) {
  running.abort();
  if (draft.mode !== "compare") return;
  const { names, rows } = labelled(draft, read);
  byId("trial-says").textContent = rows.length
    ? `${plural(rows.length, "row")} of your table ${rows.length === 1 ? "has" : "have"} a right answer to what A and B ask differently. The page asks both about each row and counts the right answers.`
    : "Which side is right more often? Paste a table with right answers under “A table”, then word a question differently on side B.";
  byId("try").hidden = !rows.length;
  byId("trial-found").replaceChildren();
  byId("try").textContent = `Ask both about ${plural(rows.length, "row")}`;
  byId("try").onclick = () => run(draft, names, rows);
}

async function run(draft, names, rows) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  byId("try").hidden = true;
  // Whoever words a question anew has not learned it yet, so that the wordings are compared, and not the labels.
  const alone = (await service.offers())?.learned ? { learned: false } : {};
  const answers = [[], []];
  let done = 0;
  for (const [at, side] of ["a", "b"].entries()) {
    const all = questionsOf(draft, side);
    const { min_confidence, ...controls } = controlsOf(draft, side);
    const rest = { questions: Object.fromEntries(names.map((name) => [name, all[name]])), ...controls, ...alone };
    const ended = await batches.ask(rows.map(({ state }) => state), rest, (row, outcome) => {
      answers[at][row] = outcome.answers;
      byId("trial-found").textContent = `${(++done).toLocaleString("en")} of ${plural(2 * rows.length, "answer")}`;
    }, signal);
    if (signal.aborted) return;
    if (ended.kind !== "answer") {
      byId("try").hidden = false;
      byId("trial-found").replaceChildren(element("p", { className: "fault", textContent: ended.kind === "silence" ? "The service did not answer. Ask again." : `Side ${side.toUpperCase()} is refused: ${ended.text}` }));
      return;
    }
  }
  byId("trial-found").replaceChildren(...names.map((name) => found(draft, name, rows, answers)));
}

/** The result of a question. */
function found(draft, name, rows, answers) {
  const sides = ["a", "b"].map((side) => questionsOf(draft, side)[name]);
  const places = ["a", "b"].map((side) => optionsOf(draft.questions.find((question) => question.name.trim() === name), side).map(([label]) => label));
  // JavaScript may list the options of a side in another order than they are written in.
  const onB = (option) => (sides[0].type === "choice" ? Object.keys(sides[1].criteria).indexOf(places[1][places[0].indexOf(Object.keys(sides[0].criteria)[option])]) : option);
  const hits = rows.flatMap(({ gold }, row) => {
    const [a, b] = answers.map((side) => side[row]?.[name]);
    return gold[name] === undefined || !a || !b ? [] : [[labels.isOption(sides[0], a, gold[name]), labels.isOption(sides[1], b, onB(gold[name]))]];
  });
  const count = (test) => hits.filter(test).length;
  const result = { rows: hits.length, a: count(([a]) => a), b: count(([, b]) => b), onlyA: count(([a, b]) => a && !b), onlyB: count(([a, b]) => b && !a) };
  return element("div", { className: "found" }, element("h3", { textContent: name }),
    element("p", { className: "soft small", textContent: `Of ${plural(result.rows, "labelled answer")}, A has ${result.a} right and B ${result.b}: ${result.onlyA} only A, ${result.onlyB} only B.` }),
    element("p", { textContent: result.rows ? verdict(result) : "No row could be answered." }));
}
