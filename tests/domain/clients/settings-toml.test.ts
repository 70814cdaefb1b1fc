import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/domain/clients/client.ts';
import { clients } from '../../../src/domain/clients/clients.ts';
import { entryIn, withEntry, withoutEntry } from '../../../src/domain/clients/settings-text.ts';

const fields = { command: '/n', args: ['/v', 'mcp-server'] };
const toml = codex();

function codex(): Client {
  const client = clients.find(({ id }) => id === 'codex');
  if (client === undefined) throw new Error('no codex');
  return client;
}

describe('an entry put into TOML', () => {
  const TABLE = '[mcp_servers.vaultctl]\ncommand = "/n"\nargs = ["/v", "mcp-server"]\n';

  test.each([
    ['nothing', '', TABLE],
    ['settings', 'model = "x" # fast\n', `model = "x" # fast\n\n${TABLE}`],
    [
      'other servers',
      '[mcp_servers.o]\ncommand = "x"\n# end\n',
      `[mcp_servers.o]\ncommand = "x"\n# end\n\n${TABLE}`,
    ],
    ['dotted servers', 'mcp_servers.o.command = "x"\n', `mcp_servers.o.command = "x"\n\n${TABLE}`],
  ])('behind %s', (_, before, after) => {
    expect(withEntry(before, toml, fields)).toBe(after);
    expect(withEntry(after, toml, fields)).toBe(after);
    expect(withoutEntry(after, toml)).toBe(before);
  });

  test('line ends and the mark of byte order stay', () => {
    const changed = withEntry('\uFEFFa = 1\r\n', toml, fields);
    expect(changed).toBe(`\uFEFFa = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`);
    expect(withoutEntry(changed, toml)).toBe('\uFEFFa = 1\r\n');
  });

  test('a file without an end of line gets one', () => {
    expect(withEntry('a = 1', toml, fields)).toBe(`a = 1\n\n${TABLE}`);
  });

  test('a path with quotes, backslashes and control characters is read back', () => {
    const odd = { command: '/n "\\ \u007f\t', args: ["it's"] };
    expect(entryIn(withEntry('', toml, odd), toml)).toEqual(odd);
  });
});

describe('another entry of ours in TOML', () => {
  const text = `# top
[mcp_servers.vaultctl] # the vault
# by name
command = "vaultctl" # on the PATH
url = "x"
startup_timeout_sec = 20

[mcp_servers.vaultctl.env]
VAULT_PASSWORD = "hunter2" # secret
PATH = "/opt/bin"

[mcp_servers.vaultctl.tools.secret_list]
approval_mode = "approve"

# about the other
[mcp_servers.other]
command = "x"
`;

  test('is changed where it differs, and what is the user’s own stays', () => {
    expect(withEntry(text, toml, fields)).toBe(`# top
[mcp_servers.vaultctl] # the vault
args = ["/v", "mcp-server"]
# by name
command = "/n" # on the PATH
startup_timeout_sec = 20

[mcp_servers.vaultctl.env]
PATH = "/opt/bin"

[mcp_servers.vaultctl.tools.secret_list]
approval_mode = "approve"

# about the other
[mcp_servers.other]
command = "x"
`);
  });

  test('is taken away with all its tables', () => {
    expect(withoutEntry(text, toml)).toBe(`# top

# about the other
[mcp_servers.other]
command = "x"
`);
  });

  test.each([
    ['an inline table', '[mcp_servers]\nvaultctl = { command = "x", timeout = 3 }\n', '[mcp_servers]\n'],
    ['dotted names', '[mcp_servers]\nvaultctl.command = "x"\nvaultctl.timeout = 3\n', '[mcp_servers]\n'],
    ['dotted names at the top', 'mcp_servers.vaultctl.timeout = 3\na = 1\n', 'a = 1\n'],
  ])('as %s becomes a table', (_, before, rest) => {
    const changed = withEntry(before, toml, fields);
    expect(changed.startsWith(`${rest}\n[mcp_servers.vaultctl]\n`)).toBe(true);
    expect(entryIn(changed, toml)).toEqual({ timeout: 3, ...fields });
    expect(withoutEntry(before, toml)).toBe(rest);
  });

  test('a list of tables is replaced', () => {
    expect(entryIn(withEntry('[[mcp_servers.vaultctl]]\na = 1\n', toml, fields), toml)).toEqual(fields);
  });

  test('an inline table of variables keeps the others', () => {
    const inline = '[mcp_servers.vaultctl]\nenv = { VAULT_PASSWORD = "hunter2", A = "b" }';
    expect(withEntry(inline, toml, fields)).toContain('\nenv = { A = "b" }');
  });
});
