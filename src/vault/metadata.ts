/** A secret's metadata as the JSON that is sealed, checked strictly in both directions. */

import { SINGLE_FIELD, type Field, type Secret } from '../domain/secret.ts';

export interface Metadata {
  readonly secret: Secret;
  /** For each field the version its value was sealed under, in the order of `secret.fields`. */
  readonly valueVersions: readonly number[];
}

/** UTF-8 JSON; names and order of its members as in `MetadataJson`. */
export function encodeMetadata({ secret, valueVersions }: Metadata): Buffer {
  const { key, form, tags, notes, url, expiresAt, createdAt, updatedAt } = secret;
  const fields = secret.fields.map(({ id, name, sensitive, hint, kind, aliases }, index) => {
    return { id, version: valueVersions[index], name, sensitive, hint, kind, aliases };
  });
  const bindings = [...secret.bindings];
  const json = { key, form, fields, tags, notes, url, expiresAt, createdAt, updatedAt, bindings };
  return Buffer.from(JSON.stringify(json), 'utf8');
}

/** The metadata of the record `id` at `version`; null when the JSON has not exactly the expected shape. */
export function decodeMetadata(bytes: Buffer, id: string, version: number): Metadata | null {
  const json = parse(bytes);
  if (!isMetadata(json)) return null;
  const { fields, bindings } = json;
  return {
    secret: { ...json, id, version, fields: fields.map(toField), bindings: new Map(bindings) },
    valueVersions: fields.map((field) => field.version),
  };
}

type FieldJson = Field & { readonly version: number };
type MetadataJson = Omit<Secret, 'id' | 'version' | 'fields' | 'bindings'> & {
  readonly fields: readonly FieldJson[];
  readonly bindings: readonly (readonly [string, string])[];
};

function toField({ version: _version, ...field }: FieldJson): Field {
  return field;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

type Check = (value: unknown) => boolean;
type Shape = readonly { readonly name: string; readonly check: Check; readonly optional?: true }[];

const isText: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isVersion: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isId: Check = (value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
const isTime: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isPair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isText);

const fieldShape: Shape = [
  { name: 'id', check: isId },
  { name: 'version', check: isVersion },
  { name: 'name', check: isText },
  { name: 'sensitive', check: isBoolean },
  { name: 'hint', check: isText, optional: true },
  { name: 'kind', check: isText, optional: true },
  { name: 'aliases', check: listOf(isText) },
];

const metadataShape: Shape = [
  { name: 'key', check: isText },
  { name: 'form', check: (value) => value === 'single' || value === 'fields' },
  { name: 'fields', check: listOf((value) => hasShape(value, fieldShape)) },
  { name: 'tags', check: listOf(isText) },
  { name: 'notes', check: isText, optional: true },
  { name: 'url', check: isText, optional: true },
  { name: 'expiresAt', check: isTime, optional: true },
  { name: 'createdAt', check: isTime },
  { name: 'updatedAt', check: isTime },
  { name: 'bindings', check: listOf(isPair) },
];

function isMetadata(value: unknown): value is MetadataJson {
  if (!hasShape(value, metadataShape)) return false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its shape was checked a line above
  const { form, fields, bindings } = value as MetadataJson;
  if (form === 'single' && (fields.length !== 1 || fields[0]?.name !== SINGLE_FIELD)) return false;
  return (
    isDistinct(fields, ({ name }) => name) &&
    isDistinct(fields, ({ id }) => id) &&
    isDistinct(bindings, first)
  );
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object, whose members are unknown
  const members = value as Readonly<Record<string, unknown>>;
  let known = 0;
  for (const { name, check, optional } of shape) {
    const member = members[name];
    if (member === undefined ? !optional : !check(member)) return false;
    if (member !== undefined) known += 1;
  }
  return Object.keys(members).length === known;
}

function isDistinct<T>(items: readonly T[], name: (item: T) => string): boolean {
  return items.length < 2 || new Set(items.map(name)).size === items.length;
}

function first([variable]: readonly [string, string]): string {
  return variable;
}
