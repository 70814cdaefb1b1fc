/** What the session's process does for its clients. */

import { resolve } from 'node:path';
import { alwaysAsks, type AuthorityClass, classOfCommand } from '../../app/authority.ts';
import { VaultError } from '../../errors.ts';
import { callToolInSession } from '../../mcp/session-tool.ts';
import type { Broker } from '../../session/broker.ts';
import type { Conversation } from '../../session/conversation.ts';
import { frameKinds } from '../../session/frames.ts';
import type { CommandRequest, SessionEnd, SessionRequest, ToolRequest } from '../../session/messages.ts';
import type { Session } from '../../session/session.ts';
import { endingOf } from '../ending.ts';
import { warn } from '../io.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import { clientIo } from './client-io.ts';

const LOOK_MS = 100;

/** Makes the function that performs requests, for the broker of this version of the program. */
export function performWith(version: string) {
  return async (request: SessionRequest, conversation: Conversation, broker: Broker): Promise<SessionEnd> => {
    const { session } = broker;
    switch (request.type) {
      case 'command':
        refuseOther(version, request);
        return session.during(() => performCommand(request, conversation, broker));
      case 'tool':
        refuseOther(version, request);
        return session.during(() => performTool(request, conversation, broker));
      case 'status':
        return printed(conversation, await session.status(broker.running, version));
      case 'challenge':
        return printed(conversation, { challenge: session.challenge });
      case 'trust':
        await session.trustPolicy(Buffer.from(request.proof, 'base64'));
        return printed(conversation, await session.status(broker.running, version));
      case 'renew':
        await session.renew(Buffer.from(request.proof, 'base64'), request.terms);
        return printed(conversation, await session.status(broker.running, version));
      case 'lock':
        throw new TypeError('the broker locks by itself');
    }
  };
}

async function performCommand(
  request: CommandRequest,
  conversation: Conversation,
  broker: Broker,
): Promise<SessionEnd> {
  const { session } = broker;
  const io = clientIo({ session, conversation, broker, terminal: request.terminal }, conversation, request);
  const say = (line: string): void => io.say(line);
  const ending = await endingOf(say, async (): Promise<SessionEnd> => {
    const asked = parseCommandLine(request.argv, { version: io.version, width: io.stdout.width });
    if (asked.kind === 'text') return { local: 'free' };
    const { definition, input } = asked;
    const needs = classOfCommand(asked.name, input.options);
    if (needs === 'free') return { local: 'free' };
    if (isElsewhere(request, input.vaultDir, needs, session.places.directory)) return { local: 'elsewhere' };
    if (needs !== 'use' && (!session.reveals || alwaysAsks(asked.name))) {
      // A person is asked for the password, and what comes of it is recorded then.
      const { key } = input.args;
      if (!request.terminal.person) {
        session.recordRefusal(
          asked.name,
          'needs the master password',
          typeof key === 'string' ? key : undefined,
        );
      }
      return { local: needs };
    }
    if (request.vaultDir !== undefined && request.vaultDir !== session.places.directory) {
      warn(io, `VAULT_DIR is not heeded: the session is for ${session.places.directory}`);
    }
    const command = await definition.load();
    const watch = needs === 'use' ? undefined : watchReveal(session, conversation);
    try {
      return { exit: await command.run(io, input) };
    } finally {
      clearInterval(watch);
    }
  });
  return typeof ending === 'number' ? { exit: ending } : ending;
}

/** What began while the session revealed and wrote is not to wait with that until later. */
function watchReveal(session: Session, conversation: Conversation): NodeJS.Timeout {
  return setInterval(() => {
    if (session.reveals) return;
    const message = 'the time in which this session reveals and changes secrets is over';
    conversation.cut(new VaultError('locked', message, 'vaultctl unlock --reveal 5m gives it more'));
  }, LOOK_MS);
}

/**
 * `--vault-dir` is the person's word. `VAULT_DIR` of a client decides nothing about what is used; but what is written
 * or revealed is not to be another vault's than it names.
 */
function isElsewhere(
  { cwd, vaultDir: named }: CommandRequest,
  given: string | undefined,
  needs: AuthorityClass,
  directory: string,
): boolean {
  if (given !== undefined) return resolve(cwd, given) !== directory;
  return needs !== 'use' && named !== undefined && named !== directory;
}

async function performTool(
  request: ToolRequest,
  conversation: Conversation,
  { session, stopping }: Broker,
): Promise<SessionEnd> {
  if (request.vaultDir !== undefined && request.vaultDir !== session.places.directory) {
    throw new VaultError(
      'locked',
      'vault is locked: run vaultctl unlock',
      `the session is for ${session.places.directory}, the tool server for ${request.vaultDir}`,
    );
  }
  const signal = AbortSignal.any([conversation.gone, stopping]);
  return printed(conversation, await callToolInSession(session, request, signal));
}

async function printed(conversation: Conversation, answer: unknown): Promise<SessionEnd> {
  await conversation.write(frameKinds.output, Buffer.from(JSON.stringify(answer)));
  return { exit: 0 };
}

/** After an update of the program the session's process is still the old one. */
function refuseOther(version: string, request: { readonly version: string }): void {
  if (request.version === version) return;
  throw new VaultError(
    'locked',
    `the session belongs to version ${version} of vaultctl; this is ${request.version.slice(0, 32)}`,
    'run vaultctl lock, then vaultctl unlock',
  );
}
