// Reads every file of testdata/labels with the page's own modules, and compares what they say with expected.json.
//     node page.mjs ROOT
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = process.argv[2];
const folder = join(root, "testdata/labels");
// Node takes the modules for what they are only beside a package.json that says so.
const modules = mkdtempSync(join(tmpdir(), "page-"));
cpSync(join(root, "playground/src/main/resources/org/decisionservice/playground"), modules, { recursive: true });
writeFileSync(join(modules, "package.json"), '{"type": "module"}');
const load = (name) => import(pathToFileURL(join(modules, `${name}.js`)));
const [bytes, checked, csv, plain] = await Promise.all(["bytes", "checked", "csv", "plain"].map(load));

const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
const questions = JSON.parse(readFileSync(join(folder, "questions.json"), "utf8"));

/** What the page would say of a file that somebody opens. */
function verdict(name) {
  try {
    const { text } = bytes.read(new Uint8Array(readFileSync(join(folder, name))));
    return { said: checked.asCommandsDo(csv.parse(text, true), questions) };
  } catch (fault) {
    if (!(fault instanceof plain.Fault)) throw fault;
    return { refused: fault.words };
  }
}

const names = readdirSync(folder).filter((name) => !name.endsWith(".json"));
const failed = names.filter((name) => {
  const entry = expected[name] ?? {};
  // The page reads tables only.
  const wanted = entry.page ?? entry;
  const found = verdict(name);
  if (found.refused === wanted.refused && found.said === wanted.said) return false;
  console.log(`failed   ${name}: the page says ${JSON.stringify(found)}, not ${JSON.stringify({ refused: wanted.refused, said: wanted.said })}`);
  return true;
});
console.log(`${failed.length ? "failed  " : "passed  "} the page reads ${names.length - failed.length} of ${names.length} files as the commands do`);

/** What the page says beyond the commands: what is over its limits, and how many labels are no options. */
function limits() {
  const wide = csv.parse(`${Array.from({ length: 60 }, (_, number) => `c${number}`).join(",")}\n${"x,".repeat(59)}x\n`, true);
  const long = csv.parse(`state,team\n${"x,tech\n".repeat(1200)}`, true);
  const wrong = csv.parse("state,team\nx,tech\ny,bilings\nz,nobody\n", true);
  const { labels, faults } = checked.check(wrong, questions, { team: 1 }, 0);
  const { first, count } = faults.get("team");
  return wide.columns.length === 50 && wide.left === 10 && long.rows.length === 1000 && long.more === 200 && labels === 1 && count === 2 && first.line === 3;
}
const limited = limits();
console.log(`${limited ? "passed  " : "failed  "} columns and rows over the limits, and labels that are no options, are counted`);
rmSync(modules, { recursive: true });
process.exit(failed.length || !limited || names.length < 100 ? 1 : 0);
