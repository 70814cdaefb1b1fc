/**
 * Which paths lead to a process's environment. Paths here are patterns: `*`, `?`, `[...]`, `{...}` and `COMPUTED`
 * may stand for text, so that a glob or a shell word is judged by what it could become.
 */

/**
 * Whether an absolute path pattern can name a file that holds an environment: `/proc/<process>/environ`, or `mem`,
 * the process's memory. A pattern with computed parts must spell some of it to count.
 */
export function canNameEnvironment(path: string): boolean {
  if (/[\0{]/.test(path)) return canBecomeEnvironment(path);
  const parts = partsOf(path);
  const last = parts.at(-1) ?? '';
  // A script may put the rest of the name behind a beginning.
  const begins = last.length > 2 && 'environ'.startsWith(last);
  return (
    parts.length > 1 &&
    canBe(parts[0] ?? '', 'proc') &&
    (begins || canBe(last, 'environ') || canBe(last, 'mem'))
  );
}

/** Whether an absolute path pattern can name `/proc` or a process's directory in it, where readers of trees start. */
export function canNameProcess(path: string): boolean {
  const [root, process, task, thread, ...more] = partsOf(path);
  if (root === undefined || /^\**$/.test(root) || !canBe(root, 'proc')) return false;
  if (process === undefined) return true;
  const isProcess =
    canBe(process, 'self') || canBe(process, 'thread-self') || /^[\d*?[\]\-!^]+$/.test(process);
  return (
    isProcess &&
    (task === undefined || (canBe(task, 'task') && more.length === 0 && !/[a-z]/.test(thread ?? '')))
  );
}

/** Whether longer text, such as a program for an interpreter, spells the path of an environment file. */
export function mentionsEnvironment(text: string): boolean {
  return text.split(/[\s'"`(),;=@<>|&:!#]+/).some((token) => {
    if (!token.includes('proc')) return false;
    const path = `/${partsOf(token).join('/')}`;
    const at = path.indexOf('/proc/');
    return at >= 0 && canNameEnvironment(path.slice(at));
  });
}

/** The parts of a path, `.` and empty ones left out and `..` taken back as text. */
export function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** Only what stands before the first and after the last unknown part is sure; both must fit the path. */
function canBecomeEnvironment(path: string): boolean {
  const known = path.split(/\0|\{[^}]*\}|\[[^\]]*\]|[*?]/);
  const [head, tail] = [known.at(0) ?? '', known.at(-1) ?? ''];
  const fits =
    ('/proc/'.startsWith(head) || head.startsWith('/proc/')) &&
    ('/environ'.endsWith(tail) || tail.endsWith('/environ') || tail === '/mem');
  return fits && (head.length >= 3 || tail.length >= 3);
}

/**
 * The names that one part of a pattern can match. A bracket stands for any character: which one does not matter.
 */
export function namesLike(part: string): RegExp {
  const source = part.slice(0, 256).replaceAll(/\[[^\]]+\]|[*?]|[^\w]/gu, (found) => {
    if (found === '*') return '.*';
    return found === '?' || found.length > 1 ? '.' : `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return new RegExp(`^${source}$`, 'su');
}

function canBe(part: string, name: string): boolean {
  return namesLike(part).test(name);
}
