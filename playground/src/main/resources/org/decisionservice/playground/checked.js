/** What of a table can be asked, and which of its labels count. The commands' `Spreadsheet.java` has the same rules. */
import * as gold from "./gold.js";
import * as plain from "./plain.js";

const LANGUAGE = "language";
export const STATE = "state";

/** The index of the column that is written like `wanted`, or else of the one that reads so in any letter case; -1 if there is none. */
export function find(names, wanted) {
  for (const form of [plain.name, plain.lower]) {
    const found = names.flatMap((each, index) => (form(each) === form(wanted) ? [index] : []));
    if (found.length > 1) throw new plain.Fault(`columns ${found[0] + 1} and ${found[1] + 1} are both named ${plain.quote(plain.name(wanted))}; rename one of them`);
    if (found.length) return found[0];
  }
  return -1;
}

/**
 * Counts the labels of `table`: `columns` has the index of each question's column by id, `state` the one of the states, or -1 if a
 * row is asked as a whole. `faults` has for each question the first label that is no option, and how many there are.
 */
export function check(table, questions, columns, state) {
  const found = { rows: 0, labels: 0, unlabelled: 0, stateless: 0, faults: new Map() };
  const ids = Object.keys(questions).filter((id) => columns[id] >= 0);
  table.rows.forEach((row, number) => {
    const labelled = ids.filter((id) => !plain.isBlank(row[columns[id]]));
    if (labelled.length && state >= 0 && plain.isBlank(row[state])) {
      found.stateless++;
      return;
    }
    const read = labelled.map((id) => kindOf(id, questions[id], row[columns[id]], table.lines[number], found.faults));
    found.labels += read.filter((kind) => kind === "label").length;
    if (read.includes("label")) found.rows++;
    else if (!read.includes("fault")) found.unlabelled++;
  });
  return found;
}

/** Whether a cell holds a `label`, a word for `none`, or something that is a `fault`, which is noted. */
function kindOf(id, question, label, line, faults) {
  try {
    return gold.index(id, question, label) === null ? "none" : "label";
  } catch (fault) {
    if (!(fault instanceof plain.Fault)) throw fault;
    const before = faults.get(id);
    faults.set(id, { first: before?.first ?? new plain.Fault(fault.message, line), count: (before?.count ?? 0) + 1 });
    return "fault";
  }
}

const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

/** How much is labelled, and what is not, as the commands say it. */
export function said({ rows, labels, unlabelled, stateless }, left = []) {
  return [
    `${count(labels, "label")} on ${count(rows, "row")}`,
    ...(unlabelled ? [`passed over ${count(unlabelled, "row")} without a label`] : []),
    ...(stateless ? [`passed over ${count(stateless, "row")} without a state`] : []),
    ...left,
  ].join("; ");
}

/**
 * The table as the commands read it, where the columns are named by `state` and by the questions: what they would say. A `Fault`
 * if they would refuse it.
 */
export function asCommandsDo(table, questions) {
  if (table.fault) throw table.fault;
  const { names } = table;
  const given = names.filter((name) => name !== "");
  const state = find(names, STATE);
  if (state < 0) throw new plain.Fault(`no column is named 'state'; the first row names ${plain.list(given)}; name the column of the states with --state`);
  const language = find(names, LANGUAGE);
  const ids = Object.keys(questions);
  const columns = Object.fromEntries(ids.map((id) => [id, find(names, id)]));
  const used = ids.filter((id) => columns[id] >= 0);
  if (!used.length) {
    const remedy = ids.length === 1 ? "; name the column of the labels with --label" : "";
    throw new plain.Fault(`no column is named by a question; the questions are ${plain.list(ids)}, and the first row names ${plain.list(given)}${remedy}`);
  }
  used.forEach((id, number) => {
    const first = used.findIndex((other) => columns[other] === columns[id]);
    if (first < number || columns[id] === state) {
      throw new plain.Fault(`the column of ${plain.quote(id)} would be the one of ${first < number ? plain.quote(used[first]) : "the states"}; rename the question`);
    }
  });
  const found = check(table, questions, columns, state);
  const [fault] = [...found.faults.values()].map(({ first }) => first).sort((a, b) => a.line - b.line);
  if (fault) throw fault;
  const unused = names.filter((name, index) => name !== "" && index !== state && index !== language && !Object.values(columns).includes(index));
  const without = ids.filter((id) => columns[id] < 0);
  const left = [...(without.length ? [`questions without a column: ${plain.list(without)}`] : []),
    ...(unused.length ? [`columns not used: ${plain.list(unused)}`] : [])];
  if (!found.rows) throw new plain.Fault(`${said(found, left)}; there is nothing to ask`);
  return said(found, left);
}
