import { describe, expect, test } from 'vitest';
import { ERAS, useServer, type ToolServer } from '../../spec/support/client.ts';
import { ALLOW_ALL, type Home, useVault } from '../../spec/support/home.ts';
import { absentFrom } from './programs.ts';
import { type Form, faultsOf, unreadable } from './sections.ts';
import { VALUES } from './values.ts';

/** Forms that redaction does not find yet, of values with spaces, UTF-8 or several lines. SECURITY.md names them. */
const KNOWN_GAPS: ReadonlySet<string> = new Set(['quoted-printable of Python', 'od -c', 'od -An -c']);

/** A vault with the values of these tests, and one server that redacts all their forms. */
export function useValues(): { home: Home; server: ToolServer } {
  const home = useVault(async (fresh) => {
    await fresh.policy({ ...ALLOW_ALL, redaction: 'full', max_output_bytes: 1_000_000 });
    for (const [key, value] of Object.entries(VALUES)) await fresh.set(key, value);
  });
  return { home, server: useServer(home, ERAS[1]) };
}

/** Two tests a form: nothing of a value is shown, and the test would see it if it were. */
export function testForms(
  home: Home,
  server: ToolServer,
  title: string,
  forms: readonly [string, Form][],
): void {
  const possible = forms.filter(([, form]) => absentFrom(`bash ${form.command}`).length === 0);
  const impossible = forms.filter((form) => !possible.includes(form));
  describe(title, () => {
    test.concurrent.each(possible.filter(([name]) => !KNOWN_GAPS.has(name)))(
      '%s shows nothing of a value',
      async (name, form) => {
        expect(await faultsOf(home, server, form, name)).toEqual([]);
      },
    );
    test.concurrent.each(possible.filter(([name]) => KNOWN_GAPS.has(name)))(
      '%s is a known gap: it shows some of a value',
      async (name, form) => {
        expect(await faultsOf(home, server, form, name)).not.toEqual([]);
      },
    );
    test.concurrent.each(possible)('%s is read by the test itself', async (name, form) => {
      expect(await unreadable(home, form, name)).toEqual([]);
    });
    test.skip.each(impossible)('%s needs a program that is not installed', () => {});
  });
}
