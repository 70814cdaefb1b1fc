import { randomInt } from 'node:crypto';
import { DEFAULT_PASSWORD_LENGTH, generatePassword } from '../../domain/password-generator.ts';
import { VaultError } from '../../errors.ts';
import type { GenerateInput } from '../definitions/generate.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print-answer.ts';

export async function run(io: Io, { options }: GenerateInput): Promise<number> {
  const length = parseLength(options.length ?? String(DEFAULT_PASSWORD_LENGTH));
  const password = generatePassword(length, (max) => randomInt(max));
  if (options.json) await printJson(io, { password });
  else await io.print(`${password}\n`);
  return 0;
}

function parseLength(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new VaultError('usage', '--length needs a whole number');
  return Number(text);
}
