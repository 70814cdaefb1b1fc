import type { RedactionPattern } from '../domain/redactor.ts';
import { patternsFor } from '../domain/redaction-forms.ts';
import type { SensitiveValue } from './open-injection.ts';

/** Below this many bytes a value is redacted only in the run it was injected into. */
const REMEMBERED_FROM = 8;
const MASTER_PASSWORD = 'master password';

/**
 * The sensitive values one server has injected so far: a file one run wrote may be read by a later one.
 * It also knows the master password, which leaves through no output at all.
 */
export interface RunMemory {
  /** Patterns for a run that injects these values now, and what is remembered. */
  patterns(injected: readonly SensitiveValue[], mode: 'exact' | 'full'): RedactionPattern[];
  /** Remembers what a run injected. */
  remember(injected: readonly SensitiveValue[]): void;
}

export function createRunMemory(masterPassword: Buffer): RunMemory {
  const remembered = new Map<string, SensitiveValue>();
  return {
    patterns(injected, mode) {
      const known = [...injected, ...remembered.values(), { key: MASTER_PASSWORD, value: masterPassword }];
      return known.flatMap(({ key, value }) => patternsFor(value, key, mode));
    },
    remember(injected) {
      for (const entry of injected) {
        if (entry.value.length < REMEMBERED_FROM) continue;
        const id = entry.value.toString('latin1');
        if (!remembered.has(id)) remembered.set(id, entry);
      }
    },
  };
}
