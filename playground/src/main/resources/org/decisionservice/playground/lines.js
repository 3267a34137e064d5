/** Rows as lines of JSON, such as `./serve learn --next` writes them, as a table with the questions that they ask. */
import * as csv from "./csv.js";
import { Fault } from "./plain.js";

/** What a question is called that a file does not name. */
export const UNNAMED = "question";

const isText = (value) => value === null || value === undefined || typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a file of this text holds lines of JSON. */
export const isLines = (text) => /^\s*\{/.test(text);

/** A question as the form has it. Throws a `Fault` if the form cannot have it. */
export function drafted(name, question, line) {
  const { type, instructions, criteria, labels } = isObject(question) ? question : {};
  const entries = type === "noul"
    ? ["true", "false"].map((side) => [Object.entries(criteria ?? {}).find(([key]) => key.toLowerCase() === side)?.[1] ?? "", ""])
    : Array.isArray(criteria) ? criteria.map((label) => [String(label), ""]) : Object.entries(criteria ?? {});
  if (!["choice", "score", "noul"].includes(type) || typeof instructions !== "string" || labels || !entries.flat().every(isText)) {
    throw new Fault(`this page cannot ask the question ${JSON.stringify(name)}; it can ask a choice, a score or a noul whose options are texts`, line);
  }
  return { name, type, instructions, other: "", options: entries.map(([label, description]) => [label ?? "", description ?? ""]) };
}

/** The questions of a row and their labels, by id. */
function askedBy(row, line) {
  if ("decision_log" in row) return { questions: { [row.id]: row.question }, gold: { [row.id]: row.gold } };
  const gold = row.gold ?? row.expected;
  if ("question" in row) return { questions: { [UNNAMED]: row.question }, gold: { [UNNAMED]: gold } };
  if (!isObject(row.questions)) throw new Fault("it has neither 'question' nor 'questions'", line);
  return { questions: row.questions, gold: Array.isArray(gold) ? listed(gold, row.questions, line) : isObject(gold) ? gold : {} };
}

/** The labels of yes/no questions of which a list names those that are true. */
function listed(gold, questions, line) {
  const other = gold.find((label) => !Object.hasOwn(questions, label));
  if (other !== undefined) throw new Fault(`the label ${JSON.stringify(other)} is none of its questions`, line);
  return Object.fromEntries(Object.keys(questions).map((id) => [id, gold.includes(id)]));
}

function parsed(text, line) {
  try {
    const row = JSON.parse(text);
    if (isObject(row)) return row;
  } catch {
    // said below
  }
  throw new Fault("each line has to be a JSON object", line);
}

/**
 * The rows of `text`: `csv` with a column for the states and one for the labels of each question, `questions` as the form has
 * them, the `model` that all rows name, and how many rows have documents and are `left` out. Throws a `Fault`.
 */
export function read(text) {
  const questions = new Map();
  const models = new Set();
  const rows = [];
  let left = 0;
  text.split(/\r\n|\r|\n/).forEach((content, index) => {
    if (!content.trim() || content.trim().startsWith("#")) return;
    const row = parsed(content, index + 1);
    const { questions: asked, gold } = askedBy(row, index + 1);
    if (typeof row.state !== "string") {
      left++;
      return;
    }
    for (const [name, question] of Object.entries(asked)) {
      const known = questions.get(name);
      const drawn = drafted(name, question, index + 1);
      if (known && JSON.stringify(known) !== JSON.stringify(drawn)) {
        throw new Fault(`it asks ${JSON.stringify(name)} in other words than an earlier line; this page asks the same about all rows`, index + 1);
      }
      questions.set(name, drawn);
    }
    models.add(typeof row.model === "string" ? row.model : "");
    rows.push([row.state, gold]);
  });
  if (!rows.length) throw new Fault(left ? "its states are documents, and this page opens only texts" : "it holds no rows");
  const names = [...questions.keys()];
  const label = (value) => (value === null || value === undefined ? "" : String(value));
  return {
    csv: csv.plainly([["state", ...names], ...rows.map(([state, gold]) => [state, ...names.map((name) => label(gold[name]))])]),
    questions: [...questions.values()],
    model: models.size === 1 ? [...models][0] : "",
    left,
  };
}
