/**
 * Every failure a user can meet, as one class with a stable code.
 *
 * A message says what went wrong and never carries a secret's value; a hint says what to do about it.
 */

/** What kind of failure it is. Each code has one exit code of the command line (`exitCodes`). */
export type ErrorCode =
  | 'failure'
  | 'invalid'
  | 'usage'
  | 'not-found'
  | 'locked'
  | 'denied'
  | 'damaged'
  | 'timeout'
  | 'not-executable'
  | 'command-not-found';

/** The exit code of the command line for each error code. */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  failure: 1,
  invalid: 1,
  usage: 2,
  'not-found': 3,
  locked: 4,
  denied: 5,
  damaged: 6,
  timeout: 124,
  'not-executable': 126,
  'command-not-found': 127,
};

/** A failure with a stable code, a message for people, and, where there is something to do, a hint. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** Of a refused run: what it would have been, in lines and without values. */
  explanation: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
