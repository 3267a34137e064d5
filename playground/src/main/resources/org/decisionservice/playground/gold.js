/**
 * The option that a label names. What a label may look like is a table of docs/judging.md; the commands' `GoldReader.java` has
 * the same rules, and both are tested on `testdata/labels`.
 */
import * as plain from "./plain.js";

const NO = ["false", "no", "n", "0"];
const YES = ["true", "yes", "y", "1"];
/** What spreadsheet programs and data frames write where there is no value. */
const NONE = ["nan", "null", "none", "na", "n/a", "#n/a", "<na>"];

/** The texts of a question's options, as a request has them. */
export function names({ type, criteria, labels }) {
  if (type === "noul") return [labels?.false ?? "false", labels?.true ?? "true"];
  return (Array.isArray(criteria) ? criteria : Object.keys(criteria)).map(String);
}

/** The same as they are listed; a level of a score has its number. */
const options = (question) =>
  question.type === "noul" ? ["false", "true"] : names(question).map((name, index) => (question.type === "score" ? `${index}: ${name}` : name));

/** Those that are written like `text`, or else those that read so in any letter case. */
function named(texts, text) {
  for (const form of [plain.name, plain.lower]) {
    const found = texts.flatMap((each, index) => (form(each) === form(text) ? [index] : []));
    if (found.length) return found;
  }
  return [];
}

function candidates(question, text) {
  const listed = question.type === "score" ? named(options(question), text) : [];
  if (listed.length) return listed;
  const found = named(names(question), text);
  if (question.type === "score" && /^[0-9]{1,9}$/.test(plain.name(text))) {
    const level = Number(plain.name(text));
    if (level < names(question).length) return [...new Set([...found, level])].sort((a, b) => a - b);
  }
  if (question.type === "noul" && !found.length) {
    const lower = plain.lower(text);
    return YES.includes(lower) ? [1] : NO.includes(lower) ? [0] : [];
  }
  return found;
}

/** The index of the option that `text` names; null if it is a word for no label; a `Fault` if it names none, or several. */
export function index(id, question, text) {
  if (plain.isBlank(text)) return null;
  let found = candidates(question, text);
  // Data frames make 1.0 of 1 in a column that lacks a value somewhere, spreadsheet programs 1,0; three zeros behind a comma may be a thousand.
  if (!found.length) found = candidates(question, plain.name(text).replace(/^([+-]?[0-9]+)(?:\.0+|,00?)$/, "$1"));
  if (found.length === 1) return found[0];
  if (!found.length && NONE.includes(plain.lower(text))) return null;
  const what = found.length
    ? `could be any of ${plain.list(found.map((each) => options(question)[each]))}; write one of them in full`
    : `is none of its options: ${plain.list(options(question))}`;
  throw new plain.Fault(`the label ${plain.quote(text)} of question ${plain.quote(id)} ${what}`);
}
