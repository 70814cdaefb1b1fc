import { authorityInForce } from './authority-in-force.ts';
import type { Finding } from './finding.ts';

/** What is known of the session of this user. */
export interface SessionFacts {
  readonly vault: string;
  readonly until: string;
  readonly idle_until: string;
  readonly reveal_until?: string;
}

const CHECK = 'session';
const LIMIT =
  'it hands no value to anyone; but outside a sandbox a program of yours can read the environment of a running child';

/** Which authority is in force, and what a session allows. */
export function sessionFinding(env: NodeJS.ProcessEnv, session: SessionFacts | null): Finding {
  const authority = authorityInForce(env, session !== null);
  if (session === null) {
    return {
      check: CHECK,
      status: 'note',
      detail: 'locked: there is none',
      ...(authority === 'none' && { advice: 'vaultctl unlock, and agents can use secrets, not reveal them' }),
    };
  }
  const { vault, until, reveal_until: reveal } = session;
  const outranked = authority === 'session' ? '' : `; here the password of the ${authority} outranks it`;
  if (reveal !== undefined) {
    return {
      check: CHECK,
      status: 'warning',
      detail: `unlocked for ${vault} until ${until}; until ${reveal} every program of yours can reveal and change secrets${outranked}`,
      advice: 'vaultctl lock, or vaultctl unlock without --reveal',
    };
  }
  return {
    check: CHECK,
    status: 'ok',
    detail: `unlocked for ${vault} until ${until}, to use and not to reveal: ${LIMIT}${outranked}`,
  };
}
