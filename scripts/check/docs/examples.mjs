// Prints the requests of the page's examples, and those of its table with their labels, as JSON, for examples.py:
//     node examples.mjs FOLDER_OF_THE_PAGE
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Node takes the modules for what they are only beside a package.json that says so.
const modules = mkdtempSync(join(tmpdir(), "page-"));
cpSync(process.argv[2], modules, { recursive: true });
writeFileSync(join(modules, "package.json"), '{"type": "module"}');
const load = (name) => import(pathToFileURL(join(modules, `${name}.js`)));
const [{ EXAMPLES, TICKET, CSV_EXAMPLE }, { clean, controlsOf, questionsOf }, csv, states] = await Promise.all(["examples", "draft", "csv", "state"].map(load));
rmSync(modules, { recursive: true });

const examples = EXAMPLES.map((example) => {
  const draft = clean(example);
  return { title: example.title, body: { state: states.read(draft.state, false).value, questions: questionsOf(draft), ...controlsOf(draft) } };
});
const { columns, rows } = csv.parse(CSV_EXAMPLE, true);
const table = rows.map(([state, ...labels]) => ({
  title: `the table, ${state}`,
  body: { state, questions: Object.fromEntries(Object.entries(questionsOf(clean(TICKET))).filter(([name]) => columns.includes(name))) },
  right: Object.fromEntries(labels.map((label, index) => [columns[index + 1], label])),
}));
console.log(JSON.stringify([...examples, ...table]));
