import { expect, test } from 'vitest';
import { alwaysAsks, classOfCommand, isFreeWord } from '../../src/app/authority.ts';

test('a command that is in no table needs the password', () => {
  for (const name of ['reveal', 'get all', 'GET', '', '__proto__', 'constructor', 'toString']) {
    expect(classOfCommand(name, { masked: true }), name).toBe('write');
    expect([alwaysAsks(name), isFreeWord(name)], name).toEqual([false, false]);
  }
});

test('a command is of another class by an option only where that is set', () => {
  expect(classOfCommand('get', { masked: true })).toBe('use');
  for (const masked of [false, undefined, 'true', 1, {}])
    expect(classOfCommand('get', { masked })).toBe('reveal');
  expect(classOfCommand('audit verify', { accept: true })).toBe('write');
  expect(classOfCommand('set', { masked: true })).toBe('write');
});

test('a word is free when all commands that begin with it are', () => {
  expect(['generate', 'lock', 'doctor'].map(isFreeWord)).toEqual([true, true, true]);
  expect(['policy', 'audit', 'get', 'gen', 'p'].map(isFreeWord)).toEqual([false, false, false, false, false]);
});
