import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(new URL('../../docs/mutants.md', import.meta.url));

/** Writes docs/mutants.md: every guard and the test that turned red without it, by area. */
export function document(results) {
  const areas = Map.groupBy(results, ({ mutant }) => mutant.area);
  const parts = [...areas].map(([area, rows]) => `## ${title(area)} (${rows.length})\n\n${listOf(rows)}`);
  const heading = `# Guards and the tests that hold them\n\n${INTRODUCTION}\n\n${results.length} guards.`;
  writeFileSync(target, `${[heading, ...parts].join('\n\n')}\n`);
}

const INTRODUCTION =
  'Written by `npm run test:mutants -- --write`, which switches each guard off in a copy of the project and shows that a\n' +
  'test turns red. Each line has the guard, its file below `src/`, and the first test that turned red without it.';

function listOf(rows) {
  const lines = rows.map(({ mutant, outcome }) =>
    [mutant.guard, mutant.file.replace('src/', ''), outcome.what].map(plain).join(' | '),
  );
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\``;
}

/** Text that stays on its line and in its block. */
function plain(text) {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{C}|`/gu, '?')
    .slice(0, 160)
    .trim();
}

function title(area) {
  return area.charAt(0).toUpperCase() + area.slice(1);
}
