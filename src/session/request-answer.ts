import { VaultError } from '../errors.ts';
import { connectToSession } from './connect.ts';
import { frameKinds } from './frames.ts';
import { createLink } from './link.ts';
import type { SessionEnd, SessionRequest, SessionStatus } from './messages.ts';
import type { SessionPlace } from './place.ts';
import { parseEnd, statusIn } from './replies.ts';

/**
 * Asks the session something it answers in JSON. Null when there is no session. Throws what the session failed with,
 * and `locked` when it ended before it answered.
 */
export async function requestAnswer(
  place: SessionPlace,
  request: SessionRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  const socket = await connectToSession(place);
  if (socket === null) return null;
  const output: Buffer[] = [];
  let end: SessionEnd | undefined;
  const link = createLink(socket, ({ kind, body }) => {
    if (kind === frameKinds.output) output.push(Buffer.from(body));
    if (kind === frameKinds.end) end = parseEnd(body);
  });
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const leave = (): void => link.destroy();
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted === true) leave();
  void link.sendJson(frameKinds.request, request);
  await over;
  signal?.removeEventListener('abort', leave);
  if (signal?.aborted === true) throw new VaultError('failure', 'cancelled');
  if (end === undefined) throw sessionEnded();
  if ('failed' in end) throw new VaultError(end.failed.code, end.failed.message, end.failed.hint);
  return output.length === 0 ? {} : JSON.parse(Buffer.concat(output).toString('utf8'));
}

/** Null without a session, also when it ends while it is asked. */
export async function sessionStatus(place: SessionPlace): Promise<SessionStatus | null> {
  try {
    const answer = await requestAnswer(place, { type: 'status' });
    return answer === null ? null : statusIn(answer);
  } catch (error) {
    if (error instanceof VaultError && error.code === 'locked') return null;
    throw error;
  }
}

export function sessionEnded(): VaultError {
  return new VaultError(
    'locked',
    'the session has ended: the vault is locked',
    'vaultctl unlock begins another',
  );
}
