import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEPARATES, SPELLS } from '../../../src/domain/redaction/survey/byte-classes.ts';
import { joinHash, JOINS_SIZE, LARGEST_CHUNK } from '../../../src/domain/redaction/survey/kernel.ts';
import { Cursor, type PlaceList } from '../../../src/domain/redaction/survey/place-list.ts';
import { Survey } from '../../../src/domain/redaction/survey/survey.ts';

const listed = ({ places, first, end }: PlaceList): number[] => Array.from(places.subarray(first, end));

/** Text of the bytes that matter, in runs, and of all others. */
const texts = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .string({ unit: fc.constantFrom('\n', '0', 'f', ' ', ':', 'x', 'g', '.'), maxLength: 90 })
        .map((text) => Buffer.from(text)),
      fc.nat(200).map((length) => Buffer.alloc(length, '7')),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

/** Lines may join whatever stands around them. */
const JOINS = new Uint8Array(JOINS_SIZE).fill(0xff);

function surveyOf(shortestRow: number, joins = JOINS): Survey {
  return new Survey({ samples: null, views: { shortestRow, joins } });
}

function rowsOf(text: Buffer, shortest: number): number[] {
  const rows: number[] = [];
  for (let start = 0; start < text.length; start++) {
    let end = start;
    while (end < text.length && SPELLS[text[end] ?? 0] !== 0) end++;
    if (end - start >= shortest || (end === text.length && end > start)) rows.push(start, end);
    start = end;
  }
  return rows;
}

describe('one look at a chunk', () => {
  test('is by the code that survey.wat assembles to', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build-survey.mjs', '--check'], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('lists every line feed, and every row that may spell a value out', () => {
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 4, max: 60 }),
        (chunks, row) => {
          const survey = surveyOf(row);
          for (const chunk of chunks) {
            survey.look(chunk);
            const lines = Array.from(chunk.keys()).filter((at) => chunk[at] === 10);
            expect(listed(survey.lines)).toEqual(lines);
            expect(listed(survey.rows)).toEqual(rowsOf(chunk, row));
            const offsets = listed(survey.offsets);
            expect(lines).toEqual(expect.arrayContaining(offsets));
            const spelled = (line: number): boolean =>
              chunk.subarray(line + 1, line + 7).every((byte) => SPELLS[byte] !== 0 && SEPARATES[byte] === 0);
            expect(offsets).toEqual(expect.arrayContaining(lines.filter(spelled)));
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('leaves out line feeds between bytes that do not join', () => {
    const joins = new Uint8Array(JOINS_SIZE);
    for (const three of ['wxy', 'xyz']) {
      const bit = joinHash(Buffer.from(three).readUIntBE(0, 3));
      joins[bit >>> 3] = (joins[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    const survey = surveyOf(8, joins);
    const placesIn = (text: string): number[] => {
      survey.look(Buffer.from(text));
      return listed(survey.lines);
    };
    // Before or behind: the value may begin or end here.
    expect(placesIn('-wx\ny--')).toEqual([3]);
    expect(placesIn('--x\nyz-')).toEqual([3]);
    expect(placesIn('-wy\nx--')).toEqual([]);
    // What is left out tells nothing; nor does what the chunk does not show.
    expect(placesIn('---\n --')).toEqual([3]);
    expect(placesIn('--=\n---')).toEqual([3]);
    expect(placesIn('-\n----\n-\n')).toEqual([1, 6, 8]);
    expect(placesIn('\n---')).toEqual([0]);
  });

  test('starts anew with each chunk, for whoever went through the list', () => {
    const survey = surveyOf(8);
    const cursor = new Cursor(survey.lines);
    survey.look(Buffer.from('a\nb\nc\nd'));
    expect(cursor.next(6)).toBe(Infinity);
    survey.look(Buffer.from('ab\ncd'));
    expect(cursor.next(0)).toBe(2);
  });

  test('goes by what its own stream looks for, whatever others do', () => {
    const [all, none] = [surveyOf(8), surveyOf(8, new Uint8Array(JOINS_SIZE))];
    for (const [survey, lines] of [
      [all, [2]],
      [none, []],
      [all, [2]],
    ] as const) {
      survey.look(Buffer.from('ab\ncde'));
      expect(listed(survey.lines)).toEqual(lines);
    }
  });

  test('takes the largest chunk, full of what it lists', () => {
    const survey = surveyOf(8);
    survey.look(Buffer.alloc(LARGEST_CHUNK, '\n'));
    expect(listed(survey.lines)).toHaveLength(LARGEST_CHUNK);
    survey.look(Buffer.alloc(LARGEST_CHUNK, ' \ta'));
    expect(listed(survey.rows)).toEqual([0, LARGEST_CHUNK]);
    survey.look(Buffer.alloc(LARGEST_CHUNK, 'a-'));
    expect(listed(survey.repeats.get(2) ?? survey.lines).length).toBeGreaterThan(0);
  });

  const separators = ['\0', ' ', ', ', '","', "', '", '\0\0\0', ' | ', '.\n'];
  test.each(separators)('lists where the separator %j begins to repeat, wherever it stands', (separator) => {
    const period = separator.length + 1;
    const spelled = Array.from('a_B3zQ').join(separator);
    for (const filler of ['q', ' ', 'q-', '\n    '])
      for (let before = 0; before < 140; before++) {
        const text = Buffer.from(
          filler.repeat(before).slice(0, before) + spelled + 'tail of no interest '.repeat(9),
        );
        const survey = surveyOf(8);
        survey.look(text);
        const places = survey.repeats.get(period);
        expect(places).toBeDefined();
        // From there on it repeats without a gap, blanks before it included.
        const start = listed(places ?? survey.lines).findLast((place) => place <= before + period);
        expect(start, `${before} times ${filler}`).toBeDefined();
        const chain = text.subarray(Math.max(0, start ?? 0), before + spelled.length - period);
        const breaks = Array.from(chain.keys()).filter((i) => {
          const at = i + Math.max(0, start ?? 0);
          return SEPARATES[text[at] ?? 0] === 0 || text[at] !== text[at + period];
        });
        expect(breaks.every((at, i) => i === 0 || at - (breaks[i - 1] ?? 0) > 1)).toBe(true);
      }
  });
});
