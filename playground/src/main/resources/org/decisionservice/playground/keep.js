/**
 * What the page keeps: the draft in this tab's own entry of the browser's history, so that a reload loses nothing, and the
 * requests that were asked in the browser's storage. A browser may deny the storage; then they are kept until the page is
 * closed.
 */
import { clean } from "./draft.js";

const NAME = `decision-service:history:${location.pathname}`;
const MOST_ENTRIES = 40;
const MOST_CHARACTERS = 1_000_000;
/** In characters; the history has a larger table's questions only. */
const LARGE_TABLE = 20_000;

let memory = [];
let denied = false;

/** Keeps what `page` holds for a reload: `draft`, `live` and `theme`. */
export function hold(page) {
  try {
    history.replaceState(page, "");
  } catch {
    // Browsers refuse to do this too often or with too much; the next edit tries again.
  }
}

/** What was held before a reload; null if nothing was. */
export function held() {
  const draft = clean(history.state?.draft);
  return draft && { draft, live: history.state.live !== false, theme: history.state.theme };
}

const entry = (value) => {
  const draft = clean(value?.draft);
  return draft && Number.isFinite(value.at) ? { at: value.at, draft } : null;
};

/** The requests that were asked, newest first. */
export function entries() {
  if (denied) return memory;
  try {
    const stored = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored.map(entry).filter(Boolean) : [];
  } catch (error) {
    denied = !(error instanceof SyntaxError);
    return denied ? memory : [];
  }
}

function store(list) {
  memory = list;
  try {
    if (list.length) localStorage.setItem(NAME, JSON.stringify(list));
    else localStorage.removeItem(NAME);
  } catch {
    denied = true;
  }
}

/** Adds a request; one that continues the newest, as when answers follow the typing, takes its place. */
export function add(draft, at, continues) {
  const small = draft.csv.length > LARGE_TABLE ? { ...draft, csv: "", given: [] } : draft;
  const text = JSON.stringify(small);
  const before = entries().slice(continues ? 1 : 0).filter((other) => JSON.stringify(other.draft) !== text);
  const list = [{ at, draft: small }, ...before].slice(0, MOST_ENTRIES);
  while (list.length > 1 && JSON.stringify(list).length > MOST_CHARACTERS) list.pop();
  store(list);
}

export function forget() {
  store([]);
}

/** Whether the browser denies its storage. */
export const isDenied = () => denied;
