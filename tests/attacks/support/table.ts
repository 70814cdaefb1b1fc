import { describe, expect, test } from 'vitest';

/** The classes of threats a row can belong to. */
export const CLASSES = [
  'policy',
  'environment',
  'redaction',
  'keys and patterns',
  'vault file',
  'policy file',
  'protocol',
  'journal',
  'isolation',
  'session',
] as const;

/** One attack on the built program. */
export interface Attack {
  /** What is tried, in the words of a reader who sees only the table; no two rows of a class are the same. */
  readonly input: string;
  /** What has to be seen: short, and the same as what `attempt` tells when the attack fails. */
  readonly expected: string;
  /** Makes the attack, and tells what came of it, in the words of `expected` or others. */
  readonly attempt: () => Promise<string>;
  /** Why it cannot be tried on this machine; it is skipped then. */
  readonly unable?: string | false;
}

/** Rows of one class, as tests named `<class>: <input>`. */
export function attacks(name: (typeof CLASSES)[number], rows: readonly Attack[]): void {
  describe(name, () => {
    for (const { input, expected, attempt, unable } of rows) {
      const title = unable ? `${name}: ${input} (${unable})` : `${name}: ${input}`;
      test.skipIf(unable)(title, async () => {
        expect(await attempt()).toBe(expected);
      });
    }
  });
}
