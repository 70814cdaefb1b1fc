import { checkAliases, checkFieldName } from '../domain/field-name.ts';
import { checkKind, inferKind } from '../domain/field-kind.ts';
import { type Secret, SINGLE_FIELD } from '../domain/secret.ts';
import {
  checkBindings,
  checkFieldCount,
  checkNotes,
  checkTags,
  checkUrl,
  joinTags,
} from '../domain/secret-limits.ts';
import { isSensitive } from '../domain/sensitivity.ts';
import { parseExpiry } from '../domain/time.ts';
import { checkValue } from '../domain/value.ts';
import { VaultError } from '../errors.ts';
import type { FieldDraft, SecretDraft } from '../vault/vault.ts';
import type { GivenField, SetRequest } from './set-request.ts';

/** The secret as it shall be: what was stored, changed by what is given. Throws `invalid`. */
export function editSecret(before: Secret | null, request: SetRequest, now: Date): SecretDraft {
  const form = formAfter(before, request);
  const kept = before?.form === form ? before : null;
  const fields = form === 'single' ? [singleField(request)] : editFields(kept, request);
  const bindings = editBindings(kept, request, fields);
  const notes = edited(before?.notes, request.notes, checkNotes);
  const url = edited(before?.url, request.url, checkUrl);
  const expiresAt = edited(before?.expiresAt, request.expires, (text) => parseExpiry(text, now));
  return {
    key: request.key,
    form,
    fields,
    tags: joinTags(before?.tags ?? [], checkTags(request.tags)).filter((tag) => !request.untag.includes(tag)),
    bindings,
    ...(notes !== undefined && { notes }),
    ...(url !== undefined && { url }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function formAfter(before: Secret | null, request: SetRequest): Secret['form'] {
  const wanted = formGiven(request) ?? before?.form;
  if (wanted === undefined) {
    throw new VaultError(
      'invalid',
      'a new secret needs a value',
      'give it on standard input, or fields with --field',
    );
  }
  if (before !== null && before.form !== wanted && !request.replace) {
    const [has, becomes] =
      before.form === 'single' ? ['a single value', 'fields'] : ['fields', 'a single value'];
    throw new VaultError(
      'invalid',
      `${request.key} holds ${has}; to turn it into ${becomes} and drop what it holds, add --replace`,
    );
  }
  return wanted;
}

function formGiven(request: SetRequest): Secret['form'] | undefined {
  if (request.value !== undefined && request.fields.length > 0) {
    throw new VaultError('invalid', 'a secret holds either one value or fields, not both');
  }
  if (request.value !== undefined) return 'single';
  return request.fields.length > 0 ? 'fields' : undefined;
}

function singleField(request: SetRequest): FieldDraft {
  const named = [...request.sensitive, ...request.plain, ...request.removeFields];
  const options = [...request.kinds.keys(), ...request.aliases.keys(), ...request.hints.keys(), ...named];
  if (options[0] !== undefined) {
    throw new VaultError('invalid', `${request.key} holds a single value and has no field '${options[0]}'`);
  }
  const field = { name: SINGLE_FIELD, sensitive: true, aliases: [] };
  return request.value === undefined ? field : { ...field, value: checkValue(request.value, request.key) };
}

function editFields(before: Secret | null, request: SetRequest): FieldDraft[] {
  const fields = new Map<string, FieldDraft>();
  for (const { name, sensitive, hint, kind, aliases } of before?.fields ?? []) {
    fields.set(name, {
      name,
      sensitive,
      aliases,
      ...(hint !== undefined && { hint }),
      ...(kind !== undefined && { kind }),
    });
  }
  for (const name of request.removeFields) {
    if (!fields.delete(name)) throw noSuchField(name, fields);
  }
  for (const given of request.fields)
    fields.set(checkFieldName(given.name), givenField(given, fields, request));
  if (fields.size === 0)
    throw new VaultError('invalid', 'a secret keeps at least one field; vaultctl delete removes it');
  checkFieldCount(fields.size);
  describeFields(fields, request);
  checkAliases([...fields.values()]);
  return [...fields.values()];
}

function givenField(
  given: GivenField,
  fields: ReadonlyMap<string, FieldDraft>,
  request: SetRequest,
): FieldDraft {
  const before = fields.get(given.name);
  const value = checkValue(given.value, `field ${given.name}`);
  const asked = request.kinds.get(given.name);
  const kind = asked === undefined ? (before?.kind ?? inferKind(given.name)) : checkKind(asked);
  const inferred =
    given.bare || isSensitive({ name: given.name, value: value.toString('utf8'), ...(kind && { kind }) });
  return {
    ...before,
    name: given.name,
    // A field once sensitive stays so until the owner says --plain.
    sensitive: inferred || before?.sensitive === true,
    aliases: before?.aliases ?? [],
    value,
    ...(kind !== undefined && { kind }),
  };
}

function describeFields(fields: Map<string, FieldDraft>, request: SetRequest): void {
  const amend = (name: string, change: Partial<FieldDraft>): void => {
    const field = fields.get(name);
    if (field === undefined) throw noSuchField(name, fields);
    fields.set(name, { ...field, ...change });
  };
  for (const [name, text] of request.kinds) {
    const kind = checkKind(text);
    const sensitive = fields.get(name)?.sensitive === true || isSensitive({ name, kind, value: '' });
    amend(name, { kind, sensitive });
  }
  for (const [name, aliases] of request.aliases) {
    amend(name, { aliases: [...new Set([...(fields.get(name)?.aliases ?? []), ...aliases])] });
  }
  for (const [name, hint] of request.hints) amend(name, { hint });
  for (const name of request.sensitive) amend(name, { sensitive: true });
  for (const name of request.plain) {
    if (request.sensitive.includes(name)) {
      throw new VaultError('invalid', `field '${name}' cannot be both --sensitive and --plain`);
    }
    amend(name, { sensitive: false });
  }
}

function editBindings(
  before: Secret | null,
  request: SetRequest,
  fields: readonly FieldDraft[],
): Map<string, string> {
  const bindings = new Map([...(before?.bindings ?? []), ...request.bindings]);
  for (const name of request.unbind) {
    if (!bindings.delete(name)) throw new VaultError('invalid', `there is no binding ${name} to take away`);
  }
  checkBindings(
    bindings,
    fields.map((field) => field.name),
  );
  return bindings;
}

function noSuchField(name: string, fields: ReadonlyMap<string, FieldDraft>): VaultError {
  return new VaultError('invalid', `there is no field '${name}'`, `fields: ${[...fields.keys()].join(', ')}`);
}

/** undefined keeps what was there, null takes it away. */
function edited(
  before: string | undefined,
  given: string | null | undefined,
  check: (text: string) => string,
): string | undefined {
  if (given === undefined) return before;
  return given === null ? undefined : check(given);
}
