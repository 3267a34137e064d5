/**
 * Labels that somebody gives on this page, by question and by the text that they are about, so that they stay with it if rows
 * move. They are texts that `gold.js` reads; a blank one takes back what a column of the table says.
 */
const given = new Map();

/** A short key for a state: two 32-bit hashes of its text. */
function keyOf(state) {
  const text = typeof state === "string" ? state : JSON.stringify(state);
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x85ebca77);
    b = Math.imul(b ^ text.charCodeAt(at), 0xc2b2ae3d);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

const idOf = (question, state) => JSON.stringify([question, keyOf(state)]);

/** The label of `question` about `state`; undefined if none was given. */
export const of = (question, state) => given.get(idOf(question, state));

export const give = (question, state, label) => given.set(idOf(question, state), label);

/** All of them, as a draft keeps them. */
export const list = () => [...given].map(([id, label]) => [...JSON.parse(id), label]);

export function fill(labels) {
  given.clear();
  for (const [question, key, label] of labels) given.set(JSON.stringify([question, key]), label);
}
