import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Span } from '../../src/session/span.ts';

let steady = 0;
beforeEach(() => {
  steady = 5000;
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  vi.spyOn(performance, 'now').mockImplementation(() => steady);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a span is over when its time has passed, and not before', () => {
  const span = new Span(1000);
  expect([span.over, span.left]).toEqual([false, 1000]);
  steady += 999;
  vi.setSystemTime(1_000_999);
  expect([span.over, span.left]).toEqual([false, 1]);
  steady += 1;
  vi.setSystemTime(1_001_000);
  expect([span.over, span.left]).toEqual([true, 0]);
});

test('a span is over after the machine slept, when the steady clock stood still', () => {
  const span = new Span(1000);
  vi.setSystemTime(1_001_000);
  expect(span.over).toBe(true);
});

test('a span is not made longer by setting the clock back', () => {
  const span = new Span(1000);
  vi.setSystemTime(0);
  steady += 1000;
  expect(span.over).toBe(true);
});

test('a span of nothing is over from the beginning', () => {
  expect(new Span(0).over).toBe(true);
});
