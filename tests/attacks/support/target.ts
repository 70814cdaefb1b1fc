import {
  failure,
  MODERN,
  success,
  type ServerOptions,
  type ToolServer,
  useServer,
  withServer,
} from '../../spec/support/client.ts';
import { type Home, type PolicyKeys, useVault } from '../../spec/support/home.ts';
import { random } from '../../spec/support/text.ts';
import type { Attack } from './table.ts';

/** The refusal of service.md 5.2. */
export const NO = 'command not allowed';

export type Line = readonly [command: string, ...args: string[]];

export const ALLOW: PolicyKeys = { version: 1, default_action: 'allow', sandbox: 'off' };

/** Nothing runs but what is listed. */
export function allowing(...allowed: string[]): PolicyKeys {
  return { version: 1, default_action: 'deny', allowed_commands: allowed, sandbox: 'off' };
}

/** Everything runs but what is listed. */
export function except(...denied: string[]): PolicyKeys {
  return { ...ALLOW, denied_commands: denied };
}

/** What the rows attack: a vault that holds the secret `app`, and a tool server whose working directory is the home. */
export class Target {
  readonly home: Home;
  readonly server: ToolServer;
  /** The commands that a row was made of. */
  private readonly tried = new Set<string>();

  constructor(home: Home, server: ToolServer) {
    this.home = home;
    this.server = server;
  }

  /**
   * Runs a command with the secret in its environment: `runs`, `runs, exit 1`, or the message of the refusal. An
   * answer that holds the value says so whatever else it is.
   */
  async run(policy: PolicyKeys, [command, ...args]: Line): Promise<string> {
    await this.home.policy(policy);
    return (await this.ask({ keys: ['app'], command, args })).outcome;
  }

  /** The same; what the program printed follows. */
  async output(policy: PolicyKeys, [command, ...args]: Line): Promise<string> {
    await this.home.policy(policy);
    const { outcome, printed } = await this.ask({ keys: ['app'], command, args });
    return printed === '' ? outcome : `${outcome}: ${printed.trim()}`;
  }

  async ask(
    args: Record<string, unknown>,
    tool = 'secret_run',
  ): Promise<{ outcome: string; printed: string }> {
    const answer = await this.server.call(tool, args);
    if (JSON.stringify(answer.result).includes(VALUE))
      return { outcome: 'the value is given away', printed: '' };
    if (answer.isError) return { outcome: failure(answer), printed: '' };
    const { exit_code: code, stdout, stderr } = success(answer);
    return {
      outcome: code === 0 ? 'runs' : `runs, exit ${String(code)}`,
      printed: `${String(stdout)}${String(stderr)}`,
    };
  }

  /** Tried where everything is allowed, and again as the only command on the allow-list, where a policy can name it. */
  async runEitherWay(line: Line): Promise<string> {
    const allowed = await this.run(ALLOW, line);
    if (!/^[\w./+-]+$/.test(line[0])) return allowed;
    const listed = await this.run(allowing(line[0]), line);
    return allowed === listed ? allowed : `${allowed}; as the only allowed command: ${listed}`;
  }

  /** A row that must be refused where everything is allowed, and for the first row of each command either way. */
  denied(line: Line, input = shown(line)): Attack {
    const again = this.tried.has(line[0]);
    this.tried.add(line[0]);
    return {
      input,
      expected: NO,
      attempt: () => (again ? this.run(ALLOW, line) : this.runEitherWay(line)),
    };
  }

  /** A row that must go on working, where everything is allowed and as the only allowed command. */
  runs(line: Line, input = shown(line), unable?: string | false): Attack {
    return {
      input: `${input} (must work)`,
      expected: 'runs',
      attempt: () => this.runEitherWay(line),
      ...(unable !== undefined && { unable }),
    };
  }
}

/** A value of this file's run: no other program on the machine has it. */
export const VALUE = random();

/** A vault and a tool server for all rows of a file. */
export function useTarget(seed?: (home: Home) => Promise<void>): Target {
  const home = useVault(async (fresh) => {
    await fresh.set('app', VALUE);
    await seed?.(fresh);
  });
  return new Target(home, useServer(home, MODERN));
}

/** Another tool server on the same vault, for one row. */
export function withOwnServer<T>(
  { home }: Target,
  options: ServerOptions,
  body: (target: Target) => Promise<T>,
): Promise<T> {
  return withServer(home, (server) => body(new Target(home, server)), options);
}

/** One call a line, words separated by spaces; `%s` in a word stands for a space. */
export function lines(table: string): Line[] {
  return table
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => {
      const [command = '', ...args] = text.split(' ').map((word) => word.replaceAll('%s', ' '));
      return [command, ...args];
    });
}

/** One shell text a line; `¶` stands for a line break. */
export function texts(table: string): string[] {
  return table
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => text.replaceAll('¶', '\n'));
}

/** A command line for readers: words in quotes where they hold more than letters and signs. */
export function shown(line: readonly string[]): string {
  return line.map((word) => (/^[\x21-\x7e]+$/.test(word) ? word : escaped(word))).join(' ');
}

/** Quoted, with every character that cannot be seen written by its number. */
export function escaped(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
