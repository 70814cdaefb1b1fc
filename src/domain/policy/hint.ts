import type { Policy } from './policy.ts';

const MAX_LISTED = 500;

/** What an agent whose command was denied can do instead: plain text, under 1,000 characters, without secrets. */
export function denialHint(policy: Policy): string {
  const wording =
    'A call names one program and its arguments, such as command "git" with args ["status"]. There is no shell: ' +
    '$NAME, pipes and quotes in args stay as they are, and the program reads its secrets from its environment.';
  return `${whatIsAllowed(policy)} ${wording} Never allowed: env, printenv, set, export, and files under /proc that hold an environment.`;
}

function whatIsAllowed(policy: Policy): string {
  const allowed = listed(policy.allowedCommands);
  const denied = listed(policy.deniedCommands);
  if (policy.defaultAction === 'allow') {
    return denied === ''
      ? 'The policy allows other commands.'
      : `The policy denies ${denied}, and allows others.`;
  }
  return allowed === ''
    ? 'The policy allows no command yet; its owner can add some to allowed_commands.'
    : `The policy allows only ${allowed}.`;
}

/** The first entries that fit, and how many more there are. */
function listed(entries: readonly string[]): string {
  let text = '';
  for (const [index, entry] of entries.entries()) {
    const next = index === 0 ? entry : `${text}, ${entry}`;
    if (next.length > MAX_LISTED) return `${text || 'a few commands'} and ${entries.length - index} more`;
    text = next;
  }
  return text;
}
