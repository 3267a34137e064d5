/** Tables as text: comma, semicolon or tab between cells, quotes as in RFC 4180. */
export const MOST_ROWS = 1_000;
const MOST_COLUMNS = 50;

/** The separator that the first line has most of, outside quotes. */
function separator(text) {
  const line = (text.match(/^(?:"(?:[^"]|"")*"|[^"\r\n])*/) ?? [""])[0].replace(/"(?:[^"]|"")*"/g, "");
  const count = (mark) => line.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ",");
}

/** Splits `text` into rows of cells, at most `most` of them; what is beyond is counted. */
function split(text, most) {
  const mark = separator(text);
  const rows = [];
  let row = [];
  let cell = "";
  let quoted = false;
  let more = 0;
  const end = () => {
    row.push(cell);
    if (row.length > 1 || row[0] !== "") {
      if (rows.length < most) rows.push(row.slice(0, MOST_COLUMNS));
      else more++;
    }
    row = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === mark) {
      row.push(cell);
      cell = "";
    } else if (character === "\n" || character === "\r") {
      if (character === "\r" && text[at + 1] === "\n") at++;
      end();
    } else cell += character;
  }
  if (cell !== "" || row.length) end();
  return { rows, more, open: quoted };
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

/** Columns and rows of `text`. `more` rows were over the limit; `open` says that a quote is not closed. */
export function parse(text, header) {
  const { rows, more, open } = split(text.replace(/^\uFEFF/, ""), MOST_ROWS + (header ? 1 : 0));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const first = header && rows.length ? rows[0] : [];
  const columns = named(Array.from({ length: width }, (_, index) => first[index] ?? ""));
  const cells = (header ? rows.slice(1) : rows).map((row) => columns.map((_, index) => row[index] ?? ""));
  return { columns, rows: cells, more, open };
}

/** Spreadsheets compute a cell that begins like a formula, so an apostrophe goes before it, unless it is a number. */
function guarded(text) {
  return /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
}

const cell = (value) => {
  const text = guarded(String(value ?? ""));
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows of cells as CSV, with a byte-order mark because spreadsheets take it for Latin-1 otherwise. */
export const write = (rows) => `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
