import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/domain/clients/client.ts';
import { clients } from '../../../src/domain/clients/clients.ts';
import { entryIn, withEntry, withoutEntry } from '../../../src/domain/clients/settings-text.ts';

const fields = { command: '/n', args: ['/v', 'mcp-server'] };

function clientOf(id: string): Client {
  const client = clients.find((one) => one.id === id);
  if (client === undefined) throw new Error(`no ${id}`);
  return client;
}

const strict = clientOf('claude-desktop');
const lenient = clientOf('gemini');
const toml = clientOf('codex');

/** Text before and after, line by line. */
interface Case {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const ENTRY = [
  '    "vaultctl": {',
  '      "command": "/n",',
  '      "args": [',
  '        "/v",',
  '        "mcp-server"',
  '      ]',
  '    }',
];
const SERVERS = ['  "mcpServers": {', ...ENTRY, '  }'];

describe('an entry put into JSON', () => {
  test.each<[string, Case]>([
    ['an empty object', { before: ['{}', ''], after: ['{', ...SERVERS, '}', ''] }],
    ['an object without a line end', { before: ['{}'], after: ['{', ...SERVERS, '}'] }],
    ['behind other settings', { before: ['{', '  "a": 1', '}'], after: ['{', '  "a": 1,', ...SERVERS, '}'] }],
    [
      'behind a comment that is about the last setting',
      { before: ['{', '  "a": 1 // one', '}'], after: ['{', '  "a": 1, // one', ...SERVERS, '}'] },
    ],
    [
      'before comments on lines of their own',
      {
        before: ['{', '  "a": 1, // one', '  // end', '}'],
        after: ['{', '  "a": 1, // one', ...SERVERS.slice(0, -1), '  },', '  // end', '}'],
      },
    ],
    [
      'an object that has only a comment',
      { before: ['{', '  /* none yet */', '}'], after: ['{', '  /* none yet */', ...SERVERS, '}'] },
    ],
    [
      'beside other servers',
      {
        before: ['{', '  "mcpServers": {', '    "other": { "command": "x" } /* mine */', '  }', '}', ''],
        after: [
          '{',
          '  "mcpServers": {',
          '    "other": { "command": "x" }, /* mine */',
          ...ENTRY,
          '  }',
          '}',
          '',
        ],
      },
    ],
    [
      'where the bracket closes on the last line',
      { before: ['{', '  "a": 1 }'], after: ['{', '  "a": 1,', ...SERVERS.slice(0, -1), '  } }'] },
    ],
  ])('%s', (_, { before, after }) => {
    const text = withEntry(before.join('\n'), lenient, fields);
    expect(text.split('\n')).toEqual(after);
    expect(withEntry(text, lenient, fields)).toBe(text);
    expect(withoutEntry(text, lenient)).toBe(before.join('\n'));
  });

  test('a trailing comma stays the style of the file', () => {
    const text = '{\n\t"a": [1],\n}\n';
    const changed = withEntry(text, lenient, fields);
    expect(changed).toMatch(/\n\t},\n}\n$/);
    expect(changed).toContain('\n\t\t"vaultctl": {\n\t\t\t"command"');
    expect(withoutEntry(changed, lenient)).toBe(text);
  });

  test.each([
    ['{"a":1}', '{"a":1,"mcpServers":{"vaultctl":{"command":"/n","args":["/v","mcp-server"]}}}'],
    [
      '{"a": 1, "mcpServers": {"b": {}}}',
      '{"a": 1, "mcpServers": {"b": {}, "vaultctl": { "command": "/n", "args": ["/v", "mcp-server"] }}}',
    ],
    ['{"a":1,}', '{"a":1,"mcpServers":{"vaultctl":{"command":"/n","args":["/v","mcp-server"]}},}'],
  ])('one line stays one line: %s', (before, after) => {
    expect(withEntry(before, lenient, fields)).toBe(after);
    expect(withoutEntry(after, lenient)).toBe(before);
  });

  test('line ends and the mark of byte order stay', () => {
    const text = '\uFEFF{\r\n    "a": 1\r\n}\r\n';
    const changed = withEntry(text, strict, fields);
    expect(changed.startsWith('\uFEFF{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "vaultctl"')).toBe(
      true,
    );
    expect(changed.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(withoutEntry(changed, strict)).toBe(text);
  });

  test.each(['', '\n', ' \r\n', '// settings of the editor\n', '/* a */ // b'])(
    'an empty file, %j',
    (text) => {
      const changed = withEntry(text, lenient, fields);
      expect(entryIn(changed, lenient)).toEqual(fields);
      expect(changed).toContain(text.trim());
    },
  );
});

