import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ReadStream } from 'node:tty';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A terminal that this process plays: what programs write to its path comes out of `master`, and the other way. */
export interface PseudoTerminal {
  /** The device that programs open. */
  readonly path: string;
  readonly master: ReadStream;
  /** The descriptor behind `master`, which children inherit unless something else is put there. */
  readonly fd: number;
  resize(size: Size): void;
  close(): void;
}

interface Native {
  open(columns: number, rows: number): { master: number; slave: number; pty: string };
  resize(fd: number, columns: number, rows: number): void;
}

/** Null where the platform has none or its native part is not installed. */
export function openPseudoTerminal(size: Size): PseudoTerminal | null {
  let native: Native;
  let opened: ReturnType<Native['open']>;
  try {
    native = loadNative();
    opened = native.open(size.columns, size.rows);
  } catch {
    return null;
  }
  const { master: fd, slave, pty: path } = opened;
  // Programs open it by its path; held open here, its end would never show.
  closeSync(slave);
  const master = new ReadStream(fd);
  let open = true;
  master.once('close', () => (open = false));
  // What was typed for a program that is gone; who reads is told of the end by what it reads.
  master.on('error', () => undefined);
  return {
    path,
    master,
    fd,
    resize({ columns, rows }) {
      if (open && columns > 0 && rows > 0) native.resize(fd, columns, rows);
    },
    close: () => void master.destroy(),
  };
}

/** Only the native part: the package's own classes start programs in a way that knows no job control. */
function loadNative(): Native {
  const { requireBinary }: { requireBinary: (file: string) => Native } = createRequire(import.meta.url)(
    '@lydell/node-pty/requireBinary.js',
  );
  return requireBinary('pty.node');
}
