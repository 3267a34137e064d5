/** An element with attributes and children; a property in camel case, such as textContent or onclick, is set as one. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** Says something that happened, at the top of the page. */
export function say(text) {
  byId("said").textContent = text;
}

/** Moves sight and focus; the address stays as it is, because the entry of the browser's history holds the draft. */
export function jump(target) {
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

/** Copies `text`. Browsers keep the clipboard from pages without TLS, but not what is selected. Returns whether it is copied. */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const field = element("textarea", { className: "unseen", value: text });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    before?.focus({ preventScroll: true });
    return copied;
  }
}

export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
