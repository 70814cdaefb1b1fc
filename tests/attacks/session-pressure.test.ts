/** Many clients, slow ones, and those that guess: they put a session to the test, which goes on answering the others. */
import { ALLOW_ALL, pause } from '../spec/support/home.ts';
import { ask, command, frame, KIND, RawClient } from '../session/support/raw-client.ts';
import { attacks } from './support/table.ts';
import { useSessionTarget } from './support/session-target.ts';

const target = useSessionTarget(ALLOW_ALL);

attacks('session', [
  {
    input: 'the master password guessed ten times at the socket',
    expected: '10 refused, 10 recorded, not unlocked any further',
    attempt: async () => {
      const failures = async (): Promise<number> =>
        (await target.session.records()).filter(
          ({ outcome, unlock }) => outcome === 'error' && unlock === 'session',
        ).length;
      const before = await failures();
      const { stdout } = await target.session.ok(['status', '--json']);
      const { session } = JSON.parse(stdout) as { session: { vault: string } };
      const { vault } = session;
      const terms = {
        lifetime: 1e9,
        idle: 1e9,
        reveal: 1e9,
        directory: vault,
        state: vault,
        env: {},
        cwd: '/',
        umask: 0,
      };
      const guesses = Array.from({ length: 5 }, (_, at) => Buffer.from(`guess ${at}`).toString('base64'));
      const said = await Promise.all(
        guesses.flatMap((proof) => [
          ask(target.session.socket, { type: 'trust', proof }),
          ask(target.session.socket, { type: 'renew', proof, terms: JSON.stringify(terms) }),
        ]),
      );
      const refused = said.filter((end) => end.startsWith('failed locked')).length;
      const still = await ask(target.session.socket, command(['get', 'app']));
      return `${refused} refused, ${(await failures()) - before} recorded, ${still === 'local reveal' ? 'not unlocked any further' : still}`;
    },
  },
  {
    input: '50 clients at once, each with an answer of its own',
    expected: '50 right answers',
    attempt: async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          target.say(
            command(['run', '-k', 'app', '--', 'sh', '-c', `cat; printf "%s ${at} $APP"`]),
            frame(KIND.inputEnd),
          ),
        ),
      );
      const right = answers.filter(
        (answer, at) =>
          answer === `exit 0:  ${at} [REDACTED:app]` || answer === `exit 0: ${at} [REDACTED:app]`,
      );
      return right.length === 50
        ? '50 right answers'
        : `${right.length} right answers: ${answers.find((answer) => !right.includes(answer)) ?? ''}`;
    },
  },
  {
    input: '300 connections that say nothing',
    expected: 'gone after ten seconds, and a good client is answered',
    attempt: async () => {
      const clients = Array.from({ length: 300 }, () => new RawClient(target.session.socket));
      await pause(1000);
      for (const client of clients) client.raw(Buffer.from([0]));
      await pause(10_500);
      const left = clients.filter(({ isClosed }) => !isClosed).length;
      for (const client of clients) client.socket.destroy();
      return target.after(
        left === 0 ? 'gone after ten seconds, and a good client is answered' : `${left} are left`,
      );
    },
  },
  {
    input: 'a request that comes a byte at a time',
    expected: 'closed within eleven seconds',
    attempt: async () => {
      await using client = new RawClient(target.session.socket);
      const bytes = frame(KIND.request, command(['list']));
      const began = performance.now();
      for (const byte of bytes) {
        if (client.isClosed) break;
        client.raw(Buffer.from([byte]));
        // oxlint-disable-next-line no-await-in-loop -- slowly
        await pause(200);
      }
      const seconds = (performance.now() - began) / 1000;
      return client.isClosed && seconds < 11.5 ? 'closed within eleven seconds' : `open after ${seconds} s`;
    },
  },
  {
    input: 'a client that never reads what a program prints without end',
    expected: 'bounded memory, and the program ends with the client',
    attempt: async () => {
      const before = await target.memory();
      const client = new RawClient(target.session.socket);
      client.socket.pause();
      client.request(command(['run', '-k', 'app', '--', 'yes', 'z'.repeat(1000)]));
      await pause(3000);
      const grown = (await target.memory()) - before;
      client.socket.destroy();
      await pause(1500);
      const { stdout } = await target.session.ok(['status', '--json']);
      const { running } = (JSON.parse(stdout) as { session: { running: number } }).session;
      return `${grown < 150 ? 'bounded memory' : `${Math.round(grown)} MiB more`}, and ${running === 0 ? 'the program ends with the client' : 'the program runs on'}`;
    },
  },
  {
    input: '100 clients that each send the longest request there is behind a first one',
    expected: 'bounded memory',
    attempt: async () => {
      const before = await target.memory();
      const long = Buffer.concat([Buffer.from([0, 0xbf, 0xff, 0xff, 1]), Buffer.alloc(4_000_000, 'x')]);
      const clients = Array.from({ length: 100 }, () => new RawClient(target.session.socket));
      for (const client of clients)
        client.request(command(['run', '-k', 'app', '--', 'sleep', '5'])).raw(long);
      await pause(4000);
      const grown = (await target.memory()) - before;
      for (const client of clients) client.socket.destroy();
      await pause(1000);
      return target.after(grown < 200 ? 'bounded memory' : `${Math.round(grown)} MiB more`);
    },
  },
]);
