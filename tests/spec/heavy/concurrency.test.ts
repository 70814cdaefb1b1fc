import { describe, expect, test } from 'vitest';
import { ToolServer, MODERN } from '../support/client.ts';
import { ALLOW_ALL, withVault, type Home } from '../support/home.ts';

const WRITERS = ['left', 'right'] as const;
interface Command {
  args: string[];
  stdin?: string;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Runs commands one after the other, as one busy user does. */
const oneByOne = async (home: Home, commands: Command[]): Promise<void> => {
  for (const { args, stdin } of commands) await home.ok(args, stdin === undefined ? {} : { stdin });
};

/** Two of them at once, each with its own commands. */
const bothAtOnce = (
  home: Home,
  count: number,
  command: (side: string, n: number) => Command,
): Promise<unknown> =>
  Promise.all(
    WRITERS.map((side) =>
      oneByOne(
        home,
        numbers(count).map((n) => command(side, n)),
      ),
    ),
  );

describe('two processes at once', () => {
  test(
    '[D Places and names] doing 40 sets each, lose none',
    () =>
      withVault(async (home) => {
        const keys = WRITERS.flatMap((side) => numbers(40).map((n) => `${side}/${n}`));
        await bothAtOnce(home, 40, (side, n) => ({
          args: ['set', `${side}/${n}`],
          stdin: `value ${side} ${n}`,
        }));

        expect((await home.ok(['list'])).stdout.trimEnd().split('\n').toSorted()).toEqual(keys.toSorted());
        const values = JSON.parse((await home.ok(['export', '--all', '--format=json'])).stdout) as Record<
          string,
          string
        >;
        for (const side of WRITERS) {
          for (const n of numbers(40))
            expect(values[`${side.toUpperCase()}_${n}`]).toBe(`value ${side} ${n}`);
        }
        await home.ok(['audit', 'verify']);
      }),
    180_000,
  );

  test(
    '[D Secrets] adding 25 different tags each to one secret, lose none',
    () =>
      withVault(async (home) => {
        await home.ok(['set', 'shared', '--field', 'city=Paris']);
        const tags = WRITERS.flatMap((side) => numbers(25).map((n) => `${side}-${n}`));
        await bothAtOnce(home, 25, (side, n) => ({ args: ['set', 'shared', '--tag', `${side}-${n}`] }));

        const { secrets } = (await home.json(['list', '--json'])) as { secrets: { tags: string[] }[] };
        expect(secrets[0]?.tags.toSorted()).toEqual(tags.toSorted());
        expect((await home.ok(['get', 'shared', '--field', 'city'])).stdout).toBe('Paris\n');
      }),
    180_000,
  );

  test(
    '[D Secrets] adding 12 different fields each to one secret, lose none',
    () =>
      withVault(async (home) => {
        await home.ok(['set', 'shared', '--field', 'city=Paris']);
        await bothAtOnce(home, 12, (side, n) => ({
          args: ['set', 'shared', '--field', `${side}${n}=v${n}`],
        }));
        const { secrets } = (await home.json(['list', '--json'])) as { secrets: { field_count: number }[] };
        expect(secrets[0]?.field_count).toBe(25);
      }),
    180_000,
  );

  test(
    '[D Audit] a server that answers while the CLI writes: no record is lost, the journal verifies',
    () =>
      withVault(async (home) => {
        await home.policy(ALLOW_ALL);
        await home.set('app', 'a value of some length');
        const server = await new ToolServer(MODERN).start(home);
        try {
          const reads = (async () => {
            for (const _ of numbers(60)) await server.ok('secret_exists', { key: 'app' });
          })();
          const writes = oneByOne(
            home,
            numbers(10).map((n) => ({ args: ['set', `cli/${n}`], stdin: 'v' })),
          );
          await Promise.all([reads, writes]);
        } finally {
          await server.stop();
        }
        const records = (await home.json(['audit', 'export'])) as { action: string }[];
        expect(records.filter((record) => record.action === 'secret_exists')).toHaveLength(60);
        expect(records.filter((record) => record.action === 'set')).toHaveLength(11);
        await home.ok(['audit', 'verify']);
      }),
    180_000,
  );
});
