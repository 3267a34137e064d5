/** Names and labels as people mean them. The commands' `Plain.java` does the same. */

const AROUND = /[\s\u0085]/;

/** Without blanks around it. */
export function strip(text) {
  let [from, to] = [0, text.length];
  while (from < to && AROUND.test(text[from])) from++;
  while (to > from && AROUND.test(text[to - 1])) to--;
  return text.slice(from, to);
}

/** A name without blanks around it; an accent is part of its letter. */
export const name = (text) => strip(text).normalize("NFC");

/** The same in lower case. */
export const lower = (text) => name(text).toLowerCase();

/** An object of these entries, in which nothing else is found, whatever the name. */
export const byName = (entries) => Object.assign(Object.create(null), Object.fromEntries(entries));

export const isBlank = (text) => strip(text) === "";

const MOST_CHARACTERS = 80;
const MOST_LISTED = 12;

/** `text` in single quotes, on one line and short enough to read. */
export function quote(text) {
  const characters = [...text];
  const shown = characters.slice(0, MOST_CHARACTERS)
    .map((one) => (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(one) ? `\\u${one.codePointAt(0).toString(16).padStart(4, "0")}` : one)).join("");
  return `'${shown}${characters.length > MOST_CHARACTERS ? "…" : ""}'`;
}

/** Each of `texts` quoted, the first few of them, and how many more there are. */
export function list(texts) {
  const more = texts.length - MOST_LISTED;
  return texts.slice(0, MOST_LISTED).map(quote).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** What is wrong with a table: thrown, with the line where there is one. */
export class Fault extends Error {
  constructor(text, line = null) {
    super(text);
    this.line = line;
  }

  /** In words, as the commands say it after the name of the file. */
  get words() {
    return this.line === null ? this.message : `line ${this.line}: ${this.message}`;
  }
}
