/**
 * Tables as text: comma, semicolon or tab between cells, quotes as in RFC 4180. The commands' `TableReader.java` does the same, and
 * both are tested on `testdata/labels`.
 */
import * as plain from "./plain.js";

export const MOST_ROWS = 1_000;
export const MOST_COLUMNS = 50;

const SEPARATORS = [",", ";", "\t"];
const WIDTH = "put double quotes around a cell that holds a separator or a line break";

/** The separator that the first line with text has most of, outside quotes. */
function commonest(text) {
  const counts = SEPARATORS.map(() => 0);
  let quoted = false;
  let begun = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "\n" || character === "\r")) {
      if (begun) break;
    } else if (!quoted && SEPARATORS.includes(character)) counts[SEPARATORS.indexOf(character)]++;
    begun ||= !plain.isBlank(character);
  }
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}

/** Splits `text` into rows of cells, each with the number of the line it begins in. Rows without any text are passed over. */
function split(text) {
  if (/^\s*[{[]/.test(text)) throw new plain.Fault("it holds JSON, not a table; the commands read it by a name that ends in .jsonl");
  const said = /^"?sep=(.?)"?(?:\r\n|\r|\n|$)/i.exec(text);
  if (said && !(said[1] && [...SEPARATORS, "|"].includes(said[1]))) throw new plain.Fault("'sep=' takes a comma, a semicolon, a tab or |", 1);
  const mark = said ? said[1] : commonest(text);
  const begin = said ? text.slice(0, said[0].length).trim() : "";
  const rows = [];
  let at = said ? said[0].length : 0;
  let line = said ? 2 : 1;
  const endsLine = (index) => text[index] === "\n" || (text[index] === "\r" && text[index + 1] !== "\n");
  const endsCell = () => at === text.length || text[at] === mark || text[at] === "\n" || text[at] === "\r";
  const bare = () => {
    const from = at;
    while (!endsCell()) at++;
    return text.slice(from, at);
  };
  const quoted = () => {
    const opened = line;
    const parts = [];
    for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
      if (endsLine(at)) line++;
      parts.push(text[at]);
      if (text[at] === '"') at++;
    }
    if (at >= text.length) throw new plain.Fault("a cell begins with a double quote and no other one ends it; a quote inside a quoted cell is written twice", opened);
    for (at++; !endsCell(); at++) {
      if (!plain.isBlank(text[at])) throw new plain.Fault("text follows a cell's closing quote; a quote inside a quoted cell is written twice", line);
    }
    return parts.join("");
  };
  while (at < text.length) {
    const row = { line, cells: [] };
    for (let more = true; more;) {
      row.cells.push(text[at] === '"' ? quoted() : bare());
      more = text[at] === mark;
      if (more) at++;
    }
    if (at < text.length) {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      line++;
    }
    if (!row.cells.every(plain.isBlank)) rows.push(row);
  }
  return { rows, mark, begin };
}

/** The cells of a row of a table whose first `least` columns have names, and which has `most`. */
function fitted({ line, cells }, least, most) {
  if (cells.length < least || cells.slice(most).some((cell) => !plain.isBlank(cell))) {
    throw new plain.Fault(`cells here: ${cells.length}, columns in the first row: ${most}; ${WIDTH}`, line);
  }
  return Array.from({ length: most }, (_, index) => cells[index] ?? "");
}

/** Names for the columns, each once. */
function named(cells) {
  const names = [];
  cells.forEach((cell, index) => {
    const wanted = cell.trim() || `column ${index + 1}`;
    let name = wanted;
    for (let number = 2; names.includes(name); number++) name = `${wanted} ${number}`;
    names.push(name);
  });
  return names;
}

const NOTHING = { columns: [], names: [], rows: [], lines: [], more: 0, left: 0, fault: null, separator: ",", begin: "", sheet: { head: [], rows: [] } };

/**
 * Columns and rows of `text`. `names` are the columns' own, where they have one; `lines` says where each row begins. `more` rows
 * and `left` columns were over the limits. What is wrong with the table is its `fault`. `sheet` has every cell as it is written, in all rows
 * and columns; `separator` is what stands between them, and `begin` the line before them that says so.
 */
export function parse(text, header) {
  try {
    const { rows: all, mark, begin } = split(text.replace(/^\uFEFF/, ""));
    if (!all.length) return NOTHING;
    const first = all[0].cells.map(plain.name);
    const most = first.length;
    const least = header ? first.findLastIndex((name) => name !== "") + 1 : most;
    const below = header ? all.slice(1) : all;
    const rows = below.map((row) => fitted(row, least, most));
    const names = header ? first : first.map(() => "");
    return {
      columns: named(names.slice(0, MOST_COLUMNS)),
      names: names.slice(0, MOST_COLUMNS),
      rows: rows.slice(0, MOST_ROWS).map((row) => row.slice(0, MOST_COLUMNS)),
      lines: below.slice(0, MOST_ROWS).map((row) => row.line),
      more: Math.max(0, rows.length - MOST_ROWS),
      left: Math.max(0, most - MOST_COLUMNS),
      fault: null,
      separator: mark,
      begin,
      sheet: { head: header ? all[0].cells : named(names), rows },
    };
  } catch (fault) {
    if (!(fault instanceof plain.Fault)) throw fault;
    return { ...NOTHING, fault };
  }
}

/** Spreadsheets compute a cell that begins like a formula, so an apostrophe goes before one that this page adds, unless it is a number. */
export function guarded(text) {
  return /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
}

const quoted = (text) => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows of texts as CSV for this page, which computes nothing. */
export const plainly = (rows) => rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");

/** Rows of cells as a table with the separator of another. */
export const write = (rows, { separator, begin }) => [...(begin ? [begin] : []), ...rows.map((row) => row.map(quoted).join(separator)), ""].join("\r\n");
