import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const SOURCE = new URL('../../src/process/hide-environment.ts', import.meta.url).href;

/** Hides the environment of a process of its own, twice, and tells what was there before and after. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
const { hideEnvironment } = await import(${JSON.stringify(SOURCE)});
const all = () => Object.entries(process.env).sort();
const before = all();
const hidden = [hideEnvironment(), hideEnvironment()];
const shown = readFileSync('/proc/self/environ', 'latin1').replaceAll('\\0', '');
console.log(JSON.stringify({ before, hidden, after: all(), shown }));
`;

function hide(env: Record<string, string>, ...options: string[]): Record<string, unknown> {
  const args = [...options, '--input-type=module', '-e', PROGRAM];
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as Record<
    string,
    unknown
  >;
}

const ENVIRONMENTS: [string, [string, string][]][] = [
  ['no variables', []],
  ['one', [['A', 'b']]],
  ['an empty value', [['EMPTY', '']]],
  [
    'values with line ends, equal signs and letters of all kinds',
    [
      ['A', 'b\nC=d\n'],
      ['B', '=='],
      ['Ü', 'ñ𝔭'],
    ],
  ],
  [
    'names that mean something to objects',
    [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
    ],
  ],
  [
    'what the system reads itself',
    [
      ['TZ', 'Asia/Tokyo'],
      ['LC_ALL', 'C'],
      ['LD_LIBRARY_PATH', '/nowhere'],
    ],
  ],
  [
    'more than a page',
    [
      ['A', 'a'.repeat(50_000)],
      ['B', 'b'.repeat(50_000)],
    ],
  ],
  ['a thousand variables', Array.from({ length: 1000 }, (_, i) => [`NAME_${i}`, `value ${i}`])],
];

describe.skipIf(process.platform !== 'linux')('hiding the environment', () => {
  test.each(ENVIRONMENTS)('takes %s out of sight and leaves process.env as it was', (_, variables) => {
    const before = variables.toSorted(([a], [b]) => (a < b ? -1 : 1));
    const told = hide(Object.fromEntries(variables));
    expect(told['after']).toEqual(told['before']);
    expect(new Map(told['before'] as [string, string][])).toEqual(new Map(before));
    expect(told).toMatchObject({ hidden: [true, true], shown: '' });
  });

  test('says so where it fails, and leaves process.env as it was', () => {
    const told = hide({ A: 'b' }, '--permission', '--allow-fs-read=*');
    expect(told).toMatchObject({ hidden: [false, false], after: [['A', 'b']], shown: 'A=b' });
  });
});
