import type { Reader } from './readers.ts';
import type { Form } from './sections.ts';
import { ALL } from './values.ts';

/** A Python expression over the value `X`, with the modules it needs. */
export const python =
  (modules: string) =>
  (expression: string): string =>
    `python3 -c 'import ${modules}; X = os.environ["X"]; ${expression}'`;

export const node = (expression: string): string => `node -e 'const { X } = process.env; ${expression}'`;

/** Forms by name, each read by the same readers. */
export function all(
  readers: readonly Reader[],
  commands: Record<string, string>,
  keys: readonly string[] = ALL,
): [string, Form][] {
  return Object.entries(commands).map(([name, command]) => [name, { command, readers, keys }]);
}
