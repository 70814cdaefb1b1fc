/* oxlint-disable typescript/no-non-null-assertion -- an index is of a table of 256, or of a list of the kernel's */
import { LEFT_OUT, SEPARATES, SPELLS } from './byte-classes.ts';
import { emptyList, type PlaceList } from './place-list.ts';
import type { SampleSet } from './sample-set.ts';
import { SURVEY_CODE } from './survey-code.ts';

/** Bytes of the largest chunk the kernel takes. */
export const LARGEST_CHUNK = 65_536;
/** Periods of separators it looks for. */
export const PERIODS = [2, 3, 4, 5] as const;

/** Places in the kernel's memory, as survey.wat has them. */
const [UPPER, LOWER, INPUT] = [0, 16, 1024];
const [JOINS, NO_NEIGHBOUR, SET] = [1_441_792, 1_507_328, 1_572_864];

/** Where a list starts, and where it says where it ends. */
interface KernelList {
  readonly start: number;
  readonly end: number;
}

const SAMPLES: KernelList = { start: 1_310_720, end: 56 };
const OFFSETS: KernelList = { start: 983_040, end: 60 };
const LINES: KernelList = { start: 131_072, end: 64 };
const WINDOWS: KernelList = { start: 393_216, end: 68 };
const REPEATS: Readonly<Record<(typeof PERIODS)[number], KernelList>> = {
  2: { start: 458_752, end: 72 },
  3: { start: 589_824, end: 76 },
  4: { start: 720_896, end: 80 },
  5: { start: 851_968, end: 84 },
};
/** What surrounds the chunk, for reads across its ends. */
const [BEFORE, AFTER] = [16, 128];
const OF_NO_CLASS = 0x7a;
/** Before the chunk: a line's end there joins with whatever was. */
const LF = 10;
/** What spells may go on in the next chunk. */
const MAY_SPELL = 0x30;

/** Upper halves of bytes that share a bit for each class. */
const GROUPS = [[0, 1, 2], [3], [4, 6], [5, 7]];

/** 1 for each byte that the kernel takes for one of `SPELLS`: for a few it shares bits with. */
export const NEARLY_SPELLS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const group = GROUPS.find((uppers) => uppers.includes(byte >> 4)) ?? [];
  return group.some((upper) => SPELLS[(upper << 4) | (byte & 15)] !== 0) ? 1 : 0;
});

/** What the kernel lists in a chunk; the lists are its memory, and valid until the next look. */
export interface Sight {
  /** Line feeds between bytes that may join, and those at the chunk's end. */
  readonly lines: PlaceList;
  /** Line feeds behind which six bytes spell and do not separate, or do as far as the kernel saw. */
  readonly offsets: PlaceList;
  /** In each row of at least `width` bytes of `NEARLY_SPELLS`: the first. What is behind the chunk counts too. */
  readonly windows: PlaceList;
  /** By period: where a separator begins to repeat; may reach over the chunk's ends. */
  readonly repeats: ReadonlyMap<number, PlaceList>;
}

export function emptySight(): Sight {
  return {
    lines: emptyList(),
    offsets: emptyList(),
    windows: emptyList(),
    repeats: new Map(PERIODS.map((period) => [period, emptyList()])),
  };
}

interface Kernel {
  readonly survey: (length: number, width: number) => void;
  readonly samples: (length: number, stride: number, shift: number) => void;
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** What is in its memory now. */
  set: SampleSet | null;
  joins: Uint8Array | null;
}

/** There is one for all streams: nobody waits between a chunk's first look and its last. */
let kernel: Kernel | undefined;

/** Takes in a chunk of at most `LARGEST_CHUNK`, which the looks that follow are at. */
export function takeChunk(chunk: Buffer): void {
  const { bytes } = (kernel ??= startKernel());
  bytes.set(chunk, INPUT);
  bytes.fill(MAY_SPELL, INPUT + chunk.length, INPUT + chunk.length + AFTER);
}

/** Lists the multiples of the stride where the set may have the four bytes. */
export function lookForSamples(length: number, set: SampleSet, list: PlaceList): void {
  const { samples, bytes, words, set: known } = (kernel ??= startKernel());
  if (known !== set) {
    bytes.set(set.bits, SET);
    kernel.set = set;
  }
  samples(length, set.stride, set.shift);
  show(list, words, SAMPLES);
}

export const JOINS_SIZE = 65_536;

/** Of three bytes, the first one highest: the number of their bit. */
export function joinHash(three: number): number {
  return Math.imul(three, 0x9e3779b1) >>> 13;
}

/** What to look for besides samples. */
export interface SightPlan {
  /** 2, 4, 8 or 16. */
  readonly width: number;
  /** `JOINS_SIZE` bytes: a bit for each `joinHash` of three bytes between two of which a line may end. */
  readonly joins: Uint8Array;
}

/** Lists what `Sight` says. */
export function lookAt(
  length: number,
  { width, joins }: SightPlan,
  { lines, offsets, windows, repeats }: Sight,
): void {
  const { survey, bytes, words, joins: known } = (kernel ??= startKernel());
  if (known !== joins) {
    bytes.set(joins, JOINS);
    kernel.joins = joins;
  }
  survey(length, width);
  show(offsets, words, OFFSETS);
  show(lines, words, LINES);
  show(windows, words, WINDOWS);
  for (const period of PERIODS) show(repeats.get(period)!, words, REPEATS[period]);
}

function show(list: PlaceList, words: Int32Array, { start, end }: KernelList): void {
  list.places = words;
  list.first = start / 4;
  list.end = words[end / 4]! / 4;
  list.chunk++;
}

function startKernel(): Kernel {
  const module = new WebAssembly.Module(Buffer.from(SURVEY_CODE, 'base64'));
  const { memory, survey, samples } = new WebAssembly.Instance(module).exports;
  if (
    !(memory instanceof WebAssembly.Memory) ||
    typeof survey !== 'function' ||
    typeof samples !== 'function'
  )
    throw new Error('the survey code is not what it should be');
  const bytes = new Uint8Array(memory.buffer);
  for (const [group, uppers] of GROUPS.entries())
    for (const upper of uppers) {
      bytes[UPPER + upper]! |= 0x11 << group;
      for (let lower = 0; lower < 16; lower++) {
        const byte = (upper << 4) | lower;
        bytes[LOWER + lower]! |= (SPELLS[byte]! << group) | (SEPARATES[byte]! << (group + 4));
      }
    }
  bytes.fill(OF_NO_CLASS, INPUT - BEFORE, INPUT);
  bytes[INPUT - 1] = LF;
  bytes.set(LEFT_OUT, NO_NEIGHBOUR);
  return {
    survey: (length, width) => void survey(length, width),
    samples: (length, stride, shift) => void samples(length, stride, shift),
    bytes,
    words: new Int32Array(memory.buffer),
    set: null,
    joins: null,
  };
}
