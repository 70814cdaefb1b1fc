/** What a secret is, without its values: those are opened only where one is used. */

import type { FieldKind } from './field-kind.ts';

/** The field name a single value goes by: in bindings, and nowhere a user sees it otherwise. */
export const SINGLE_FIELD = 'value';

export interface Field {
  /** 32 lower-case hex digits, random; names the sealed value. */
  readonly id: string;
  readonly name: string;
  /** When true, no tool of the tool server returns the value. */
  readonly sensitive: boolean;
  readonly hint?: string;
  readonly kind?: FieldKind;
  readonly aliases: readonly string[];
}

export interface Secret {
  /** 32 lower-case hex digits, random. */
  readonly id: string;
  /** Counts up by one with every change. */
  readonly version: number;
  readonly key: string;
  /** `single`: one unnamed value (`fields` then holds one field called `value`). */
  readonly form: 'single' | 'fields';
  readonly fields: readonly Field[];
  readonly tags: readonly string[];
  readonly notes?: string;
  readonly url?: string;
  /** RFC 3339, UTC, whole seconds, like every time here. */
  readonly expiresAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Environment variable name to field name. */
  readonly bindings: ReadonlyMap<string, string>;
}

/** Opened values by field name. UTF-8 bytes; zeroed by whoever opened them, where that is practical. */
export type FieldValues = ReadonlyMap<string, Buffer>;
