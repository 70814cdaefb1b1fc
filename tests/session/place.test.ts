import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectToSession, mayBeUnlocked } from '../../src/session/connect.ts';
import { makeSessionFolder, sessionPlace, socketIn } from '../../src/session/place.ts';
import { isOwnSocket, isPrivate } from '../../src/vault/own-place.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-place-')));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function folder(name: string, mode = 0o700): string {
  const path = join(dir, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
}

describe('the place of a session', () => {
  test('is in XDG_RUNTIME_DIR, then in the state directory', () => {
    const runtime = folder('run');
    expect(sessionPlace({ XDG_RUNTIME_DIR: runtime }, join(dir, 'state')).folders).toEqual([
      join(runtime, 'vaultctl'),
      join(dir, 'state', 'session'),
    ]);
  });

  test.each([0o701, 0o710, 0o740, 0o750, 0o755, 0o770, 0o777, 0o1777])(
    'is not in an XDG_RUNTIME_DIR of mode %o',
    (mode) => {
      const runtime = folder('run', mode);
      expect(sessionPlace({ XDG_RUNTIME_DIR: runtime }, dir).folders).toEqual([join(dir, 'session')]);
    },
  );

  test('is not in an XDG_RUNTIME_DIR that is a link, a file, or not there', () => {
    symlinkSync(folder('run'), join(dir, 'link'));
    writeFileSync(join(dir, 'file'), '', { mode: 0o600 });
    for (const name of ['link', 'file', 'none', 'file/below']) {
      expect(sessionPlace({ XDG_RUNTIME_DIR: join(dir, name) }, dir).folders, name).toEqual([
        join(dir, 'session'),
      ]);
    }
  });

  test.skipIf(!isRoot)('is not in an XDG_RUNTIME_DIR of somebody else', () => {
    const runtime = folder('run');
    chownSync(runtime, NOBODY, NOBODY);
    expect(sessionPlace({ XDG_RUNTIME_DIR: runtime }, dir).folders).toEqual([join(dir, 'session')]);
  });

  test('goes by no relative XDG_RUNTIME_DIR, whatever the working directory', () => {
    for (const named of ['', '.', 'run', '../run', './run']) {
      for (const place of sessionPlace({ XDG_RUNTIME_DIR: named }, dir).folders)
        expect([`/run/user/${process.getuid?.()}/vaultctl`, join(dir, 'session')], named).toContain(place);
    }
  });
});

describe('the folder of the socket', () => {
  test('is made for its owner alone, whatever the umask', () => {
    const before = process.umask(0);
    try {
      const made = makeSessionFolder({ folders: [join(dir, 'a', 'session')] });
      expect(statSync(made).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  test('may be there already, and not be open to others', () => {
    const place = { folders: [folder('session')] };
    expect(makeSessionFolder(place)).toBe(join(dir, 'session'));
    for (const mode of [0o710, 0o705, 0o777]) {
      folder('session', mode);
      expect(() => makeSessionFolder(place)).toThrow(/open to others/);
    }
  });

  test('is no link', () => {
    symlinkSync(folder('elsewhere'), join(dir, 'session'));
    expect(() => makeSessionFolder({ folders: [join(dir, 'session')] })).toThrow(/open to others/);
  });

  test.skipIf(!isRoot)('is nobody else’s', () => {
    chownSync(folder('session'), NOBODY, NOBODY);
    expect(() => makeSessionFolder({ folders: [join(dir, 'session')] })).toThrow(/open to others/);
  });

  test('has a path that fits into an address of a socket on every system', () => {
    const fits = (length: number): string => join(dir, 'x'.repeat(length - dir.length - 1));
    const longest = 103 - '/session.sock'.length;
    expect(socketIn(makeSessionFolder({ folders: [fits(longest)] }))).toHaveLength(103);
    expect(() => makeSessionFolder({ folders: [fits(longest + 1)] })).toThrow(/too long/);
    // Bytes count, not letters.
    const wide = join(dir, 'ü'.repeat(longest - dir.length - 1));
    expect(() => makeSessionFolder({ folders: [wide] })).toThrow(/too long/);
  });
});

async function withSocket(path: string, body: () => Promise<void>): Promise<void> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o600);
  try {
    await body();
  } finally {
    server.close();
  }
}
const reaches = async (place: string): Promise<boolean> => {
  const socket = await connectToSession({ folders: [place] });
  socket?.destroy();
  return socket !== null;
};

describe('a client', () => {
  test('connects to a socket of its user in a folder of its user', async () => {
    const at = folder('session');
    await withSocket(socketIn(at), async () => {
      expect([mayBeUnlocked({ folders: [at] }), await reaches(at)]).toEqual([true, true]);
    });
    expect([mayBeUnlocked({ folders: [at] }), await reaches(at)]).toEqual([false, false]);
  });

  test('connects to none that others could have put there', async () => {
    const at = folder('session');
    await withSocket(socketIn(at), async () => {
      chmodSync(socketIn(at), 0o660);
      expect([mayBeUnlocked({ folders: [at] }), await reaches(at)], 'an open socket').toEqual([false, false]);
      chmodSync(socketIn(at), 0o600);
      chmodSync(at, 0o701);
      expect([mayBeUnlocked({ folders: [at] }), await reaches(at)], 'an open folder').toEqual([false, false]);
      chmodSync(at, 0o700);
      symlinkSync(at, join(dir, 'link'));
      expect(await reaches(join(dir, 'link')), 'a folder that is a link').toBe(false);
      symlinkSync(socketIn(at), socketIn(folder('other')));
      expect(await reaches(join(dir, 'other')), 'a socket that is a link').toBe(false);
      if (isRoot) {
        chownSync(socketIn(at), NOBODY, NOBODY);
        expect(await reaches(at), 'a socket of another user').toBe(false);
        chownSync(socketIn(at), 0, 0);
        chownSync(at, NOBODY, NOBODY);
        expect(await reaches(at), 'a folder of another user').toBe(false);
      }
    });
  });

  test('takes no file for a socket, and goes on to the next folder', async () => {
    const [first, second] = [folder('first'), folder('second')];
    writeFileSync(socketIn(first), '', { mode: 0o600 });
    expect([isOwnSocket(socketIn(first)), isOwnSocket(socketIn(second)), isPrivate(socketIn(first))]).toEqual(
      [false, false, false],
    );
    await withSocket(socketIn(second), async () => {
      const socket = await connectToSession({ folders: [first, second] });
      socket?.destroy();
      expect(socket).not.toBeNull();
    });
  });
});
