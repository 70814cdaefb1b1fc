/** What a policy may say: whatever a reader could misjudge is refused. */

const parse = { file: 'src/domain/policy/parse.ts', tests: ['tests/domain/policy/parse.test.ts'] };
const yaml = { file: 'src/domain/policy/strict-yaml.ts', tests: ['tests/domain/policy/parse.test.ts'] };

export const mutants = [
  {
    ...parse,
    guard: 'a key nobody knows, such as a misspelt one, is refused',
    from: 'if (!keys.includes(key))',
    to: 'if (false)',
  },
  {
    ...parse,
    guard: 'another version than 1 is refused',
    from: "if (value.value === 1 && value.source === '1') return 1;",
    to: 'return 1;',
  },
  {
    ...parse,
    guard: 'the version is the number 1 as written, not 1.0 or 0x1',
    from: "value.value === 1 && value.source === '1'",
    to: 'value.value === 1',
  },
  {
    ...parse,
    guard: 'without default_action what no list names is denied',
    from: "read('default_action', oneOf('allow', 'deny'), 'deny')",
    to: "read('default_action', oneOf('allow', 'deny'), 'allow')",
  },
  {
    ...parse,
    guard: 'without a word on redaction it is full',
    from: "read('redaction', oneOf('full', 'exact'), 'full')",
    to: "read('redaction', oneOf('full', 'exact'), 'exact')",
  },
  {
    ...parse,
    guard: 'without a word on the sandbox it is used where there is one',
    from: "read('sandbox', oneOf('auto', 'off', 'required'), 'auto')",
    to: "read('sandbox', oneOf('auto', 'off', 'required'), 'off')",
  },
  {
    ...parse,
    guard: 'a setting is one of its words and nothing else',
    from: 'if (choice === undefined) throw',
    to: 'if (choice === undefined) return choices[0] as T; else if (false) throw',
  },
  {
    ...parse,
    guard: 'max_output_bytes is a whole number in its bounds',
    from: 'if (plain && value >= MIN_OUTPUT && value <= MAX_OUTPUT) return value;',
    to: "if (typeof value === 'number') return value;",
  },
  {
    ...parse,
    guard: 'a deny entry with a wildcard, which would deny nothing, is refused',
    from: 'if (/[*?]/.test(command)) throw',
    to: 'if (false) throw',
  },
  {
    ...parse,
    guard: 'a deny entry with ~, which would deny nothing, is refused',
    from: "if (command.startsWith('~')) throw",
    to: 'if (false) throw',
  },
  {
    ...parse,
    guard: 'a deny entry of a directory, which would deny nothing, is refused',
    from: "if (command.endsWith('/')) throw",
    to: 'if (false) throw',
  },
  {
    ...parse,
    guard: 'an alias has a name one can see',
    from: "if (name.trim() === '' || /\\p{C}/u.test(name))",
    to: 'if (false)',
  },
  {
    ...parse,
    guard: 'an alias entry has no unknown keys',
    from: "if (key !== 'pattern' && key !== 'target')",
    to: 'if (false)',
  },
  {
    ...parse,
    guard: 'an alias that cannot be used is refused as the policy loads',
    from: '    checkAliasEntry(entry);\n',
  },
  {
    ...parse,
    guard: 'a list is a list',
    from: 'if (Array.isArray(value)) return value;',
    to: "if (Array.isArray(value)) return value;\n  if (typeof value === 'string') return [{ value, source, line }];",
  },
  {
    ...parse,
    guard: 'an entry is text, not a number or nothing',
    from: "if (typeof value === 'string' && value.trim() !== '' && !/\\p{C}/u.test(value)) return value;",
    to: 'return String(value);',
  },
  {
    ...parse,
    guard: 'an entry holds nothing that cannot be seen',
    from: "value.trim() !== '' && !/\\p{C}/u.test(value)",
    to: "value.trim() !== ''",
  },
  {
    ...yaml,
    guard: 'a file over 64 KiB is refused',
    from: "  if (bytes.length > MAX_BYTES) throw policyRefused('the file is larger than 64 KiB');\n",
  },
  {
    ...yaml,
    guard: 'bytes that are no UTF-8 are refused, not replaced',
    from: "new TextDecoder('utf-8', { fatal: true }).decode(bytes)",
    to: "new TextDecoder('utf-8').decode(bytes)",
  },
  {
    ...yaml,
    guard: 'control and direction characters are refused',
    from: '  if (hidden)\n',
    to: '  if (false)\n',
  },
  {
    ...yaml,
    guard: 'YAML that does not parse, with duplicate keys for one, is refused',
    from: '  if (error)\n',
    to: '  if (false)\n',
  },
  {
    ...yaml,
    guard: 'what the parser only warns of is refused',
    from: '[...document.errors, ...document.warnings]',
    to: 'document.errors',
  },
  {
    ...yaml,
    guard: 'directives, which can change what tags mean, are refused',
    from: 'if (yaml.explicit || Object.keys(tags).length > 1) throw',
    to: 'if (false) throw',
  },
  {
    ...yaml,
    guard: 'a second document is refused',
    from: "  if (documents.length > 1) throw policyRefused('the file holds more than one document');\n",
  },
  {
    ...yaml,
    guard: 'an empty file is refused',
    from: 'if (document === undefined) throw policyRefused(\'the file is empty; it needs at least "version: 1"\');',
    to: "if (document === undefined) return onlyDocument('version: 1', lineCounter);",
  },
  {
    ...yaml,
    guard: 'nesting that means nothing is refused',
    from: 'if (depth > MAX_DEPTH) throw',
    to: 'if (false) throw',
  },
  {
    ...yaml,
    guard: 'anchors are refused',
    from: "if ('anchor' in node && node.anchor !== undefined) throw",
    to: 'if (false) throw',
  },
  {
    ...yaml,
    guard: 'tags are refused',
    from: "if ('tag' in node && node.tag !== undefined) throw",
    to: 'if (false) throw',
  },
  {
    ...yaml,
    guard: 'a key that is not text is refused',
    from: "if (typeof key.value !== 'string') throw policyRefused('a key that is not text', key.line);",
    to: "if (typeof key.value !== 'string') continue;",
  },
  {
    ...yaml,
    guard: 'merge keys are refused',
    from: "if (key.value === '<<') throw policyRefused('merge keys (<<) are not taken', key.line);",
    to: "if (key.value === '<<') continue;",
  },
];
