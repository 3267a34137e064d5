/** Light or dark: as the system has it, until somebody chooses. */
import { byId } from "./dom.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme that was chosen; undefined if none was. */
export const chosen = () => document.documentElement.dataset.theme;

const isDark = () => (chosen() ?? (dark.matches ? "dark" : "light")) === "dark";

export function choose(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  byId("theme").textContent = isDark() ? "Light" : "Dark";
  byId("theme").setAttribute("aria-label", `Use the ${isDark() ? "light" : "dark"} theme`);
}

/** Lets the button choose, and tells `changed`. */
export function wire(changed) {
  byId("theme").addEventListener("click", () => {
    choose(isDark() ? "light" : "dark");
    changed();
  });
  dark.addEventListener("change", () => choose());
}
