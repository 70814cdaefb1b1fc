import type { SessionStatus } from '../../session/messages.ts';

/** The session for people, a line a fact. */
export function statusLines(status: SessionStatus): string[] {
  const { vault, until, idle_until: idle, reveal_until: reveal, policy, running } = status;
  const policies = {
    trusted: 'as it was when it was sealed',
    changed:
      'changed since it was sealed, so nothing runs: vaultctl policy check, then vaultctl policy trust',
    none: 'there is none that can be obeyed',
  };
  return [
    `unlocked: ${vault}`,
    `  until ${until}, or ${idle} when nothing is asked`,
    `  uses secrets${reveal === undefined ? '; to reveal or change them, the password is asked for' : `, reveals and changes them until ${reveal}`}`,
    `  policy: ${policies[policy]}`,
    ...(running > 0 ? [`  running: ${running}`] : []),
  ];
}
