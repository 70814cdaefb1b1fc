import type { Finder, Report } from '../../../src/domain/redaction/finder.ts';
import { Intervals } from '../../../src/domain/redaction/intervals.ts';
import { LARGEST_CHUNK } from '../../../src/domain/redaction/survey/kernel.ts';
import { Survey } from '../../../src/domain/redaction/survey/survey.ts';
import { compileViews } from '../../../src/domain/redaction/views.ts';

/** A value that has what is hard: `_`, letters that are hex digits, upper and lower case. */
export const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

/** The views of values, each by itself, over one stream. */
export function eachView(values: readonly (string | Uint8Array)[]): ((report: Report) => Finder)[] {
  const views = compileViews(values.map((value, label) => ({ bytes: Buffer.from(value), label })));
  if (views === null) return [];
  return views.finders.map((make) => (report) => {
    const survey = new Survey({ samples: null, views: views.plan });
    const finder = make({ survey, report, found: new Intervals() });
    return {
      scan(chunk, base) {
        for (let at = 0; at < chunk.length; at += LARGEST_CHUNK) {
          const part = chunk.subarray(at, at + LARGEST_CHUNK);
          survey.look(part);
          finder.scan(part, base + at);
        }
      },
      get undecidedFrom() {
        return finder.undecidedFrom;
      },
      get tellingFrom() {
        return finder.tellingFrom;
      },
    };
  });
}

/** The text with `#` for every byte that a view found to be a value's, read in chunks of `size` bytes. */
export function masked(
  values: readonly (string | Uint8Array)[],
  text: string | Buffer,
  size = Infinity,
): string {
  const bytes = Buffer.from(text);
  const out = Buffer.from(bytes);
  for (const make of eachView(values)) {
    const finder = make((_label, start, end) => out.fill('#', start, end));
    for (let at = 0; at < bytes.length; at += Math.min(size, bytes.length))
      finder.scan(bytes.subarray(at, at + size), at);
  }
  return out.toString('latin1');
}

/** As `masked`, and throws when some chunk size shows in what is found. */
export function maskedInChunks(values: readonly (string | Uint8Array)[], text: string | Buffer): string {
  const whole = masked(values, text);
  for (const size of [1, 2, 3, 5, 7, 16, 31, 64, 100]) {
    if (masked(values, text, size) !== whole) throw new Error(`chunks of ${size} bytes change what is found`);
  }
  return whole;
}

/** The text cut in two at every place: where a cut changes what is found. */
export function cutsThatShow(values: readonly string[], text: string): number[] {
  const bytes = Buffer.from(text);
  const makers = eachView(values);
  const found = (cut: number): string => {
    const out = Buffer.from(bytes);
    for (const make of makers) {
      const finder = make((_label, start, end) => out.fill('#', start, end));
      finder.scan(bytes.subarray(0, cut), 0);
      finder.scan(bytes.subarray(cut), cut);
    }
    return out.toString('latin1');
  };
  const whole = found(0);
  return Array.from(bytes.keys()).filter((cut) => found(cut) !== whole);
}

export function hexBytes(value: string): string[] {
  return Array.from(Buffer.from(value), (byte) => byte.toString(16).padStart(2, '0'));
}
