/** What the checkpoint answers alone, where the service has learned a question from labels. */
import { byName } from "./plain.js";
import * as service from "./service.js";
import * as words from "./words.js";

/** Answers of another pass may differ in the last digit. */
const NOTICEABLE = 0.0005;

/** Questions that are known to be learned, by their wording. */
const learned = new Set();

const wording = (question) => JSON.stringify(question);

const differs = (one, other) => words.distribution(one).some(([, p], index) => Math.abs(p - words.distribution(other)[index][1]) > NOTICEABLE);

/** Those of `questions` to ask without what was learned: all of them if that is to be found out. */
const worth = (questions, all) => Object.fromEntries(Object.entries(questions).filter(([, question]) => all || learned.has(wording(question))));

/**
 * Asks `route` once more without what was learned. `answered` has the answers by question of each state. Returns those of the
 * checkpoint alone in the same form, of learned questions only. Unless `all` is set, only questions that are known to be learned are asked.
 */
export async function ask(route, body, answered, all, signal) {
  const none = answered.map(() => byName([]));
  const questions = (await service.offers())?.learned ? worth(body.questions, all) : {};
  if (!Object.keys(questions).length) return none;
  const { min_confidence, ...rest } = body;
  const outcome = await service.patiently(route, { ...rest, questions, learned: false }, signal);
  // A contract that does not know the member refuses it, and then nothing is shown.
  if (outcome.kind !== "answer") return none;
  const others = (outcome.body.results ?? [outcome.body]).map((result) => result.answers);
  for (const [name, question] of Object.entries(questions)) {
    if (answered.some((answers, index) => differs(answers[name], others[index][name]))) learned.add(wording(question));
  }
  return others.map((answers) => byName(Object.entries(answers).filter(([name]) => learned.has(wording(questions[name])))));
}
