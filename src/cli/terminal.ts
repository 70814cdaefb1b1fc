import { closeSync, openSync, writeSync } from 'node:fs';
import { isatty, ReadStream } from 'node:tty';
import { HiddenLine } from './hidden-line.ts';
import { Interrupted } from './interrupted.ts';

/** The terminal of a person, whatever standard input and output are. */
export interface Terminal {
  /** One line typed without echo, as bytes the caller wipes. Throws `Interrupted` on Ctrl-C. */
  askHidden(label: string): Promise<Buffer>;
  /** Whether the answer is yes. */
  confirm(question: string): Promise<boolean>;
}

const PATH = '/dev/tty';

/**
 * The controlling terminal. null without one, and where neither standard input nor standard error is a
 * terminal: then a program started this one, and it must not take the keyboard from whoever sits there.
 */
export function openTerminal(): Terminal | null {
  if (!isatty(0) && !isatty(2)) return null;
  try {
    closeSync(openSync(PATH, 'r+'));
  } catch {
    return null;
  }
  return { askHidden, confirm };
}

async function askHidden(label: string): Promise<Buffer> {
  const line = new HiddenLine();
  await converse(`${label}: `, { raw: true }, (chunk) => line.type(chunk));
  write('\n');
  if (!line.isFinished) throw new Interrupted();
  return line.take();
}

async function confirm(question: string): Promise<boolean> {
  let answer = '';
  await converse(`${question} [y/N] `, { raw: false }, (chunk) => {
    answer += chunk.toString('latin1');
    return answer.includes('\n');
  });
  return /^y(es)?\s*$/i.test(answer);
}

type Take = (chunk: Buffer) => boolean;

/** Shows a prompt, then hands over what is typed until `take` has enough. Leaves the terminal as it was. */
async function converse(prompt: string, { raw }: { readonly raw: boolean }, take: Take): Promise<void> {
  const input = new ReadStream(openSync(PATH, 'r'));
  try {
    if (raw) input.setRawMode(true);
    write(prompt);
    await new Promise<void>((resolve, reject) => {
      input.on('data', (chunk: Buffer) => take(chunk) && resolve());
      input.on('end', resolve);
      input.on('error', reject);
    });
  } finally {
    if (raw) input.setRawMode(false);
    input.destroy();
  }
}

function write(text: string): void {
  const terminal = openSync(PATH, 'w');
  try {
    writeSync(terminal, text);
  } finally {
    closeSync(terminal);
  }
}
