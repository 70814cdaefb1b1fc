import type { Readable } from 'node:stream';
import type { GivenField, SetRequest } from '../app/set-request.ts';
import { checkFieldName } from '../domain/field-name.ts';
import { MAX_VALUE_BYTES } from '../domain/value.ts';
import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';
import { linesOf, readStdin, withoutNewline } from './read-stdin.ts';

/** A `--field`; a bare one has no value here, it comes from standard input or a prompt. */
export interface FieldOption {
  readonly name: string;
  readonly value?: Buffer;
}

interface Wanted {
  readonly key: string;
  readonly fields: readonly FieldOption[];
  /** Without fields: `needed` is read or asked for, `offered` is taken where one is piped in. */
  readonly value: 'needed' | 'offered' | 'unwanted';
}

const LINE_END_BYTES = 2;
/** How long a pipe that may hold a new value, or may never say anything, is waited for. */
const PATIENCE_MS = 2000;

/** Throws `invalid` for a bad name or a field given twice. */
export function parseFields(options: readonly string[]): FieldOption[] {
  const fields = options.map((option): FieldOption => {
    const [name = ''] = option.split('=', 1);
    checkFieldName(name);
    return name === option ? { name } : { name, value: Buffer.from(option.slice(name.length + 1)) };
  });
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new VaultError('invalid', `--field ${twice} is given twice`);
  return fields;
}

/** The values to store. Standard input is read, or a person asked, only where something has no value yet. */
export async function readValues(io: Io, wanted: Wanted): Promise<Pick<SetRequest, 'value' | 'fields'>> {
  if (wanted.fields.length > 0) return { fields: await fillFields(io, wanted.fields) };
  if (wanted.value === 'needed') return { fields: [], value: await readOne(io, `Value of ${wanted.key}`) };
  const value = wanted.value === 'offered' ? await readOffered(io) : undefined;
  return { fields: [], ...(value !== undefined && { value }) };
}

async function fillFields(io: Io, fields: readonly FieldOption[]): Promise<GivenField[]> {
  const bare = fields.filter((field) => field.value === undefined).map((field) => field.name);
  const values = await readBare(io, bare);
  return fields.map(({ name, value }) => {
    if (value !== undefined) return { name, value, bare: false };
    return { name, value: values.get(name) ?? Buffer.alloc(0), bare: true };
  });
}

async function readBare(io: Io, names: readonly string[]): Promise<Map<string, Buffer>> {
  const values = new Map<string, Buffer>();
  if (io.stdin.isTerminal || names.length <= 1) {
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    for (const name of names) values.set(name, await readOne(io, `Value of field ${name}`));
    return values;
  }
  const lines = linesOf(await readStdin(io, names.length * (MAX_VALUE_BYTES + LINE_END_BYTES)));
  for (const [index, name] of names.entries()) {
    const line = lines[index];
    if (line === undefined) throw missingLine(name, names.length);
    values.set(name, line);
  }
  if (lines.length > names.length) throw tooManyLines(names.length);
  return values;
}

/** A value typed on the terminal, or all of standard input. */
async function readOne(io: Io, label: string): Promise<Buffer> {
  if (!io.stdin.isTerminal) return withoutNewline(await readStdin(io, MAX_VALUE_BYTES + LINE_END_BYTES));
  const terminal = io.terminal();
  if (terminal === null) throw new VaultError('failure', 'there is no terminal to ask for the value');
  return terminal.askHidden(label);
}

/** A new value, if one is piped in. Empty or silent standard input, such as /dev/null, offers none. */
async function readOffered(io: Io): Promise<Buffer | undefined> {
  if (io.stdin.isTerminal) return undefined;
  if (!(await hasBegun(io.stdin.stream()))) {
    io.say('nothing came on standard input: the value stays as it was');
    return undefined;
  }
  const bytes = await readStdin(io, MAX_VALUE_BYTES + LINE_END_BYTES);
  return bytes.length === 0 ? undefined : withoutNewline(bytes);
}

/** Whether bytes, an end or an error come in time. A stream that says nothing is given up. */
function hasBegun(stream: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    const signs = ['readable', 'end', 'error'] as const;
    const settle = (begun: boolean): void => {
      clearTimeout(timer);
      for (const sign of signs) stream.off(sign, begin);
      if (!begun) stream.destroy();
      resolve(begun);
    };
    const begin = (): void => settle(true);
    const timer = setTimeout(() => settle(false), PATIENCE_MS);
    for (const sign of signs) stream.on(sign, begin);
  });
}

function missingLine(name: string, count: number): VaultError {
  return new VaultError(
    'invalid',
    `standard input has no line for field ${name}`,
    `it needs ${count}, one for each field`,
  );
}

function tooManyLines(count: number): VaultError {
  return new VaultError(
    'invalid',
    `standard input has more lines than the ${count} fields that need one`,
    'set a value of several lines alone, with one --field',
  );
}
