// Collects every sentence that the page can print, from its modules and its HTML, and compares them with sentences.txt, so that
// somebody has read each. {} stands for what is put in.
//     node sentences.mjs ROOT [--renew]
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [root, renew] = process.argv.slice(2);
const folder = join(root, "playground/src/main/resources/org/decisionservice/playground");
const list = join(root, "scripts/check/labels/sentences.txt");
/** They write code and requests, which are run. */
const CODE = ["code.js", "decisions.js", "examples.js"];

/** The texts of strings and templates in JavaScript `source`. */
function texts(source) {
  const found = [];
  let at = 0;
  const until = (end) => (at = Math.max(source.indexOf(end, at), at) + end.length);
  const string = (quote) => {
    const names = /(?:className: |classList\.\w+\(|aria-labelledby": |aria-describedby", )$/.test(source.slice(Math.max(0, at - 24), at));
    let text = "";
    for (at++; source[at] !== quote; at++) {
      if (source[at] === "\\") text += source[at++];
      if (quote === "`" && source.startsWith("${", at)) {
        at += 2;
        code("}");
        text += "{}";
      } else text += source[at];
    }
    at++;
    if (!names) found.push(text);
  };
  /** Up to the brace that ends it. */
  const code = (end) => {
    for (let depth = 0, before = ""; at < source.length;) {
      const one = source[at];
      if (one === end && depth === 0) return;
      if (source.startsWith("//", at)) until("\n");
      else if (source.startsWith("/*", at)) until("*/");
      else if ("\"'`".includes(one)) {
        string(one);
        before = one;
      } else if (one === "/" && (/[(,=>:[!&|?{};\n]|^$/.test(before) || /\breturn $/.test(source.slice(0, at)))) regex();
      else {
        if (end && one === "{") depth++;
        if (end && one === "}") depth--;
        if (!/[ \t]/.test(one)) before = one;
        at++;
      }
    }
  };
  const regex = () => {
    let set = false;
    for (at++; source[at] !== "/" || set; at++) {
      if (source[at] === "\\") at++;
      else if (source[at] === "[") set = true;
      else if (source[at] === "]") set = false;
    }
    at++;
  };
  code("");
  return found;
}

/** What people read and not what names something in the page: words with a space between them, or one that begins with a capital. */
const isSaid = (text) => /[A-Za-z]{2,} .*[a-z]|^[A-Z][a-z]+ ?$|[a-z]{2,}\.$/.test(text) && !/^[.#[]\S|^[a-z]+\[|[>"]|^\.\S+ li$|^\.\.?\//.test(text);

function ofHtml(text) {
  const body = text.replace(/<!--[\s\S]*?-->|<script[\s\S]*?<\/script>/g, "");
  const shown = [...body.matchAll(/(?:placeholder|aria-label|title)="([^"]*)"/g)].map(([, words]) => words);
  const blocks = body.split(/<\/?(?:p|h\d|li|dt|dd|div|section|label|button|option|summary|legend|title|a|textarea|select|fieldset|form|header|nav|main|head|html|body|dl|dialog|ul|ol|details|span)\b[^>]*>/);
  return [...shown, ...blocks.map((block) => block.replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim())].filter((words) => /[A-Za-z]{2}/.test(words));
}

const lines = readdirSync(folder).filter((name) => name.endsWith(".js") && !CODE.includes(name)).sort()
  .flatMap((name) => texts(readFileSync(join(folder, name), "utf8")).filter(isSaid).map((text) => `${name}: ${text}`));
lines.push(...ofHtml(readFileSync(join(folder, "page.html"), "utf8")).map((text) => `page.html: ${text}`));
const collected = `${[...new Set(lines)].join("\n")}\n`;
if (renew) writeFileSync(list, collected);
const known = readFileSync(list, "utf8").split("\n");
const now = collected.split("\n");
const fresh = now.filter((line) => !known.includes(line));
const gone = known.filter((line) => !now.includes(line));
for (const line of fresh) console.log(`failed   new in the page, read it and add it with sentences.mjs ROOT --renew: ${line}`);
for (const line of gone) console.log(`failed   no longer in the page: ${line}`);
if (!fresh.length && !gone.length) console.log(`passed   the ${now.length - 1} sentences that the page can print are those of sentences.txt`);
process.exit(fresh.length || gone.length || now.length < 200 ? 1 : 0);
