import type { z } from 'zod';
import { VaultError } from '../errors.ts';

const MAX_CHARACTERS = 1024 * 1024;
const MAX_ITEMS = 10_000;
const SHOWN_FAULTS = 5;

interface Checked<Input extends z.ZodObject> {
  readonly input: Input;
  readonly example: object;
}

/**
 * A tool's arguments, checked: none it does not know, none missing, every type as declared. In optional
 * ones null and the empty string count as absent. Throws `invalid`, naming arguments and never values.
 */
export function checkArguments<Input extends z.ZodObject>(
  tool: Checked<Input>,
  args: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const present = Object.fromEntries(
    Object.entries(args).filter(([name, value]) => !isAbsent(tool.input, name, value)),
  );
  const parsed = tool.input.safeParse(present);
  const faults = parsed.success
    ? faultsOfTexts(present)
    : parsed.error.issues.map((issue) => describe(issue, tool.input));
  if (parsed.success && faults.length === 0) return parsed.data;
  throw new VaultError(
    'invalid',
    `invalid arguments: ${faults.slice(0, SHOWN_FAULTS).join('; ')}`,
    `a right call has arguments like ${JSON.stringify(tool.example)}`,
  );
}

function isAbsent(schema: z.ZodObject, name: string, value: unknown): boolean {
  return (value === null || value === '') && isOptional(schema, name);
}

function isOptional(schema: z.ZodObject, name: string): boolean {
  return Object.hasOwn(schema.shape, name) && schema.shape[name]?.safeParse(undefined).success === true;
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape).join(', ') || 'none';
    return `unknown argument ${issue.keys.slice(0, SHOWN_FAULTS).map(nameFor).join(', ')} (known: ${known})`;
  }
  const expected =
    issue.code === 'invalid_type' ? (typeNames.get(issue.expected) ?? issue.expected) : 'of another form';
  return `${pathFor(issue.path)} must be ${expected}`;
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['array', 'a list of strings'],
  ['boolean', 'true or false'],
]);

function pathFor(path: readonly PropertyKey[]): string {
  return path.map((part, depth) => (depth === 0 ? nameFor(String(part)) : `[${String(part)}]`)).join('');
}

/** An argument's name as the caller wrote it, short and without anything that is not plain. */
function nameFor(name: string): string {
  return `'${name.slice(0, 64).replace(/[^\w.-]/g, '?')}'`;
}

/** What no argument may be: too much, or text a program cannot be given as it is. */
function faultsOfTexts(args: Readonly<Record<string, unknown>>): string[] {
  let total = 0;
  const faults: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (items.length > MAX_ITEMS) faults.push(`${nameFor(name)} has more than ${MAX_ITEMS} items`);
    const texts = items.filter((item) => typeof item === 'string');
    total += texts.reduce((sum, text) => sum + text.length, 0);
    if (texts.some((text) => text.includes('\0'))) faults.push(`${nameFor(name)} contains a NUL character`);
    if (texts.some((text) => !text.isWellFormed()))
      faults.push(`${nameFor(name)} is not well-formed Unicode`);
  }
  return total > MAX_CHARACTERS ? [...faults, `more than ${MAX_CHARACTERS} characters in all`] : faults;
}
