// Writes docs/conformance.md: every rule of the specification and the tests in tests/spec that hold it.
// `--check` compares instead of writing, and exits 1 when the file differs.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../docs/conformance.md', import.meta.url));
const HEADINGS = [
  'Places and names',
  'Secrets',
  'Selecting keys and naming variables',
  'Policy',
  'Running',
  'Tool server',
  'Audit',
  'Security score',
];

const wanted = render(await collect());
if (!process.argv.includes('--check')) {
  await writeFile(target, wanted);
} else if ((await readFile(target, 'utf8').catch(() => '')) !== wanted) {
  console.error('docs/conformance.md is out of date: run node scripts/conformance.mjs');
  process.exitCode = 1;
}

/** Section -> rule -> files, from the titles as vitest collects them, so that rows of tables are all there. */
async function collect() {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const args = [vitest, 'list', 'tests/spec', '--json', '--no-static-parse'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const sections = new Map();
  for (const { name, file } of JSON.parse(stdout.slice(stdout.indexOf('[\n')))) {
    const found = /\[(\d[\d.]*|D [^\]]+)\] (.*)$/s.exec(name);
    if (found === null) throw new Error(`a title without its section: ${name}`);
    const [, section, rule] = found;
    if (section.startsWith('D ') && !HEADINGS.includes(section.slice(2)))
      throw new Error(`no such heading: ${name}`);
    const rules = sections.get(section) ?? sections.set(section, new Map()).get(section);
    const { files, eras } = rules.get(rule) ?? rules.set(rule, { files: new Set(), eras: 0 }).get(rule);
    files.add(relative(root, file));
    rules.get(rule).eras = eras + 1;
  }
  return sections;
}

function render(sections) {
  const lines = [
    '# Conformance',
    '',
    'Written by `node scripts/conformance.mjs`; do not edit. Each row is a test of `tests/spec`, which drives the built',
    'program from outside. Sections with a number are those of the specification, the others decisions it left open.',
    'A rule that is checked in several protocol eras is one row, with the number of times it is run.',
    '',
    '| Section | Rule | Runs | File |',
    '| --- | --- | --- | --- |',
  ];
  for (const section of [...sections.keys()].toSorted(inOrder)) {
    for (const [rule, { files, eras }] of [...sections.get(section)].toSorted(([one], [two]) =>
      one < two ? -1 : 1,
    )) {
      lines.push(
        `| ${section.replace(/^D /, '')} | ${cell(rule)} | ${eras} | ${[...files].toSorted((one, two) => one.localeCompare(two, 'en')).join(', ')} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Numbered sections first, by their numbers; then the headings of the decisions as they come. */
function inOrder(one, two) {
  const [a, b] = [place(one), place(two)];
  const at = [0, 1, 2].find((index) => (a[index] ?? 0) !== (b[index] ?? 0));
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function place(section) {
  return section.startsWith('D ')
    ? [100, HEADINGS.indexOf(section.slice(2))]
    : section.split('.').map(Number);
}

/** A title as the cell of a table: no markup of its own, no control characters. */
function cell(text) {
  const shown = text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
  return shown.replaceAll(/[\\`*_<>|[\]~{}]/g, '\\$&');
}
