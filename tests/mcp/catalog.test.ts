import { describe, expect, test } from 'vitest';
import { instructions } from '../../src/mcp/instructions.ts';
import { jsonSchemaOf } from '../../src/mcp/json-schema.ts';
import { findTool, tools } from '../../src/mcp/tools/catalog.ts';

const RUNNERS = ['secret_run', 'secret_run_with_bindings'];

test('there are exactly the eight tools, always in the same order', () => {
  expect(tools.map((tool) => tool.name)).toEqual([
    'secret_list',
    'secret_exists',
    'secret_get_masked',
    'secret_run',
    'secret_list_fields',
    'secret_get_field',
    'secret_run_with_bindings',
    'security_score',
  ]);
});

test.each(['secret_get', '__proto__', 'constructor', 'SECRET_LIST', ' secret_list', ''])(
  'there is no tool %j',
  (name) => {
    expect(findTool(name)).toBeUndefined();
  },
);

describe.each(tools.map((tool) => ({ name: tool.name, tool })))('$name', ({ name, tool }) => {
  const input = jsonSchemaOf(tool.input);
  const output = jsonSchemaOf(tool.output);

  test('takes a flat object that every client can pass on', () => {
    expect(input).toMatchObject({ type: 'object', additionalProperties: false });
    const text = JSON.stringify(input);
    expect(text).not.toMatch(/"(oneOf|anyOf|allOf|not|\$ref|\$schema|\$defs|default|const|null)"/);
    for (const property of Object.values(input['properties'] ?? {})) {
      expect(property).toMatchObject({
        type: expect.stringMatching(/^(string|array|boolean)$/),
        description: /./,
      });
    }
  });

  test('returns an object whose schema stands alone', () => {
    expect(output).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(output)).not.toMatch(/"(\$ref|\$schema|\$defs|propertyNames)"/);
    expect(Object.keys(output)).not.toEqual(expect.arrayContaining(['oneOf']));
    expect(Object.keys(output)).not.toEqual(expect.arrayContaining(['anyOf']));
    expect(Object.keys(output)).not.toEqual(expect.arrayContaining(['allOf']));
  });

  test('says whether it only reads', () => {
    expect(tool.annotations).toEqual(
      RUNNERS.includes(name)
        ? { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
        : { readOnlyHint: true, openWorldHint: false },
    );
    expect(tool.title).toMatch(/^[A-Z]/);
  });

  test('refuses an argument it does not know', () => {
    expect(tool.input.safeParse({ ...tool.example, more: 'text' }).success).toBe(false);
  });

  test('shows an example its own schema accepts', () => {
    expect(tool.input.parse(tool.example)).toEqual(tool.example);
  });
});

test('secret_get_field cannot answer with a sensitive field', () => {
  const answer = { key: 'db/prod', field: 'host', value: 'db.local', sensitive: false };
  const output = findTool('secret_get_field')?.output;
  expect(output?.safeParse(answer).success).toBe(true);
  expect(output?.safeParse({ ...answer, sensitive: true }).success).toBe(false);
});

test('secret_run reports the duration, secret_run_with_bindings does not', () => {
  expect(Object.keys(findTool('secret_run')?.output.shape ?? {})).toContain('duration_ms');
  expect(Object.keys(findTool('secret_run_with_bindings')?.output.shape ?? {})).not.toContain('duration_ms');
});

test.each(RUNNERS)('%s teaches what a model has to know', (name) => {
  const description = findTool(name)?.description;
  for (const lesson of [
    /no shell/,
    /\$NAME/,
    /sh -c/,
    /\[REDACTED:key\]/,
    /Standard input is empty/,
    /working directory/,
  ]) {
    expect(description).toMatch(lesson);
  }
});

test('the instructions name every tool but the score', () => {
  for (const { name } of tools) if (name !== 'security_score') expect(instructions).toContain(name);
});
