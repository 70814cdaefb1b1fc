import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  carryOut,
  type Connection,
  placeOf,
  planConnection,
  planDisconnection,
} from '../../src/app/connect-client.ts';
import type { Client } from '../../src/domain/clients/client.ts';
import { clients } from '../../src/domain/clients/clients.ts';
import { wantedEntry } from '../../src/domain/clients/entry.ts';
import { entryIn } from '../../src/domain/clients/settings-text.ts';
import { byId, ClientHome, commandLine, install, put, uninstall } from './client-home.ts';

const at = new ClientHome();
const connection = (client: Client, scope: Connection['scope'] = 'user'): Connection =>
  at.connection(client, scope);

const read = (path: string): string => fs.readFileSync(path, 'utf8');

/** Texts a client's file may have; those with comments only where the client reads them. */
function textsFor({ container, format }: Client): Record<string, string | null> {
  if (format === 'toml') {
    return {
      absent: null,
      empty: '',
      'only comments': '# none\n',
      settings: 'model = "x" # fast\n\n[profiles.a]\nb = 1\n',
      'foreign servers': `[${container}.other]\ncommand = "x" # mine\n\n[${container}.other.env]\nA = "b"\n`,
      'no end of line': 'model = "x"',
      CRLF: `model = "x"\r\n[${container}.other]\r\ncommand = "x"\r\n`,
      BOM: '\uFEFFmodel = "x"\n',
    };
  }
  const strict = {
    absent: null,
    empty: '',
    'empty object': '{}',
    'empty servers': `{\n  "${container}": {}\n}\n`,
    'foreign servers': `{\n  "${container}": {\n    "other": {\n      "command": "x",\n      "env": { "TOKEN": "t" }\n    }\n  },\n  "z": 1\n}\n`,
    'one line': `{"a":1,"${container}":{"other":{"command":"x"}}}`,
    tabs: `{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n`,
    CRLF: `{\r\n    "a": 1,\r\n    "${container}": {\r\n        "other": {}\r\n    }\r\n}\r\n`,
    BOM: '\uFEFF{\n  "a": 1\n}',
  };
  if (format === 'json') return strict;
  return {
    ...strict,
    'only comments': '// none yet\n',
    comments: `// top\n{\n  /* a */ "a": 1, // one\n  "${container}": {\n    // the other\n    "other": {} // x\n    // end\n  }\n}\n// bottom\n`,
    'trailing commas': `{\n  "a": [1,],\n  "${container}": {\n    "other": {},\n  },\n}\n`,
  };
}

const cases = clients.flatMap((client) =>
  Object.entries(textsFor(client)).map(([what, text]) => ({ id: client.id, what, text, client })),
);

