/** Answers in words and numbers. Reads every form of answer the service has: its own, the strict one and the contract's. */

/** In whole percents, because labels tell no finer; next to nothing is not nothing, and nearly all is not all. */
export function percent(p) {
  const whole = Math.round(100 * p);
  return whole === 0 && p > 0 ? "< 1 %" : whole === 100 && p < 1 ? "> 99 %" : `${whole} %`;
}
/** A threshold, which is a number that somebody has chosen, so that nothing of it is rounded away. */
export const limit = (threshold) => `${Math.round(1000 * threshold) / 10} %`;
export const decimals = (number) => number.toFixed(2);
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const join = (names) => names.map((name) => `“${name}”`).join(", ");

/** What the service adds has a prefix in some deployments. */
export const added = (object, name) => object?.[name] ?? object?.[`x_${name}`];

/** Label and probability of every option, in the order of the question. */
export function distribution(answer) {
  if (answer.type === "noul") return [["yes", answer.noul], ["no", 1 - answer.noul]];
  const label = (key) => (answer.type === "score" ? answer.legend[key] : key);
  return Object.entries(answer.probabilities ?? {}).map(([key, p]) => [label(key), p]);
}

/** The share of the probability on the reported answer, which the threshold is held against. */
export const sureness = (answer) => added(answer, "answer_confidence") ?? Math.max(0, ...distribution(answer).map(([, p]) => p));

/** The most probable option, the first of equals. */
export const top = (answer) => distribution(answer).reduce((best, option) => (option[1] > best[1] ? option : best), ["", -1])[0];

/** The same with what it is on, where that is not the answer itself: a score lies between its levels. */
export const sure = (answer) => percent(sureness(answer)) + (answer.type === "score" ? ` on “${top(answer)}”` : "");

/** An answer in one or two words. */
export function brief(answer) {
  if (answer.type === "choice") return String(answer.choice);
  if (answer.type === "noul") return answer.noul >= 0.5 ? "yes" : "no";
  return decimals(answer.score);
}

/** What the answer is, and the one number beside it: how much of the probability is on it, which the threshold is held against. */
export function headline(answer) {
  if (answer.type === "choice") return [String(answer.choice), `, ${sure(answer)}`];
  if (answer.type === "score") {
    const levels = Object.values(answer.legend);
    const below = Math.floor(answer.score);
    const near = Number.isInteger(answer.score) || below + 1 >= levels.length ? `“${levels[below]}”` : `between “${levels[below]}” and “${levels[below + 1]}”`;
    return [decimals(answer.score), ` on a scale from 0 to ${levels.length - 1}, ${near}; ${sure(answer)}`];
  }
  const undecided = Math.abs(answer.noul - 0.5) < 0.1 ? ", close to undecided" : "";
  return [answer.noul >= 0.5 ? "Yes" : "No", `, ${sure(answer)}${undecided}`];
}

const KNOWN = ["type", "choice", "score", "noul", "probabilities", "legend", "confidence", "answer_confidence", "action",
  "abstention", "abstention_threshold", "low_confidence"];

/** What a service says beyond what this page knows, as short JSON by name. */
export function unknown(object, known = KNOWN) {
  return Object.entries(object ?? {})
    .filter(([name]) => !known.includes(name.replace(/^x_/, "")))
    .map(([name, value]) => {
      const text = JSON.stringify(value);
      return `${name}: ${text.length > 240 ? `${text.slice(0, 240)}…` : text}`;
    });
}

export function routing(route) {
  if (!route) return "The service does not say which checkpoint answered.";
  const seen = route.detection;
  const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  const detected = !seen
    ? "The service did not look for the language of the state."
    : seen.language && !seen.language_undecided
      ? `The state reads as ${languages.of(seen.language)} in ${capital(seen.script)} script.`
      : `The language is not certain; the script is ${capital(seen.script)}.`;
  return `Answered by ${route.model}: ${route.reason}. ${detected}`;
}

/** Why the answers about a state say nothing: nobody here reads its language, or it has no words; empty if there is no such reason. */
export function unread(route) {
  if (route?.language_supported !== false) return "";
  const seen = route.detection;
  const stated = /^(explicit lang=|lang_guess)/.test(route.reason);
  if (seen ? seen.script === "unknown" : !stated) return "There is no word and no number in this state, so there is nothing to answer about.";
  const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  const name = seen?.language ? languages.of(seen.language) : "the language of this state";
  return `No checkpoint of this service reads ${name}. Do not rely on these answers.`;
}

/** Where the word first stands, it is explained. */
const tokens = (count) => `${count.toLocaleString("en")} token${count === 1 ? "" : "s"} (words or pieces of words)`;

export function reading(usage) {
  const needed = added(usage, "state_tokens");
  if (needed === undefined) return `The service read ${tokens(usage.input_tokens)} in all, and does not say what it cut.`;
  const dropped = added(usage, "state_tokens_dropped");
  const collapsed = Object.keys(added(usage, "options") ?? {});
  const state = dropped === 0
    ? `The whole state was read: ${tokens(needed)}.`
    : `The state has ${tokens(needed)}. For ${join(added(usage, "truncated_questions"))}, up to ${dropped.toLocaleString("en")} of them were not read. Shorten the state, or widen the window.`;
  return collapsed.length ? `${state} Some options of ${join(collapsed)} were cut so far that they look alike. Shorten them, or widen the window.` : state;
}
