import {
  createRedactor,
  type RedactionMode,
  type RedactionValue,
  type Redactor,
} from '../domain/redactor.ts';
import type { SensitiveValue } from './open-injection.ts';

/** Below this many bytes a value is redacted only in the run it was injected into. */
const REMEMBERED_FROM = 8;
const MASTER_PASSWORD = 'master password';

/**
 * The sensitive values one server has injected so far: a file one run wrote may be read by a later one.
 * It also knows the master password, which leaves through no output at all.
 */
export interface RunMemory {
  /** Redacts the values a run injects now, and those remembered. */
  redactor(injected: readonly SensitiveValue[], mode: RedactionMode): Redactor;
  /** Redacts in full, for one record, values that are wiped after it: nothing of them stays. */
  redactorOnce(opened: readonly SensitiveValue[]): Redactor;
  /** Remembers what a run injected. */
  remember(injected: readonly SensitiveValue[]): void;
}

interface Compiled {
  readonly values: readonly RedactionValue[];
  readonly mode: RedactionMode;
  readonly redactor: Redactor;
}

export function createRunMemory(masterPassword: Buffer): RunMemory {
  const remembered = new Map<string, SensitiveValue>();
  let last: Compiled | undefined;

  function compile(injected: readonly SensitiveValue[], mode: RedactionMode): Compiled {
    const named = new Map<string, SensitiveValue>();
    for (const entry of injected) if (!named.has(idOf(entry))) named.set(idOf(entry), entry);
    // A value injected again keeps its place, so that the next run's list is the same.
    const known = new Map([...remembered, ...named]);
    const values = [...known.values(), { key: MASTER_PASSWORD, value: masterPassword }].map(
      ({ key, value }) => ({ bytes: value, label: key }),
    );
    if (last?.mode === mode && isSame(last.values, values)) return last;
    return { values, mode, redactor: createRedactor(values, mode) };
  }

  return {
    redactor(injected, mode) {
      const compiled = compile(injected, mode);
      // Kept no longer than the values in it.
      if (injected.every(isRemembered)) last = compiled;
      return compiled.redactor;
    },
    redactorOnce(opened) {
      return compile(opened, 'full').redactor;
    },
    remember(injected) {
      for (const entry of injected) {
        if (isRemembered(entry) && !remembered.has(idOf(entry))) remembered.set(idOf(entry), entry);
      }
    },
  };
}

function idOf(entry: SensitiveValue): string {
  return entry.value.toString('latin1');
}

function isRemembered(entry: SensitiveValue): boolean {
  return entry.value.length >= REMEMBERED_FROM;
}

function isSame(some: readonly RedactionValue[], others: readonly RedactionValue[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ bytes, label }, i) => others[i]?.label === label && others[i].bytes.equals(bytes))
  );
}
