import { auditText } from '../domain/audit-text.ts';

const MAX_LENGTH = 100;
/** Control, format, private and unassigned characters, and line breaks. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A client's name and version as the journal keeps them: printable, short; undefined when it gave none. */
export function clientName(info: unknown): string | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const parts = [textOf(info, 'name'), textOf(info, 'version')].filter((part) => part !== '');
  return parts.length === 0 ? undefined : auditText(parts.join(' '));
}

function textOf(info: object, property: 'name' | 'version'): string {
  const value: unknown = Reflect.get(info, property);
  return typeof value === 'string'
    ? value.slice(0, MAX_LENGTH).toWellFormed().replace(UNPRINTABLE, '').trim()
    : '';
}