describe('a file of every client', () => {
  test.each(cases)('$id, $what: there and back leaves the very bytes', ({ client, text }) => {
    const to = connection(client);
    const path = placeOf(to);
    if (text !== null) put(path, text);

    const copy = install(to);
    const installed = read(path);
    expect(entryIn(installed, client)).toEqual(wantedEntry(undefined, client.fields(commandLine)));
    expect(planConnection(to)).toBeNull();
    expect(read(path)).toBe(installed);
    if (text === null) expect(copy).toBeNull();
    else {
      expect(copy).toBe(`${path}.vaultctl-backup`);
      expect(read(copy ?? '')).toBe(text);
      for (const foreign of text.match(/[\w"]+/g) ?? []) expect(installed).toContain(foreign);
    }

    uninstall(to);
    expect(planDisconnection(to)).toBeNull();
    expect(fs.existsSync(path) ? read(path) : null).toBe(text);
  });

  test.each(clients)('$id: another entry of ours is changed, with a copy of what was there', (client) => {
    const to = connection(client);
    const path = placeOf(to);
    const old =
      client.format === 'toml'
        ? `[${client.container}.vaultctl]\ncommand = "vaultctl"\nenv = { VAULT_PASSWORD = "hunter2" }\n`
        : `{"${client.container}":{"vaultctl":{"command":"vaultctl","env":{"VAULT_PASSWORD":"hunter2"}}}}`;
    put(path, old);
    expect(planConnection(to)?.before).toMatchObject({ command: 'vaultctl' });
    const copy = install(to);
    expect(read(path)).not.toMatch(/hunter2|VAULT_PASSWORD/);
    expect(entryIn(read(path), client)).toEqual(client.fields(commandLine));
    expect(read(copy ?? '')).toBe(old);
    // What was there had an entry: it does not come back.
    uninstall(to);
    expect(fs.existsSync(path) ? read(path) : '').not.toContain('vaultctl');
  });

  test.each(clients)('$id: a file that does not parse is refused and stays', (client) => {
    const to = connection(client);
    const path = placeOf(to);
    put(path, '{"a": [1, 2\n');
    expect(() => planConnection(to)).toThrow(/is not valid (JSON|TOML)/);
    expect(() => planDisconnection(to)).toThrow(`${path} is not valid`);
    expect(read(path)).toBe('{"a": [1, 2\n');
    expect(fs.readdirSync(dirname(path))).toHaveLength(1);
  });

  test.each(clients.filter(({ projectFiles }) => projectFiles !== null))('$id: in a project', (client) => {
    const to = connection(client, 'project');
    install(to);
    const path = placeOf(to);
    expect(path.startsWith(join(at.dir, 'project'))).toBe(true);
    expect(fs.statSync(path).mode & 0o777).toBe(0o644);
    expect(planConnection(connection(client))).not.toBeNull();
    uninstall(to);
    expect(fs.existsSync(path)).toBe(false);
  });

  test.each(clients.filter(({ projectFiles }) => projectFiles === null))(
    '$id: has none in a project',
    (client) => {
      expect(() => planConnection(connection(client, 'project'))).toThrow(
        `${client.title} has no settings for a single project`,
      );
    },
  );
});

describe('the file itself', () => {
  const cursor = byId('cursor');
  let to: Connection;
  let path = '';
  beforeEach(() => {
    to = connection(cursor);
    path = placeOf(to);
  });

  test('keeps its mode, and a new one is its owner’s alone', () => {
    install(to);
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
    put(path, '{}', 0o640);
    install(to);
    expect(fs.statSync(path).mode & 0o777).toBe(0o640);
  });

  test.runIf(process.getuid?.() === 0)('keeps its owner and group', () => {
    put(path, '{}');
    fs.chownSync(path, 12, 34);
    install(to);
    expect(fs.statSync(path)).toMatchObject({ uid: 12, gid: 34 });
  });

  test('behind a link changes where it is, and the link stays', () => {
    const real = join(at.dir, 'dotfiles', 'cursor.json');
    put(real, '{"a":1}', 0o644);
    fs.mkdirSync(dirname(path));
    fs.symlinkSync('../dotfiles/cursor.json', path);
    const copy = install(to);
    expect(fs.readlinkSync(path)).toBe('../dotfiles/cursor.json');
    expect(read(real)).toContain('vaultctl');
    expect(fs.statSync(real).mode & 0o777).toBe(0o644);
    // Beside the link, not in a directory that may be shared.
    expect(copy).toBe(`${path}.vaultctl-backup`);
    uninstall(to);
    expect(read(real)).toBe('{"a":1}');
  });

  test('a link to nothing, a directory and a pipe are refused', () => {
    fs.mkdirSync(dirname(path));
    fs.symlinkSync('nowhere', path);
    expect(() => planConnection(to)).toThrow('is a link to nothing');
    fs.rmSync(path);
    fs.mkdirSync(path);
    expect(() => planConnection(to)).toThrow('is not a regular file');
    fs.rmdirSync(path);
    execFileSync('mkfifo', [path]);
    expect(() => planConnection(to)).toThrow('is not a regular file');
  });

  test('of something that is no text is refused', () => {
    fs.mkdirSync(dirname(path));
    fs.writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(() => planConnection(to)).toThrow('is not UTF-8 text');
  });

  test('that its client changes meanwhile is not overwritten', () => {
    put(path, '{"a":1}');
    const plan = planConnection(to);
    put(path, '{"a":2}');
    expect(() => plan && carryOut(plan)).toThrow('was changed by another program meanwhile');
    expect(read(path)).toBe('{"a":2}');
    fs.rmSync(path);
    expect(() => plan && carryOut(plan)).toThrow('was changed by another program meanwhile');
    const fresh = planConnection(to);
    put(path, '{"b":1}');
    expect(() => fresh && carryOut(fresh)).toThrow('was changed by another program meanwhile');
    expect(read(path)).toBe('{"b":1}');
    expect(fs.readdirSync(dirname(path))).toHaveLength(1);
  });

  test('has a copy for each text that was there, each its owner’s alone', () => {
    const copies = ['{"a":1}', '{"a":2}', '{"a":1}'].map((text) => {
      put(path, text, 0o644);
      return install(to);
    });
    expect(copies).toEqual(['', '-2', ''].map((number) => `${path}.vaultctl-backup${number}`));
    expect(copies.map((copy) => fs.statSync(copy ?? '').mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  });

  test('is not restored from a copy when its owner has changed it since', () => {
    put(path, '{"a":1}');
    install(to);
    put(path, read(path).replace('"a":1', '"a":2'));
    uninstall(to);
    expect(read(path)).toBe('{"a":2}');
  });
});

describe('of several files', () => {
  test('opencode: the one with comments where it is there, and the one that has our entry', () => {
    const to = connection(byId('opencode'));
    expect(placeOf(to)).toBe(join(at.dir, '.config/opencode/opencode.json'));
    install(to);
    put(join(at.dir, '.config/opencode/opencode.jsonc'), '{ /* mine */ }');
    expect(placeOf(to)).toBe(join(at.dir, '.config/opencode/opencode.json'));
    uninstall(to);
    expect(placeOf(to)).toBe(join(at.dir, '.config/opencode/opencode.jsonc'));
  });

  test('windsurf: the new place where its directory is there', () => {
    const to = connection(byId('windsurf'));
    expect(placeOf(to)).toBe(join(at.dir, '.codeium/windsurf/mcp_config.json'));
    fs.mkdirSync(join(at.dir, '.config/devin'), { recursive: true });
    expect(placeOf(to)).toBe(join(at.dir, '.config/devin/mcp_config.json'));
  });
});
