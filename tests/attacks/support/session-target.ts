import { ALLOW_ALL, type Home, PASSWORD, type PolicyKeys } from '../../spec/support/home.ts';
import { random } from '../../spec/support/text.ts';
import { formsOf } from '../../spec/support/traces.ts';
import { type Body, KIND, RawClient } from '../../session/support/raw-client.ts';
import { type Unlocked, useSession } from '../../session/support/unlocked.ts';

/** What the vault holds: letters alone, characters that encoders treat on their own, and lines. */
export const SECRETS: Readonly<Record<string, string>> = {
  app: random(),
  awkward: `p@"q'$r&<s>%t\\u\`v ${random(16)}`,
  lines: `${random(20)}\n${random(20)}\n`,
};

/** Bytes of a value that nobody sees together; a masked read shows its last four. */
const PART = 8;

/** How a value can be written, by hand: nothing here is the program's own. */
function writings(value: string): string[] {
  const reversed = Array.from(value).toReversed().join('');
  const bytes = Buffer.from(value);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  const parts = Array.from({ length: value.length - PART + 1 }, (_, at) => value.slice(at, at + PART));
  return [
    ...parts,
    reversed,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    value.toUpperCase(),
    value.toLowerCase(),
    ...[' ', ':', '\\x', '%', ', '].map((between) => hex.join(between)),
    Array.from(bytes).join(','),
    Array.from(value).join(' '),
  ];
}

const needles: readonly Buffer[] = [...Object.values(SECRETS), PASSWORD].flatMap((value) => [
  ...formsOf(value).values(),
  ...writings(value).map((text) => Buffer.from(text)),
]);

/** Whether a stored value, or the master password, is in the bytes in any form. */
export function givesAway(bytes: Buffer): boolean {
  return needles.some((needle) => bytes.includes(needle));
}

/** A session that uses secrets and does not reveal them, and an attacker at its socket. */
export class SessionTarget {
  readonly session: Unlocked;

  constructor(session: Unlocked) {
    this.session = session;
  }

  get home(): Home {
    return this.session.home;
  }

  /** What comes of a request, and of what is sent after it. */
  async say(request: Body, ...more: readonly Buffer[]): Promise<string> {
    await using client = new RawClient(this.session.socket);
    client.request(request);
    for (const bytes of more) client.raw(bytes);
    const outcome = await this.told(client);
    return outcome;
  }

  /** What comes of bytes as they are. */
  async sayRaw(...all: readonly Buffer[]): Promise<string> {
    await using client = new RawClient(this.session.socket);
    for (const bytes of all) client.raw(bytes);
    const outcome = await this.told(client);
    return outcome;
  }

  /** How it ended, and what was printed. */
  async told(client: RawClient, ms = 10_000): Promise<string> {
    const end = await client.ended(ms);
    if (givesAway(client.received)) return 'the value is given away';
    const printed = client.textOf(KIND.output).trim();
    return printed === '' ? end : `${end}: ${printed}`;
  }

  /** The session goes on and answers a good client. */
  async after(outcome: string): Promise<string> {
    const { code, stdout } = await this.session.cli(['list']);
    const isRight = code === 0 && stdout === `${Object.keys(SECRETS).toSorted().join('\n')}\n`;
    return isRight ? outcome : `${outcome}; then a good client gets ${code} ${JSON.stringify(stdout)}`;
  }

  /** MiB of memory the session's process has taken. */
  async memory(): Promise<number> {
    const { readFile } = await import('node:fs/promises');
    const status = await readFile(`/proc/${this.session.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  }
}

export function useSessionTarget(
  policy: PolicyKeys = ALLOW_ALL,
  seed?: (home: Home) => Promise<void>,
): SessionTarget {
  return new SessionTarget(
    useSession(async (home) => {
      for (const [key, value] of Object.entries(SECRETS)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await home.set(key, value);
      }
      await home.policy(policy);
      await seed?.(home);
    }),
  );
}
