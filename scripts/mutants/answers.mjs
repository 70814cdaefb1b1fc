/** Answers: no tool shows a sensitive value, and what is exported means itself to whatever reads it. */

const mask = { file: 'src/domain/mask.ts', tests: ['tests/domain/mask.test.ts'] };
const exported = { file: 'src/domain/export-format.ts', tests: ['tests/domain/export-format.test.ts'] };

export const mutants = [
  {
    guard: 'a sensitive field is not read',
    name: '[4.7] rule 2',
    file: 'src/app/get-field.ts',
    from: '    if (field.sensitive) throw new SensitiveFieldError(name);\n',
    tests: ['tests/spec/04-7-get-field.test.ts'],
  },
  {
    guard: 'an answer that a field is readable is checked by the schema too',
    file: 'src/mcp/tools/secret-get-field.ts',
    from: 'sensitive: z.literal(false),',
    to: 'sensitive: z.boolean(),',
    tests: ['tests/mcp/catalog.test.ts'],
  },
  {
    guard: 'sensitive fields come masked',
    name: 'several fields: no primary value',
    file: 'src/app/get-masked.ts',
    from: 'const shown = field.sensitive ? maskValue(value) : value;',
    to: 'const shown = value;',
    tests: ['tests/spec/04-4-masked.test.ts'],
  },
  {
    guard: 'a single value comes masked',
    name: 'a value of 1 to 4 characters shows nothing',
    file: 'src/app/get-masked.ts',
    from: 'masked_value: maskValue(value),',
    to: 'masked_value: value,',
    tests: ['tests/spec/04-4-masked.test.ts'],
  },
  { ...mask, guard: 'a mask shows nothing of a short value', from: 'length <= 4 ? 0 : ', to: '' },
  { ...mask, guard: 'a mask shows two characters of a middling value', from: 'length <= 8 ? 2 : 4', to: '4' },
  {
    ...mask,
    guard: 'a mask counts characters, not halves of them',
    from: 'for (const _ of value) length += 1;',
    to: 'length = value.length;',
  },
  {
    guard: 'the score names no key unless asked to',
    file: 'src/mcp/tools/security-score.ts',
    from: 'includeKeys: include_keys ?? false',
    to: 'includeKeys: include_keys ?? true',
    tests: ['tests/spec/04-9-score.test.ts'],
  },
  {
    guard: 'secret_get and kin are no tools',
    file: 'src/mcp/tools/catalog.ts',
    from: '  secretGetMasked,\n',
    to: "  secretGetMasked,\n  { ...secretGetMasked, name: 'secret_get' },\n",
    tests: ['tests/mcp/catalog.test.ts'],
  },
  {
    guard: 'a listing shows no notes',
    name: 'without input every secret is listed',
    file: 'src/app/list-secrets.ts',
    from: 'has_notes: secret.notes !== undefined,',
    to: 'has_notes: secret.notes !== undefined,\n    notes: secret.notes,',
    tests: ['tests/spec/04-2-secret-list.test.ts'],
  },
  {
    ...exported,
    guard: 'a value is quoted for a shell',
    from: "return BARE.test(value) ? value : `'${value",
    to: "return BARE !== null ? value : `'${value",
  },
  {
    ...exported,
    guard: 'a quote in a value does not end it',
    from: "value.replaceAll(\"'\", String.raw`'\\''`)",
    to: 'value',
  },
  {
    ...exported,
    guard: 'a value is quoted for environment files',
    from: '  if (BARE.test(value)) return value;\n',
    to: '  if (BARE !== null) return value;\n',
  },
  {
    ...exported,
    guard: 'a value no quoting holds for both readers is refused',
    from: "if (value.includes('\\r') || value.endsWith('\\\\')) return null;",
  },
  {
    ...exported,
    guard: 'in double quotes nothing is expanded',
    from: 'return DOUBLE_QUOTABLE.test(value) ? `"${value}"` : null;',
    to: 'return DOUBLE_QUOTABLE !== null ? `"${value}"` : null;',
  },
  {
    ...exported,
    guard: 'a name that would be a command to a shell is refused',
    from: 'if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return true;',
    to: "if (name !== '') return true;",
  },
  {
    guard: 'export and its file are refused before a secret is opened',
    name: 'export needs -k or --all',
    file: 'src/cli/commands/export.ts',
    from: "if (!all && key.length === 0) throw new VaultError('usage', 'export needs -k KEY, or --all');",
    tests: ['tests/spec/04-10-export.test.ts'],
  },
];
