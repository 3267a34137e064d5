/**
 * A link carries a draft in its fragment, which browsers do not send. Whoever opens it decides whether to ask: a link asks
 * nothing by itself.
 */
import { clean } from "./draft.js";

const MARK = "#request=";
/** Longer addresses are cut by mail programs and chats. */
export const LONGEST = 16_000;

function encode(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(code) {
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

/** The address of `draft`, without its table, which would be too long; null if it is too long all the same. */
export function write(draft) {
  const { csv, encoding, file, labels, column, given, ...carried } = draft;
  const link = location.href.split("#")[0] + MARK + encode(JSON.stringify(carried));
  return link.length <= LONGEST ? link : null;
}

/** What an address carries: `none`, a `draft`, or `broken`. */
export function read(fragment) {
  if (!fragment.startsWith(MARK)) return { kind: "none" };
  if (fragment.length > LONGEST) return { kind: "broken" };
  try {
    const draft = clean(JSON.parse(decode(fragment.slice(MARK.length))));
    return draft ? { kind: "draft", draft } : { kind: "broken" };
  } catch {
    return { kind: "broken" };
  }
}
