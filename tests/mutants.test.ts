import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** A guard and how it is switched off; `scripts/mutants/all.mjs` says more. */
interface Mutant {
  readonly area: string;
  readonly guard: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

const project = resolve(import.meta.dirname, '..');
const list = resolve(project, 'scripts/mutants/all.mjs');
const { mutants } = (await import(list)) as { readonly mutants: readonly Mutant[] };
const read = (file: string): string => readFileSync(resolve(project, file), 'utf8');

describe('the list of guards', () => {
  test('has each of them once', () => {
    const names = mutants.map(({ area, guard }) => `${area}: ${guard}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(mutants.length).toBeGreaterThan(700);
  });

  test('finds the text of each exactly once in its file', () => {
    const lost = mutants.filter(({ file, from }) => read(file).split(from).length !== 2);
    expect(lost.map(({ guard, file }) => `${guard} (${file})`)).toEqual([]);
  });

  test('changes something, and names tests that are there', () => {
    expect(mutants.filter(({ from, to }) => from === to)).toEqual([]);
    for (const file of new Set(mutants.flatMap(({ tests }) => tests))) expect(read(file)).toContain('test');
  });
});
