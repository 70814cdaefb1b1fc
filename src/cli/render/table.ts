import { createStyle } from './style.ts';
import { visible } from './visible.ts';

const GAP = '  ';
const CUT = '…';

/** Rows under a heading, columns aligned. The last column is cut where the line would be wider than `width`. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  terminal: { readonly width: number | undefined; readonly hasColor: boolean },
): string {
  const shown = rows.map((row) => row.map(visible));
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) =>
      column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
    );
    return cutLast(cells, terminal.width).join(GAP).trimEnd();
  };
  const { bold } = createStyle(terminal.hasColor);
  return [bold(line(heading)), ...shown.map(line)].map((text) => `${text}\n`).join('');
}

function cutLast(cells: readonly string[], width: number | undefined): string[] {
  const before = cells.slice(0, -1);
  const last = Array.from(cells.at(-1) ?? '');
  const room = (width ?? Infinity) - before.reduce((sum, cell) => sum + cell.length + GAP.length, 0);
  if (last.length <= room) return [...cells];
  return [...before, last.slice(0, Math.max(0, room - 1)).join('') + CUT];
}
