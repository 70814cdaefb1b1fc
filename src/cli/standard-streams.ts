/**
 * Standard output and error, made when they are first written to: each costs more than a command of a session does
 * besides. A stream that cannot be written has nobody left to hear of it; who writes an answer is told by the write.
 */

let madeOutput = false;
let madeErrors = false;

export function standardOutput(): NodeJS.WriteStream {
  const { stdout } = process;
  if (!madeOutput) stdout.on('error', () => undefined);
  madeOutput = true;
  return stdout;
}

export function standardError(): NodeJS.WriteStream {
  const { stderr } = process;
  if (!madeErrors) stderr.on('error', () => undefined);
  madeErrors = true;
  return stderr;
}
