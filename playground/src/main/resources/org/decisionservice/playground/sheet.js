/** The files that the page gives back: a table with its answers, and its rows as requests. */
import { element } from "./dom.js";
import { controlsOf, questionsOf } from "./draft.js";
import * as bytes from "./bytes.js";
import * as csv from "./csv.js";
import * as words from "./words.js";

export function offer(content, type, download) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: url, download }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The columns that the page adds for a question; `first` is an answer to it, if there is one. */
function added(name, first) {
  const options = first ? words.distribution(first).map(([label]) => `${name}: ${label}`) : [];
  return [`${name}: answer`, `${name}: on this answer`, ...options];
}

/** A number with this decimal mark; three digits behind it may be a thousand. */
const decimal = (mark) => new RegExp(`^\\s*[+-]?(?:0|\\d+(?!${mark}\\d{3}\\s*$))${mark}\\d+\\s*$`);

/** How a number is written in the table: as its own numbers are. Where these do not tell, semicolons between cells leave the comma to numbers. */
function numbers({ sheet, separator }) {
  const cells = sheet.rows.flat();
  const [commas, points] = [decimal(","), decimal("\\.")].map((form) => cells.some((cell) => form.test(cell)));
  const comma = separator === ";" ? commas || !points : commas && !points;
  return (number) => (comma ? String(number).replace(".", ",") : String(number));
}

/** Where labels by hand stand: in the column of the labels, or else in a new one. */
function placed(table, name, column) {
  return column >= 0 ? column : table.names.includes(name) ? `${name}: label` : name;
}

/**
 * The table as it came, to the last cell, with labels that were given by hand, the answers and their probabilities. Rows over the limit are in it, too. What the
 * page adds is never a formula to a spreadsheet program; a cell that was there is as it was.
 */
function withAnswers({ draft, table, names, outcomes, columns, handed }) {
  const written = numbers(table);
  const first = outcomes.find((outcome) => outcome?.answers)?.answers;
  const places = names.map((name, number) => placed(table, name, columns[number]));
  const given = names.map((_, number) => outcomes.map((_, row) => handed(row, number)));
  const fresh = names.map((_, number) => number).filter((number) => typeof places[number] === "string" && given[number].some((label) => label !== undefined));
  // Whoever sorts the sheet has to see which answers mean nothing.
  const notes = outcomes.some((outcome) => outcome?.unread);
  const head = [...fresh.map((number) => places[number]), ...names.flatMap((name) => added(name, first?.[name])), "error", ...(notes ? ["note"] : [])];
  const answered = (outcome) => names.flatMap((name) => {
    const answer = outcome?.answers?.[name];
    return answer
      ? [answer.type === "score" ? written(words.brief(answer)) : words.brief(answer), ...[words.sureness(answer), ...words.distribution(answer).map(([, p]) => Number(p.toFixed(4)))].map(written)]
      : added(name, first?.[name]).map(() => "");
  });
  const rows = table.sheet.rows.map((cells, row) => {
    const own = [...cells];
    names.forEach((_, number) => {
      const label = given[number][row];
      if (label !== undefined && typeof places[number] === "number") own[places[number]] = label;
    });
    const outcome = outcomes[row];
    const error = outcome ? (outcome.fault ?? "") : row < outcomes.length ? "not asked" : `not asked: over the ${csv.MOST_ROWS.toLocaleString("en")} rows of this page`;
    return [...own, ...[...fresh.map((number) => given[number][row] ?? ""), ...answered(outcome), error, ...(notes ? [outcome?.unread ?? ""] : [])].map(csv.guarded)];
  });
  return csv.write([[...table.sheet.head, ...head.map(csv.guarded)], ...rows], table);
}

/** Saves the table that is shown. */
export function save(shown) {
  const name = shown.table.separator === "\t" ? "answers.tsv" : "answers.csv";
  offer(bytes.write(withAnswers(shown), shown.draft.encoding), "text/csv", name);
}

const word = (text) => (/^[\p{L}\p{N}._-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that answers a table in a file, with the questions of this page. */
export const command = (file, column) => `./serve answer ${word(file)} answered.csv --questions questions.json --state ${word(column)}`;

/** Saves the questions for it. */
export const saveQuestions = (draft) => offer(`${JSON.stringify(questionsOf(draft), null, 2)}\n`, "application/json", "questions.json");

/** Saves all rows, also those over the limit, as requests for `./serve answer`. */
export function saveRequests(draft, states) {
  const rest = { questions: questionsOf(draft), ...controlsOf(draft) };
  offer(states.map((state) => `${JSON.stringify({ state, ...rest })}\n`).join(""), "application/jsonl", "requests.jsonl");
}
