/** The same questions about many states: in batches, and one by one where a batch is refused. */
import * as alone from "./alone.js";
import * as service from "./service.js";
import * as words from "./words.js";

const ROWS_AT_ONCE = 16;

const isBlank = (state) => (typeof state === "string" ? !state.trim() : Object.values(state).every((value) => !value.trim()));

/**
 * Asks about every state; `rest` has the questions and what else a request has. `each` gets the index of a state, and its answers or
 * what is wrong with it. Returns what ended it.
 */
export async function ask(states, rest, each, signal) {
  const wanted = states.map((_, index) => index).filter((index) => !isBlank(states[index]) || each(index, { fault: "This row is empty." }));
  for (let from = 0; from < wanted.length; from += ROWS_AT_ONCE) {
    const some = wanted.slice(from, from + ROWS_AT_ONCE);
    const body = { states: some.map((index) => states[index]), ...rest };
    const outcome = await service.patiently(service.BATCH, body, signal);
    if (outcome.kind === "answer") {
      const answered = outcome.body.results.map((result) => result.answers);
      const unread = outcome.body.results.map((result) => words.unread(words.added(result, "routing")));
      // The first rows show which questions were learned.
      const others = rest.learned === false ? [] : await alone.ask(service.BATCH, body, answered, from === 0, signal);
      answered.forEach((answers, index) => each(some[index], { answers, alone: others[index], unread: unread[index] }));
      continue;
    }
    const ended = outcome.kind !== "refusal" || outcome.status === 401 ? outcome : await oneByOne(some, states, rest, each, signal);
    if (ended) return ended;
  }
  return { kind: "answer" };
}

/** A batch is refused as a whole, so its rows are asked alone, to tell which one it was. A fault that no state has ends it. */
async function oneByOne(some, states, rest, each, signal) {
  for (const index of some) {
    const outcome = await service.patiently(service.DECISION, { state: states[index], ...rest }, signal);
    if (outcome.kind === "answer") each(index, { answers: outcome.body.answers, unread: words.unread(words.added(outcome.body, "routing")) });
    else if (outcome.kind === "refusal" && /^'?state\b/.test(outcome.text)) each(index, { fault: outcome.text });
    else return outcome;
  }
  return null;
}
