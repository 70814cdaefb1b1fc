import type { Finding, FindingStatus } from '../../app/finding.ts';
import { createStyle, type Style } from './style.ts';
import { visible } from './visible.ts';

const STATUS_WIDTH = 'missing'.length;
/** Longer names push their own line aside, and no other. */
const MOST_CHECK_WIDTH = 24;
const LEAST_TEXT_WIDTH = 30;
const GAP = 2;

/** Status, name and detail in columns, the advice below. Lines are folded to the width of the terminal. */
export function renderFindings(
  findings: readonly Finding[],
  terminal: { readonly width: number | undefined; readonly hasColor: boolean },
): string {
  const style = createStyle(terminal.hasColor);
  const shown = findings.map((finding) => ({ ...finding, check: visible(finding.check) }));
  const checkWidth = Math.min(MOST_CHECK_WIDTH, Math.max(...shown.map(({ check }) => check.length)));
  const indent = STATUS_WIDTH + checkWidth + 2 * GAP;
  const room = Math.max(LEAST_TEXT_WIDTH, (terminal.width ?? Infinity) - indent);
  const lines = shown.flatMap(({ check, status, detail, advice }) => {
    const head = `${mark(status, style)}${' '.repeat(GAP)}${check.padEnd(checkWidth + GAP)}`;
    const texts = [...fold(detail, room), ...(advice === undefined ? [] : fold(`-> ${advice}`, room))];
    return texts.map((text, index) => `${index === 0 ? head : ' '.repeat(indent)}${text}`);
  });
  return lines.map((line) => `${line}\n`).join('');
}

function mark(status: FindingStatus, style: Style): string {
  const text = status.padEnd(STATUS_WIDTH);
  if (status === 'missing' || status === 'error') return style.red(text);
  return status === 'warning' ? style.yellow(text) : text;
}

/** Breaks a text between words; a longer word keeps its own line. */
function fold(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of visible(text).split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
