import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * One mutant for each row of a table in a source file: the row is left out. `table` is the line the table begins with;
 * its rows are indented by two spaces, and a row of several lines by more in between.
 */
export function withoutEachRow({ file, table, about, tests, name }) {
  const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  const [, rest = ''] = source.split(`${table}\n`);
  const rows = rowsOf(rest.slice(0, rest.search(/^\S/m)));
  if (rows.length === 0) throw new Error(`${file} has no table ${table}`);
  const titles = rows.map(titleOf);
  const isOnly = (title) => titles.indexOf(title) === titles.lastIndexOf(title);
  return rows.map((row, index) => ({
    guard: `${about}: ${isOnly(titles[index]) ? titles[index] : wholeOf(row)}`,
    file,
    from: row,
    to: '',
    tests,
    ...(name !== undefined && { name }),
  }));
}

function rowsOf(text) {
  const rows = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^ {2}[^\s/)\]}]/.test(line) || /^ {2}\/[^/*]/.test(line)) rows.push(`${line}\n`);
    else if (inside && line !== '' && !/^ {2}\//.test(line)) rows.push(`${rows.pop()}${line}\n`);
    inside = rows.length > 0 && line !== '' && !/^ {2}\/[/*]/.test(line);
  }
  return rows;
}

/** What a row has in quotes first. */
function titleOf(row) {
  return beginning(/'([^']+)'/.exec(row)?.[1] ?? row);
}

/** A row without its first bracket: for those whose titles are the same. */
function wholeOf(row) {
  return beginning(row.replaceAll(/^[^']*'|\)?,\s*$/g, '').replace(/'/, ''));
}

/** At most 50 characters, on one line. */
function beginning(row) {
  const text = row.trim().replaceAll(/\s+/g, ' ');
  return text.length > 50 ? `${text.slice(0, 50)}...` : text;
}
