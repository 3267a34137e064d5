/** What the text of the state is sent as: a text, a JSON document, or nothing while it is half a document. */
export const STATE_CHARACTERS = 50_000;

/** Where a browser says that JSON is broken, in one form; browsers word it differently. */
function place(error, text) {
  const at = /line (\d+) column (\d+)/.exec(error.message);
  if (at) return `line ${at[1]}, column ${at[2]}`;
  const offset = /position (\d+)/.exec(error.message);
  if (!offset) return `line ${text.split("\n").length}`;
  const before = text.slice(0, Number(offset[1])).split("\n");
  return `line ${before.length}, column ${before.at(-1).length + 1}`;
}

/** The kind of a state: `text`, `document` with its value, or `broken` with the place. A text may well begin with a brace, so `asText` settles it. */
export function read(text, asText) {
  if (asText || !/^\s*[{[]/.test(text)) return { kind: "text", value: text };
  try {
    return { kind: "document", value: JSON.parse(text) };
  } catch (error) {
    return { kind: "broken", place: place(error, text) };
  }
}

/** The state in words. */
export function describe(state) {
  if (state.kind === "broken") return "Not sent yet";
  const count = state.kind === "document" ? JSON.stringify(state.value).length : state.value.length;
  const form = state.kind === "document" ? "Sent as a JSON document" : "Sent as text";
  return `${form}, ${count.toLocaleString("en")} of ${STATE_CHARACTERS.toLocaleString("en")} characters`;
}
