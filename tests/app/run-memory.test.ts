import { expect, test } from 'vitest';
import { createRunMemory } from '../../src/app/run-memory.ts';

const entry = (key: string, value: string): { key: string; value: Buffer } => ({
  key,
  value: Buffer.from(value),
});
const [api, db] = [entry('api', 'hunter2hunter2'), entry('db', 'correct-horse')];

test('runs with the same values share one compiled redactor', () => {
  const memory = createRunMemory(Buffer.from('master word'));
  const first = memory.redactor([api, db], 'full');
  memory.remember([api, db]);
  expect(memory.redactor([api, db], 'full')).toBe(first);
  expect(memory.redactor([db], 'full')).toBe(first);
  expect(memory.redactor([db], 'exact')).not.toBe(first);
});

test('another value, or another name for one, makes another redactor', () => {
  const memory = createRunMemory(Buffer.from('master word'));
  memory.redactor([api], 'full');
  memory.remember([api]);
  expect(memory.redactor([db], 'full').redactText('correct-horse')).toBe('[REDACTED:db]');
  const renamed = memory.redactor([entry('other', 'hunter2hunter2')], 'full');
  expect(renamed.redactText('hunter2hunter2')).toBe('[REDACTED:other]');
});

test('values of earlier runs and the master password are redacted, short values only in their own run', () => {
  const memory = createRunMemory(Buffer.from('master word'));
  expect(memory.redactor([entry('pin', '4711')], 'full').redactText('4711')).toBe('[REDACTED:pin]');
  memory.remember([entry('pin', '4711'), api]);
  const later = memory.redactor([], 'full');
  expect(later.redactText('4711 hunter2hunter2 master word')).toBe(
    '4711 [REDACTED:api] [REDACTED:master password]',
  );
});