describe('another entry of ours in JSON', () => {
  const text = `{
  "mcpServers": {
    // the vault
    "vaultctl": {
      "type": "http", // was remote
      "command": "vaultctl", // by name
      "args": ["mcp-server"],
      "env": { "VAULT_PASSWORD": "hunter2", "PATH": "/opt/bin" },
      "timeout": 5000 // slow disk
    },
    "other": {}
  }
}
`;

  test('is changed where it differs, and what is the user’s own stays', () => {
    expect(withEntry(text, lenient, fields)).toBe(`{
  "mcpServers": {
    // the vault
    "vaultctl": {
      "command": "/n", // by name
      "args": ["/v", "mcp-server"],
      "env": { "PATH": "/opt/bin" },
      "timeout": 5000 // slow disk
    },
    "other": {}
  }
}
`);
  });

  test('is taken away with its lines, and no other comment', () => {
    expect(withoutEntry(text, lenient)).toBe(`{
  "mcpServers": {
    // the vault
    "other": {}
  }
}
`);
  });

  test.each([['"vaultctl"'], ['null'], ['["vaultctl"]'], ['{"url":"http://x"}']])(
    '%s is replaced',
    (entry) => {
      expect(withEntry(`{"mcpServers":{"vaultctl":${entry}}}`, strict, fields)).toBe(
        '{"mcpServers":{"vaultctl":{"command":"/n","args":["/v","mcp-server"]}}}',
      );
    },
  );

  test('the last server takes the object with it that held it, and leaves one that has a comment', () => {
    const only = '{\n  "a": 1,\n  "mcpServers": {\n    "vaultctl": {}\n  }\n}\n';
    expect(withoutEntry(only, lenient)).toBe('{\n  "a": 1\n}\n');
    const commented = '{\n  "mcpServers": {\n    // mine\n    "vaultctl": {}\n  }\n}\n';
    expect(withoutEntry(commented, lenient)).toBe('{\n  "mcpServers": {\n    // mine\n  }\n}\n');
  });

  test.each([
    '{\n  "mcpServers": {}, // none yet\n  "a": 1\n}\n',
    '{\n  "a": 1,\n  "mcpServers": {} // none yet\n}\n',
  ])('an empty object stays when there is a comment about it: %j', (before) => {
    expect(withoutEntry(withEntry(before, lenient, fields), lenient)).toBe(before);
  });

  test('between others on one line', () => {
    const line = '{ "mcpServers": { "a": {}, "vaultctl": {}, "b": {} } }';
    expect(withoutEntry(line, lenient)).toBe('{ "mcpServers": { "a": {}, "b": {} } }');
    expect(withoutEntry('{ "mcpServers": { "vaultctl": {}, "b": {} } }', lenient)).toBe(
      '{ "mcpServers": { "b": {} } }',
    );
  });
});

describe('a text that is not whole is refused', () => {
  test.each([
    ['no JSON', lenient, '{"a": ', /is not valid JSON \(line 1\)/],
    ['half a comment', lenient, '/* a', /is not valid JSON/],
    ['text behind it', lenient, '{}\n{}', /is not valid JSON \(line 2\)/],
    [
      'comments where the client reads none',
      strict,
      '{\n// c\n}',
      /is not valid JSON, which has no comments \(line 2\)/,
    ],
    ['a trailing comma where the client reads none', strict, '{"a": 1,\n}', /is not valid JSON \(line 2\)/],
    ['a list', strict, '[]', /is JSON, but not an object/],
    ['servers in a list', strict, '{"mcpServers": []}', /has a "mcpServers" that holds no servers/],
    ['servers twice', lenient, '{"mcpServers": {}, "mcpServers": {}}', /has "mcpServers" twice/],
    ['our entry twice', lenient, '{"mcpServers": {"vaultctl": {}, "vaultctl": {}}}', /has "vaultctl" twice/],
    [
      'a field of our entry twice',
      lenient,
      '{"mcpServers":{"vaultctl":{"command":"a","command":"b"}}}',
      /cannot be changed safely/,
    ],
    ['no TOML', toml, 'a = 1\nb = [\n', /is not valid TOML \(line \d\)/],
    ['a name twice', toml, 'a = 1\na = 2\n', /is not valid TOML \(line 2\)/],
    ['servers that are none', toml, 'mcp_servers = 1\n', /holds no servers/],
    [
      'servers in one inline table',
      toml,
      'mcp_servers = { o = { command = "x" } }\n',
      /has mcp_servers in one line/,
    ],
    [
      'a date in an entry that is written anew',
      toml,
      '[mcp_servers]\nvaultctl = { at = 2026-01-01 }\n',
      /cannot be written anew/,
    ],
  ])('%s', (_, client, text, message) => {
    expect(() => withEntry(text, client, fields)).toThrow(message);
  });
});
