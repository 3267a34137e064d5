/**
 * What spreadsheet programs on Windows write as CSV if nobody asks for UTF-8: a code page, and the file does not say which. Certain are the
 * letters and other characters that all code pages of Latin letters have in one place (1250, 1252, 1254, 1257, 1258), in words of Latin
 * letters. The commands' `Ansi.java` has the same rules.
 */
export const NAME = "windows-1252";

const CAPITALS = "ÄÉÓÖÜ";
const SMALL = "ßäéóöü";
const OTHERS = "€‚„…†‡‰‹‘’“”•–—™›\u00A0¤¦§©«¬\u00AD®°±´µ¶·»×÷";
const CERTAIN = new RegExp(`^[\\0-\\x7F${CAPITALS}${SMALL}${OTHERS}]*$`);
const WORDS = new RegExp(`[A-Za-z${CAPITALS}${SMALL}]+`, "g");
const BEYOND_ASCII = new RegExp(`[${CAPITALS}${SMALL}]`);
/** In another alphabet such letters stand together, and what other systems write after a word is a capital letter here. */
const NO_WORD = new RegExp(`^[^A-Za-z]+$|[${CAPITALS}${SMALL}]{3}|[a-z${SMALL}][${CAPITALS}]`);

/** The characters of the bytes from 128 to 159, which stand elsewhere in Unicode; the others are where they are there. */
const MOVED = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
const FIRST_MOVED = 128;

const characterOf = (byte) => MOVED[byte - FIRST_MOVED] ?? String.fromCharCode(byte);
const byteOf = (character) => (MOVED.includes(character) ? FIRST_MOVED + MOVED.indexOf(character) : character.charCodeAt(0));

/** The text of bytes that are no UTF-8, if it is certain; undefined if not. */
export function read(bytes) {
  const text = Array.from(bytes, characterOf).join("");
  if (!CERTAIN.test(text) || /^\s*[{[]/.test(text)) return undefined;
  const words = (text.match(WORDS) ?? []).filter((word) => BEYOND_ASCII.test(word));
  return words.length && !words.some((word) => NO_WORD.test(word)) ? text : undefined;
}

/** The bytes of a text; undefined if they could not be read again for certain. */
export function write(text) {
  const bytes = Uint8Array.from(text, byteOf);
  return read(bytes) === text ? bytes : undefined;
}
