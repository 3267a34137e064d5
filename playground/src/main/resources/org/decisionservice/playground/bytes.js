/** The text of a file that somebody opens. The commands' `FileKind.java` and `TextFile.java` have the same rules. */
import * as ansi from "./ansi.js";
import { Fault } from "./plain.js";

const KINDS = [
  ["1f8b", "it is compressed (gzip); unpack it first"],
  ["28b52ffd", "it is compressed (zstd); unpack it first"],
  ["425a68", "it is compressed (bzip2); unpack it first"],
  ["fd377a585a", "it is compressed (xz); unpack it first"],
  ["504b0304", "it is a workbook (.xlsx, .ods) or a ZIP archive; save the sheet as CSV UTF-8"],
  ["d0cf11e0", "it is a workbook of the old kind (.xls); save the sheet as CSV UTF-8"],
  ["50415231", "it is a Parquet file; write it as CSV, or as lines of JSON"],
  // What Git LFS has in the place of a file: a version, and its address.
  ["76657273696f6e2068747470733a2f2f6769742d6c6673", "it is a pointer of Git LFS, whose contents were not fetched; run 'git lfs pull'"],
];
const NUL = "a NUL character, so the file may be UTF-16 without a byte-order mark; save it as UTF-8";

const lineOf = (text, index) => (text.slice(0, index).match(/\r\n|\r|\n/g) ?? []).length + 1;

/** Decodes `bytes`, and names the first line that cannot be. */
function decode(bytes, name, spoken) {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    throw new Fault(`a byte that is not ${spoken}; save the file as UTF-8 (a spreadsheet program calls it CSV UTF-8)`, brokenLine(bytes, name));
  }
}

/** A line that is broken has a byte that no other line makes good, so lines are tried one by one. */
function brokenLine(bytes, name) {
  const wide = name !== "utf-8";
  const step = wide ? 2 : 1;
  const unit = (at) => (!wide ? bytes[at] : name === "utf-16le" ? bytes[at] + 256 * bytes[at + 1] : 256 * bytes[at] + bytes[at + 1]);
  const decoder = () => new TextDecoder(name, { fatal: true });
  let line = 1;
  let from = 0;
  for (let at = 0; at < bytes.length; at += step) {
    if (unit(at) !== 10 && (unit(at) !== 13 || unit(at + step) === 10)) continue;
    try {
      decoder().decode(bytes.subarray(from, at));
    } catch {
      return line;
    }
    from = at + step;
    line++;
  }
  return line;
}

/** UTF-8, or else ANSI where that is certain. */
function plainly(bytes) {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "" };
  } catch {
    const text = ansi.read(bytes);
    return text === undefined ? { text: decode(bytes, "utf-8", "UTF-8"), encoding: "" } : { text, encoding: ansi.NAME };
  }
}

/** The bytes of a table: in ANSI if it was read so and every character is in it, and else in UTF-8 with a byte-order mark, without which spreadsheet programs take it for ANSI. */
export const write = (text, encoding) => (encoding === ansi.NAME ? ansi.write(text) : undefined) ?? `\uFEFF${text}`;

/** The text of a file, without a byte-order mark, and its `encoding`; a `Fault` if it is none. */
export function read(bytes) {
  const head = [...bytes.subarray(0, 23)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const kind = KINDS.find(([begin]) => head.startsWith(begin));
  if (kind) throw new Fault(kind[1]);
  const wide = head.startsWith("fffe") ? "utf-16le" : head.startsWith("feff") ? "utf-16be" : null;
  const { text, encoding } = wide ? { text: decode(bytes, wide, "UTF-16"), encoding: "" } : plainly(bytes);
  if (!text.trim()) throw new Fault("it is empty");
  if (text.includes("\0")) throw new Fault(NUL, lineOf(text, text.indexOf("\0")));
  return { text, encoding };
}
