/** What the session answers, read by its clients. The session is this user's own, but its bytes are bytes. */

import { exitCodes, type ErrorCode } from '../errors.ts';
import type { LocalReason, Question, SessionEnd, SessionStatus } from './messages.ts';

/** What a session's process says once it has begun, or why it has not. */
export type Started = { readonly status: SessionStatus } | Failed;

type Failed = Extract<SessionEnd, { readonly failed: object }>;

const LOCAL_REASONS: ReadonlySet<unknown> = new Set<LocalReason>(['free', 'reveal', 'write', 'elsewhere']);

export function parseEnd(body: Buffer): SessionEnd {
  const value = parse(body);
  if (has(value, 'exit') && typeof value.exit === 'number') return { exit: value.exit };
  if (has(value, 'local') && isLocalReason(value.local)) return { local: value.local };
  if (isFailed(value)) return value;
  throw malformed();
}

export function parseQuestion(body: Buffer): Question {
  const value = parse(body);
  if (has(value, 'label') && typeof value.label === 'string') return { kind: 'hidden', label: value.label };
  if (has(value, 'question') && typeof value.question === 'string') {
    return { kind: 'confirm', question: value.question };
  }
  throw malformed();
}

export function parseAttach(body: Buffer): { readonly terminal: boolean } {
  const value = parse(body);
  return { terminal: has(value, 'terminal') && value.terminal === true };
}

export function parseStarted(text: string): Started {
  const value = parse(text);
  if (has(value, 'status') && isStatus(value.status)) return { status: value.status };
  if (isFailed(value)) return value;
  throw malformed();
}

/** What a proof is made over. Throws for anything else. */
export function challengeIn(value: unknown): string {
  if (has(value, 'challenge') && typeof value.challenge === 'string') return value.challenge;
  throw malformed();
}

/** Throws for what is no status. */
export function statusIn(value: unknown): SessionStatus {
  if (isStatus(value)) return value;
  throw malformed();
}

function isStatus(value: unknown): value is SessionStatus {
  const texts = ['vault', 'since', 'until', 'idle_until', 'policy', 'version'];
  return (
    texts.every((name) => has(value, name) && typeof value[name] === 'string') &&
    has(value, 'running') &&
    typeof value.running === 'number'
  );
}

function isFailed(value: unknown): value is Failed {
  if (!has(value, 'failed')) return false;
  const { failed } = value;
  return (
    has(failed, 'code') &&
    isErrorCode(failed.code) &&
    has(failed, 'message') &&
    typeof failed.message === 'string'
  );
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(exitCodes, code);
}

function isLocalReason(reason: unknown): reason is LocalReason {
  return LOCAL_REASONS.has(reason);
}

function has<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function parse(body: Buffer | string): unknown {
  return JSON.parse(body.toString());
}

function malformed(): TypeError {
  return new TypeError('the session answered something else');
}
