import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { judge } from '../../../src/domain/policy/judge.ts';
import { parsePolicy } from '../../../src/domain/policy/parse.ts';
import type { Policy } from '../../../src/domain/policy/policy.ts';
import { VaultError } from '../../../src/errors.ts';
import { fakeWorld, policyWith } from '../../domain/policy/fake-world.ts';
import { claim, type Target } from '../target.ts';

const name = fc.constantFrom(
  'git',
  'gh',
  '/usr/bin/gh',
  'nothere',
  'tool x',
  'git status',
  'no',
  '1.0',
  'a: b',
  '- x',
  '#a',
);
const entry = fc.constantFrom(
  { pattern: '*', target: 'prod/*' },
  { pattern: 'db/*', target: '?' },
  { pattern: '[ab]/?', target: 'y/[cd]/*' },
  { pattern: 'x', target: 'z' },
);
const aliasNames = fc.constantFrom('prod', 'dev', 'true', '2', 'a b', 'é', "it's");
/** What may be asked for in a file; every key may be missing. */
const wish = fc.record(
  {
    version: fc.constant(1),
    default_action: fc.constantFrom('allow', 'deny'),
    denied_commands: fc.array(name, { maxLength: 4 }),
    allowed_commands: fc.array(fc.oneof(name, fc.constantFrom('*', '~/x', 'a/')), { maxLength: 4 }),
    env_aliases: fc.dictionary(aliasNames, fc.array(entry, { maxLength: 2 }), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    sandbox: fc.constantFrom('auto', 'off', 'required'),
    redaction: fc.constantFrom('full', 'exact'),
    max_output_bytes: fc.constantFrom(1, 4096, 16_777_216),
  },
  { requiredKeys: ['version'], noNullPrototype: true },
);
type Wish = { readonly [key: string]: unknown };

/** In how many ways one file can be written: its numbers pick one after the other. */
const styles = fc.array(fc.nat(11), { minLength: 8, maxLength: 24 });
const written = fc.tuple(wish, styles).map(([wanted, style]) => ({ wanted, text: write(wanted, style) }));

const pieces = [
  '&a ',
  '*a',
  '!!str ',
  '! ',
  '<<: ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '%TAG ! x:\n',
  '\t',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  ': ',
  '- ',
  '? ',
  '\n',
  '\n  ',
  '#',
  '|\n',
  '>-\n',
  '~',
  'null',
  '.inf',
  '0x10',
  '1e3',
  '01',
  '\0',
  '\u202e',
  '\ufeff',
  '\u0085',
  '\r',
  'é',
  'version: 1\n',
  'denied_commands:\n',
  'allowed_commands: [git]\n',
  'x: 1\n',
  '__proto__: 1\n',
  ' ',
];
const edits = fc.array(
  fc.record({
    at: fc.nat(300),
    take: fc.constantFrom(0, 0, 0, 1, 3, 20),
    put: fc.constantFrom('', ...pieces),
  }),
  { minLength: 1, maxLength: 5 },
);
const edited = fc.tuple(written, edits).map(([{ text }, changes]) =>
  changes.reduce((body, { at, take, put }) => {
    const from = at % (body.length + 1);
    return body.slice(0, from) + put + body.slice(from + take);
  }, text),
);

const command = fc.constantFrom('git', 'gh', '/usr/bin/git', '/usr/bin/../bin/gh', 'curl', 'nothere');
const words = fc.array(fc.constantFrom('status', 'log', 'x', '-v'), { maxLength: 3 });
const rule = fc.tuple(command, words).map(([first, rest]) => [first, ...rest].join(' '));
const rules = fc.array(rule, { maxLength: 4 });
const action = fc.constantFrom('allow', 'deny');

export function policyTarget(): Target {
  return {
    claims: [
      claim(
        'a policy is read as it was meant, in whatever style it is written',
        100,
        fc.property(written, ({ wanted, text }) =>
          assert.deepEqual(parsePolicy(Buffer.from(text)), meant(wanted)),
        ),
      ),
      claim(
        'an edited file is refused in one short line, or means what any YAML reader takes it for',
        200,
        fc.property(edited, isReadPlainly),
      ),
      claim(
        'a plain command is judged as a short list of rules would, deny first',
        200,
        fc.asyncProperty(
          rules,
          rules,
          action,
          command,
          words,
          async (deny, allow, otherwise, first, args) => {
            const policy = policyWith({
              deniedCommands: deny,
              allowedCommands: allow,
              defaultAction: otherwise,
            });
            const covers = (each: string): boolean => coveredBy(each, first, args);
            const expected = !deny.some(covers) && (allow.some(covers) || otherwise === 'allow');
            assert.equal((await judge(policy, first, args, fakeWorld())).ok, expected);
          },
        ),
      ),
    ],
  };
}

/** Each of these stands for one program, whatever the path to it. */
function coveredBy(each: string, first: string, args: readonly string[]): boolean {
  const [head = '', ...fixed] = each.split(' ');
  return program(head) === program(first) && fixed.every((word, index) => args[index] === word);
}

function program(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function meant(wanted: Wish): Policy {
  const list = (key: string): string[] => ((wanted[key] ?? []) as string[]).map((text) => text.trim());
  const aliases = Object.entries(
    (wanted['env_aliases'] ?? {}) as Record<string, Policy['envAliases'] | null>,
  );
  return {
    version: 1,
    defaultAction: (wanted['default_action'] ?? 'deny') as Policy['defaultAction'],
    deniedCommands: list('denied_commands'),
    allowedCommands: list('allowed_commands'),
    envAliases: new Map(aliases.map(([key, entries]) => [key, entries ?? []])) as Policy['envAliases'],
    sandbox: (wanted['sandbox'] ?? 'auto') as Policy['sandbox'],
    redaction: (wanted['redaction'] ?? 'full') as Policy['redaction'],
    maxOutputBytes: (wanted['max_output_bytes'] ?? 32_768) as number,
  };
}

function isReadPlainly(text: string): void {
  let policy: Policy;
  try {
    policy = parsePolicy(Buffer.from(text));
  } catch (error) {
    assert.ok(error instanceof VaultError, String(error));
    assert.equal(error.code, 'denied');
    assert.match(error.message, /^policy refused: [^\n]{1,400}$/);
    return;
  }
  const plain: unknown = parse(text, { version: '1.2', schema: 'core', logLevel: 'error' });
  assert.deepEqual(policy, meant(plain as Wish));
  const known =
    /^(version|default_action|(denied|allowed)_commands|env_aliases|sandbox|redaction|max_output_bytes)$/;
  for (const key of Object.keys(plain as Wish)) assert.match(key, known);
}

/** The wish as YAML: block or flow, quoted or plain, in any order, with comments and blank lines. */
function write(wanted: Wish, style: readonly number[]): string {
  let at = 0;
  const pick = (ways: number): number => (style[at++ % style.length] ?? 0) % ways;
  const scalar = (text: string): string => {
    const way = pick(3);
    if (way === 0 && /^[A-Za-z/][\w/. ]*$/.test(text) && !/^(true|no|yes|null)$/i.test(text)) return text;
    return way === 1 ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
  };
  const value = (each: unknown): string => (typeof each === 'string' ? scalar(each) : String(each));
  const flow = (each: unknown): string => {
    if (Array.isArray(each)) return `[${each.map(flow).join(', ')}]`;
    if (typeof each !== 'object' || each === null)
      return typeof each === 'string' ? JSON.stringify(each) : String(each);
    return `{ ${Object.entries(each)
      .map(([key, inner]) => `${JSON.stringify(key)}: ${flow(inner)}`)
      .join(', ')} }`;
  };
  const block = (each: unknown, indent: string): string => {
    if (typeof each !== 'object' || each === null) return ` ${value(each)}`;
    if (Object.keys(each).length === 0 || pick(3) === 0) return ` ${flow(each)}`;
    if (Array.isArray(each))
      return each
        .map((item) => `\n${indent}- ${typeof item === 'string' ? value(item) : flow(item)}`)
        .join('');
    return Object.entries(each)
      .map(([key, inner]) => `\n${indent}${JSON.stringify(key)}:${block(inner, `${indent}  `)}`)
      .join('');
  };
  const keys = Object.keys(wanted);
  const turned = pick(2) === 0 ? keys : keys.toReversed();
  const lines = turned.map((key) => `${key}:${block(wanted[key], '  ')}${pick(4) === 0 ? ' # why' : ''}`);
  return lines.map((line) => `${pick(5) === 0 ? '# a comment\n\n' : ''}${line}\n`).join('');
}
