/** Redaction: each way a value can be spelled, streams and their ends, memory across runs, records and messages. */

import { withoutEachRow } from './table-rows.mjs';

const forms = {
  file: 'src/domain/redaction/forms/forms.ts',
  tests: ['tests/domain/redaction-forms.test.ts'],
};
const views = 'src/domain/redaction/views.ts';
const view = (name) => ({ file: views, tests: [`tests/domain/redaction/views-${name}.test.ts`] });
const redactor = { file: 'src/domain/redactor.ts', tests: ['tests/domain/redaction-forms.test.ts'] };
const stream = { file: 'src/domain/redaction/stream.ts', tests: ['tests/domain/redactor.test.ts'] };
const cut = { ...stream, tests: ['tests/domain/redactor-settle.test.ts', 'tests/domain/redactor.test.ts'] };
const memory = { file: 'src/app/run-memory.ts', tests: ['tests/app/run-memory.test.ts'] };
const sink = { file: 'src/app/redacted-sink.ts', tests: ['tests/app/redacted-sink.test.ts'] };
const record = { file: 'src/app/run-record.ts', tests: ['tests/app/run-record.test.ts'] };
const text = { file: 'src/domain/audit-text.ts', tests: ['tests/domain/audit-text.test.ts'] };

export const mutants = [
  ...[
    ['hex', '  yield hex;\n'],
    ['hex in upper case', '  yield hex.toUpperCase();\n'],
    ['base64', '  yield* base64Forms(value);\n'],
    ['line by line', '  yield* lineForms(bytes);\n'],
    ['reversed, trimmed, in another case', '  yield* textForms(bytes, text);\n'],
    ['UTF-16', '  if (text !== null) yield* utf16Forms(text);\n'],
    ['letter by letter', '  if (text !== null) yield* apartForms(text);\n'],
    ['base64 of its rest', '  yield* base64OfRest(value);\n'],
    ['unquoted', '  yield* quotedForms(bytes);\n'],
    ['percent-encoded', '  yield* percentForms(bytes);\n'],
    ['quoted for a shell', '  yield* shellForms(bytes);\n'],
    ['escaped in code', '  yield* codeForms(bytes, text);\n'],
    ['escaped in markup', '  yield* markupForms(bytes, text);\n'],
  ].map(([form, from]) => ({ ...forms, guard: `a value is found: ${form}`, from })),
  {
    ...forms,
    guard: 'no form is so short that it would be found everywhere',
    from: 'if (form.length >= SHORTEST_ENCODED) found.add(form);',
    to: 'found.add(form);',
  },
  { ...view('hex'), guard: 'a value is found: hex with anything between', from: '    hexView(spelled),\n' },
  {
    ...view('wrapped'),
    guard: 'a value is found: wrapped into lines',
    from: '    wrapped,\n    overprinted',
    to: '    overprinted',
  },
  {
    ...view('apart'),
    guard: 'a value is found: printed over itself or coloured',
    from: '    overprintedView(spelled),\n',
  },
  {
    ...view('apart'),
    guard: 'a value is found: with separators between its characters',
    from: '    ...apartViews(spelled),\n',
  },
  { ...view('dump'), guard: 'a value is found: as decimal numbers', from: '    numbersView(spelled, 10),\n' },
  { ...view('dump'), guard: 'a value is found: as octal numbers', from: '    numbersView(spelled, 8),\n' },
  {
    ...view('dump'),
    guard: 'a value is found: in a dump of memory',
    from: '[...finders, toLineEnd(compileView(dumpView(spelled)))]',
    to: 'toLineEnd === null || dumpView === null ? [] : finders',
  },
  {
    ...redactor,
    guard: 'a value is found as it is',
    from: 'compileLiterals([...values, ...forms], ',
    to: 'compileLiterals(forms, ',
    name: 'finds a value under 6 bytes as given',
  },
  {
    ...redactor,
    guard: 'a value is found in its forms',
    from: 'compileLiterals([...values, ...forms], ',
    to: 'compileLiterals([...values], ',
  },
  {
    ...redactor,
    guard: 'a part of a random value is found',
    from: '...(fragments ? [fragments.finder] : []), ',
  },
  {
    ...redactor,
    guard: 'a value is found spelled out',
    from: ', ...(views ? views.finders : [])]',
    to: ']',
    tests: ['tests/domain/redaction-forms.test.ts'],
  },
  {
    ...stream,
    guard: 'what may be the beginning of a value is held back',
    from: '(from, finder) => Math.min(from, finder.undecidedFrom)',
    to: '(from, finder) => (finder === null ? 0 : from)',
  },
  {
    ...stream,
    guard: 'the rest of a stream is read too',
    from: '    ended = true;\n    return release(decided + held.length);',
    to: '    ended = true;\n    return held.peek(held.length);',
  },
  {
    ...stream,
    guard: 'a stream that has ended takes no more',
    from: "    if (ended) throw new Error('the redaction stream has ended');\n",
  },
  {
    ...stream,
    guard: 'that something was taken out is told',
    from: '    if (output.complete > 0) replaced = true;\n',
  },
  {
    ...cut,
    tests: ['tests/app/redacted-sink.test.ts'],
    guard: 'output that was cut off shows no beginning of a value',
    from: '    const until = untilTelling();\n    const safe',
    to: '    const until = decided + held.length;\n    const safe',
  },
  {
    ...cut,
    guard: 'what waits for an answer shows no beginning of a value',
    from: '    return release(untilTelling());',
    to: '    return release(decided + held.length);',
  },
  {
    ...sink,
    guard: 'output goes through redaction',
    from: 'const parts = stream.writeParts(chunk).filter(',
    to: 'stream.writeParts(chunk);\n      const parts = [chunk].filter(',
  },
  {
    ...sink,
    guard: 'the rest of output that was cut off is judged as such',
    from: '      const rest = stream.cut();\n',
    to: '      const rest = stream.end();\n',
  },
  ...['stdout', 'stderr'].map((output, index) => ({
    guard: `standard ${['output', 'error'][index]} is redacted`,
    file: 'src/app/run-for-agent.ts',
    from: `    ${output}: streams[${index}],\n`,
    to: `    ${output},\n`,
    tests: ['tests/redaction/carry-over.test.ts'],
    name: 'both streams are redacted',
  })),
  {
    guard: 'the streams of the owner’s run are redacted when asked to',
    file: 'src/app/run-for-owner.ts',
    from: 'runFiltered({ ...child, ...redactedBy(redactor, redacted) }',
    to: 'runFiltered({ ...child, ...(redactedBy(redactor, redacted) && redacted) }',
    tests: ['tests/redaction/carry-over.test.ts'],
    name: 'is redacted by `run --redact` too',
  },
  {
    guard: 'the end of a program that was ended counts as a cut',
    file: 'src/process/pump.ts',
    from: 'await (cutting && sink.cut ? sink.cut() : sink.end());',
    to: 'await sink.end();',
    tests: ['tests/redaction/cuts.test.ts'],
    name: 'the time-out',
  },
  {
    ...memory,
    guard: 'the master password is redacted',
    from: '[...known.values(), { key: MASTER_PASSWORD, value: masterPassword }]',
    to: '[...known.values(), ...(masterPassword ? [] : [{ key: MASTER_PASSWORD, value: masterPassword }])]',
  },
  {
    ...memory,
    guard: 'values of earlier runs are redacted',
    from: 'new Map([...remembered, ...named])',
    to: 'new Map([...named])',
  },
  {
    ...memory,
    guard: 'short values of earlier runs do not garble all that follows',
    from: 'return entry.value.length >= REMEMBERED_FROM;',
    to: 'return entry.value.length >= 0;',
  },
  {
    guard: 'what a run injected is remembered',
    file: 'src/app/run-by-policy.ts',
    from: '  context.memory.remember(sensitive);\n',
    tests: ['tests/redaction/carry-over.test.ts'],
    name: 'a file written while one secret was injected',
  },
  {
    ...record,
    guard: 'the record of a run shows no value in its arguments',
    from: 'describeCommand(request, (text) => redactor.redactText(text))',
    to: 'describeCommand(request, (text) => (redactor === null ? "" : text))',
  },
  {
    ...record,
    guard: 'the record of a refused run shows no value in its arguments',
    from: 'const redact = (text: string): string => redactor.redactText(text);',
    to: 'const redact = (text: string): string => (redactor === null ? "" : text);',
  },
  {
    ...record,
    guard: 'the record of a refused run is redacted of what it opened',
    from: 'context.memory.redactorOnce(opened ?? openedNow)',
    to: 'context.memory.redactorOnce(openedNow)',
  },
  {
    ...record,
    guard: 'the reason of a refused run shows no value',
    from: '  recordFailure(context, about, error, redact);',
    to: '  recordFailure(context, about, error);',
  },
  {
    ...record,
    guard: 'arguments of a record are bounded in all',
    from: 'return fitting === -1 ? args : [',
    to: 'return fitting === fitting ? args : [',
  },
  {
    guard: 'what an owner’s refused run opened is not opened again for its record',
    file: 'src/app/run-for-owner.ts',
    from: '  reached.opened = injection.sensitive;\n',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    guard: 'what an agent’s refused run opened is not opened again for its record',
    file: 'src/app/run-by-policy.ts',
    from: '    opened = injection.sensitive;\n',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    ...text,
    guard: 'tokens nobody told are masked in the journal',
    from: 'const masked = maskTokens(text);',
    to: 'const masked = maskTokens === null ? "" : text;',
  },
  {
    ...text,
    guard: 'texts of the journal are bounded',
    from: 'if (Buffer.byteLength(masked) <= MAX_BYTES) return masked;',
    to: 'if (MAX_BYTES > 0) return masked;',
  },
  ...withoutEachRow({
    file: 'src/domain/token-shapes.ts',
    table: 'const prefixes: readonly (readonly [vendor: string, prefixes: string])[] = [',
    about: 'a token is known by its prefix',
    tests: ['tests/domain/token-shapes.test.ts'],
  }),
  ...withoutEachRow({
    file: 'src/domain/token-shapes.ts',
    table: 'const shapes: readonly RegExp[] = [',
    about: 'a secret is known by its shape',
    tests: ['tests/domain/token-shapes.test.ts'],
  }),
  {
    guard: 'passwords in URLs are masked in the journal',
    file: 'src/domain/token-shapes.ts',
    from: 'let masked = maskUserinfo(text, MASKED);',
    to: 'let masked = maskUserinfo === null ? "" : text;',
    tests: ['tests/domain/token-shapes.test.ts'],
  },
  {
    guard: 'only what is sensitive is redacted, and all of it',
    file: 'src/app/open-injection.ts',
    from: 'if (field.sensitive) sensitive.set(field.id, { key: secret.key, value });',
    to: "if (field.sensitive && field.name === 'value') sensitive.set(field.id, { key: secret.key, value });",
    tests: ['tests/spec/decisions-output.test.ts'],
    name: 'sensitive fields, under the key of the secret',
  },
  {
    guard: 'an internal error on the terminal quotes nothing',
    file: 'src/cli/say-error.ts',
    from: 'const lines = error instanceof VaultError ? describe(error) : describeInternal(error);',
    to: 'const lines = error instanceof VaultError ? describe(error) : [...describeInternal(error), String(error)];',
    tests: ['tests/cli/say-error.test.ts'],
  },
  {
    guard: 'an internal error of the server quotes nothing',
    file: 'src/mcp/call-tool.ts',
    from: 'return error instanceof Error ? error.constructor.name : typeof error;',
    to: 'return String(error);',
    tests: ['tests/mcp/call-tool.test.ts', 'tests/mcp/process-end.test.ts'],
  },
  {
    guard: 'a message cannot act on the terminal it is shown on',
    file: 'src/cli/render/visible.ts',
    from: '  return text.replace(INVISIBLE,',
    to: '  return text.replace(/(?!)/,',
    tests: ['tests/cli/render.test.ts'],
  },
  {
    guard: 'a cell of the audit log is no formula to a spreadsheet',
    file: 'src/cli/render/audit-csv.ts',
    from: "return /^[=+\\-@\\t\\r]/.test(text) && !/^-?\\d+$/.test(text) ? `'${text}` : text;",
    to: 'return text;',
    tests: ['tests/cli/render.test.ts'],
  },
];
