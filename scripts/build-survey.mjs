// Assembles survey.wat into survey-code.ts; with --check only tells whether it is the same.
import { readFileSync, writeFileSync } from 'node:fs';
import loadWabt from 'wabt';

const folder = new URL('../src/domain/redaction/survey/', import.meta.url);
const wabt = await loadWabt();
const text = readFileSync(new URL('survey.wat', folder), 'utf8');
const module = wabt.parseWat('survey.wat', text, { simd: true, relaxed_simd: true });
module.validate();
const lines = Buffer.from(module.toBinary({}).buffer)
  .toString('base64')
  .match(/.{1,96}/g)
  .map((line) => `  '${line}'`);
const code = `/** survey.wat, assembled by \`npm run build:survey\`; a test assembles it again and compares. */
export const SURVEY_CODE =
${lines.join(' +\n')};
`;
const target = new URL('survey-code.ts', folder);
if (!process.argv.includes('--check')) writeFileSync(target, code);
else if (readFileSync(target, 'utf8') !== code) {
  console.error('survey-code.ts is not what survey.wat assembles to: run npm run build:survey');
  process.exitCode = 1;
}
