/**
 * A draft is everything on the page that a person wrote: what a link carries, a reload restores and the history holds. Its
 * text may come from anybody, so `clean` makes a new one of what has the right shape and drops the rest.
 */
export const MODES = ["one", "table", "compare"];
const TYPES = ["choice", "score", "noul"];
/** What a draft keeps; the page refuses to ask more. */
export const MOST_QUESTIONS = 64;
export const MOST_OPTIONS = 100;
/** A label for each row and question. */
const MOST_GIVEN = 64_000;
/** Of a field of a question. */
export const LINE = 4_000;
const STATE = 200_000;
export const CSV = 1_000_000;

const text = (value, most) => (typeof value === "string" ? value.slice(0, most) : "");
const share = (value) => (typeof value === "number" && value >= 0 && value <= 1 ? Math.round(1000 * value) / 1000 : 0);
const list = (value, most) => (Array.isArray(value) ? value.slice(0, most) : []);

/** Label and description, and both as side B words them. */
const option = (value) => {
  const parts = list(value, 4);
  return Array.from({ length: 4 }, (_, index) => text(parts[index], LINE));
};

const question = (value) => ({
  name: text(value.name, LINE),
  type: value.type,
  instructions: text(value.instructions, LINE),
  other: text(value.other, LINE),
  options: list(value.options, MOST_OPTIONS).map(option),
});

const triple = (value) => list(value, 3).map((part) => text(part, LINE));
const pair = (value) => list(value, 2).map((part) => text(part, LINE));

/** A draft out of `value`, which may be anything; null if it has no questions to show. */
export function clean(value) {
  if (typeof value !== "object" || value === null || !Array.isArray(value.questions)) return null;
  const questions = list(value.questions, MOST_QUESTIONS)
    .filter((entry) => typeof entry === "object" && entry !== null && TYPES.includes(entry.type))
    .map(question);
  if (questions.length < Math.min(value.questions.length, 1)) return null;
  return {
    mode: MODES.includes(value.mode) ? value.mode : "one",
    state: text(value.state, STATE),
    asText: value.asText === true,
    questions,
    model: text(value.model, 40),
    other: text(value.other, 40),
    lang: text(value.lang, 40),
    window: text(value.window, 8),
    threshold: share(value.threshold),
    csv: text(value.csv, CSV),
    encoding: text(value.encoding, 40),
    file: text(value.file, LINE),
    column: text(value.column, LINE),
    labels: list(value.labels, MOST_QUESTIONS).map(pair).filter((entry) => entry.length === 2),
    given: list(value.given, MOST_GIVEN).map(triple).filter((entry) => entry.length === 3),
  };
}

/** The options of a question as `side` words them, each with its label and its description; side B has those of A where it has none. */
export const optionsOf = ({ options }, side = "a") =>
  options.map(([label, description, other, otherDescription]) => (side === "b" ? [other.trim() || label, otherDescription.trim() || description] : [label, description]).map((part) => part.trim()));

/** The questions of a draft as a request has them; what is left blank is left out. `side` b has its own wordings. */
export function questionsOf(draft, side = "a") {
  return Object.fromEntries(draft.questions.map((question) => {
    const { name, type, instructions, other } = question;
    const options = optionsOf(question, side);
    const filled = options.filter(([label]) => label);
    const criteria = {
      choice: () => Object.fromEntries(filled.map(([label, description]) => [label, description || null])),
      score: () => filled.map(([label]) => label),
      noul: () => {
        const [whenTrue, whenFalse] = options.map(([label]) => label);
        return whenTrue || whenFalse ? { ...(whenTrue && { true: whenTrue }), ...(whenFalse && { false: whenFalse }) } : undefined;
      },
    }[type]();
    const wording = ((side === "b" && other.trim()) || instructions).trim();
    return [name.trim(), { type, instructions: wording, ...(criteria && { criteria }) }];
  }));
}

/** What a request has beside its state and questions. */
export function controlsOf(draft, side = "a") {
  const model = side === "b" ? draft.other : draft.model;
  const window = Number(draft.window);
  return {
    ...(model && { model }),
    ...(draft.lang.trim() && { lang: draft.lang.trim() }),
    ...(draft.window && Number.isInteger(window) && { max_len: window }),
    ...(draft.threshold > 0 && { min_confidence: draft.threshold }),
  };
}
