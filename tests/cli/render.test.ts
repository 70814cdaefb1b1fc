import { describe, expect, test } from 'vitest';
import { renderAuditCsv } from '../../src/cli/render/audit-csv.ts';
import { renderTable } from '../../src/cli/render/table.ts';
import { visible } from '../../src/cli/render/visible.ts';
import type { AuditRecord } from '../../src/domain/audit-record.ts';

describe('text made visible', () => {
  test.each([
    ['escape sequences', 'a\u001b[31mb', String.raw`a\x1b[31mb`],
    ['newlines', 'a\r\nb', String.raw`a\x0d\x0ab`],
    ['C1 controls', 'a\u009bb', String.raw`a\x9bb`],
    ['bidi controls', 'a\u202eb', String.raw`a\u{202e}b`],
    ['zero-width characters', 'a\u200bb', String.raw`a\u{200b}b`],
    ['line separators', 'a\u2028b', String.raw`a\u{2028}b`],
    ['half characters', 'a\ud800b', String.raw`a\u{d800}b`],
    ['nothing else', 'pässwörd 🔑 [x]', 'pässwörd 🔑 [x]'],
  ])('has %s written out', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

describe('a table', () => {
  const heading = ['KEY', 'TAGS'];

  test('has aligned columns and no spaces at line ends', () => {
    const table = renderTable(
      heading,
      [
        ['a', 'x'],
        ['longer', ''],
      ],
      { width: undefined, hasColor: false },
    );
    expect(table).toBe('KEY     TAGS\na       x\nlonger\n');
  });

  test('cuts its last column where the terminal ends', () => {
    const table = renderTable(heading, [['key', 'one, two, three']], { width: 12, hasColor: false });
    expect(table.split('\n')[1]).toBe('key  one, t…');
  });

  test('makes control characters visible and uses colour only where there is one', () => {
    const rows = [['a\u001b[2J', 'b']];
    expect(renderTable(heading, rows, { width: 80, hasColor: false })).not.toContain('\u001b');
    expect(renderTable(heading, rows, { width: 80, hasColor: true }).split('\n')[1]).not.toContain('\u001b');
  });
});

describe('CSV of the journal', () => {
  const record: AuditRecord = {
    v: 1,
    seq: 1,
    timestamp: '2026-11-21T00:00:00Z',
    source: 'mcp',
    action: 'secret_run',
    outcome: 'success',
    prev_hash: '00',
    hash: 'ff',
  };
  const cells = (more: Partial<AuditRecord>): string =>
    renderAuditCsv([{ ...record, ...more }]).split('\r\n')[1] ?? '';

  test('has a heading and one row a record', () => {
    expect(renderAuditCsv([record, record]).split('\r\n')).toHaveLength(4);
    expect(renderAuditCsv([]).startsWith('v,seq,timestamp,source,action,')).toBe(true);
  });

  test.each(['=1+1', '+1', '-x', '@SUM(A1)', '\tx', '\rx'])(
    'takes the meaning out of the formula %j',
    (command) => {
      expect(cells({ command })).toMatch(/,"?'[=+\-@\t\r]/);
    },
  );

  test('quotes what has commas, quotes and newlines; lists are JSON', () => {
    expect(cells({ command: 'a,"b"\nc' })).toContain(',"a,""b""\nc",');
    expect(cells({ args: ['a', 'b"'] })).toContain(String.raw`,"[""a"",""b\""""]",`);
  });

  test('numbers stay numbers', () => {
    expect(cells({ exit_code: 7, duration_ms: 12 })).toContain(',7,12,');
  });
});
