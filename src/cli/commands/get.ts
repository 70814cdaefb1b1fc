import { getMasked, type MaskedField, type MaskedSecret } from '../../app/get-masked.ts';
import { fieldNotFound } from '../../app/get-field.ts';
import { type Revealed, revealSecret } from '../../app/reveal-secret.ts';
import { findField } from '../../domain/field-name.ts';
import type { GetInput } from '../definitions/get.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';

export async function run(io: Io, { args: { key }, options, vaultDir }: GetInput): Promise<number> {
  const shown = await withVault(io, vaultDir, 'get', ({ context }) => {
    if (!options.masked) return showRevealed(revealSecret(context, key, options.field));
    const masked = getMasked(context, key);
    if (options.field === undefined) return showMasked(masked);
    const secret = context.vault.find(key);
    const field = secret && findField(secret, options.field);
    if (!field) throw fieldNotFound(options.field);
    return showMaskedField(masked, field.name);
  });
  if (options.json) await printJson(io, shown.json);
  else await io.print(options['no-newline'] ? shown.text : `${shown.text}\n`);
  return 0;
}

/** One answer in both forms. */
interface Shown {
  readonly text: string;
  readonly json: unknown;
}

function showRevealed(revealed: Revealed): Shown {
  const { form, key } = revealed;
  if (form === 'single') return { text: revealed.value, json: { key, value: revealed.value } };
  if (form === 'fields') {
    return {
      text: linesOf([...revealed.fields]),
      json: { key, fields: Object.fromEntries(revealed.fields) },
    };
  }
  const { field, value, sensitive } = revealed;
  return { text: value, json: { key, field, value, sensitive } };
}

function showMasked(masked: MaskedSecret): Shown {
  const text = masked.fields === undefined ? masked.masked_value : linesOf(Object.entries(masked.fields));
  return { text, json: masked };
}

function showMaskedField({ key, fields = {} }: MaskedSecret, name: string): Shown {
  const field = new Map(Object.entries<MaskedField>(fields)).get(name);
  if (field === undefined) throw fieldNotFound(name);
  return { text: field.value, json: { key, field: name, ...field } };
}

function linesOf(fields: readonly [name: string, field: { readonly value: string }][]): string {
  return fields.map(([name, { value }]) => `${name}=${value}`).join('\n');
}
