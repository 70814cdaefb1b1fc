import { describe, expect, test } from 'vitest';
import { denialHint } from '../../../src/domain/policy/hint.ts';
import { policyWith } from './fake-world.ts';

describe('the hint of a denial', () => {
  test('names the allowed commands and how to word a call', () => {
    const hint = denialHint(policyWith({ defaultAction: 'deny', allowedCommands: ['git status', 'gh'] }));
    expect(hint).toContain('The policy allows only git status, gh.');
    expect(hint).toContain('one program and its arguments');
  });

  test('says when nothing is allowed yet', () => {
    expect(denialHint(policyWith({ defaultAction: 'deny' }))).toContain('allows no command yet');
  });

  test('names what is denied when the rest is allowed', () => {
    expect(denialHint(policyWith({ deniedCommands: ['rm'] }))).toContain(
      'The policy denies rm, and allows others.',
    );
    expect(denialHint(policyWith())).toContain('The policy allows other commands.');
  });

  test('stays under 1,000 characters, and counts what it leaves out', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `command-${index}`);
    const hint = denialHint(policyWith({ defaultAction: 'deny', allowedCommands: many }));
    expect(hint.length).toBeLessThan(1000);
    expect(hint).toMatch(/command-0, .* and 49\d\d more\./);
    const long = denialHint(policyWith({ defaultAction: 'deny', allowedCommands: ['x'.repeat(60_000)] }));
    expect(long.length).toBeLessThan(1000);
  });
});
