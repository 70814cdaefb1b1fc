import type { SetRequest } from '../app/set-request.ts';
import { VaultError } from '../errors.ts';
import type { SetInput } from './definitions/set.ts';
import { parseMap, parsePairs } from './pairs.ts';

/** What `set` changes apart from values. */
export type Changes = Omit<SetRequest, 'key' | 'value' | 'fields'>;

/** Throws `invalid` for options that are no pair, `usage` for those that contradict each other. */
export function changesOf(options: SetInput['options']): Changes {
  const notes = givenOrGone('notes', options.notes, options['no-notes']);
  const url = givenOrGone('url', options.url, options['no-url']);
  const expires = givenOrGone('expires', options.expires, options['no-expires']);
  const aliases = Map.groupBy(parsePairs(options.alias, '--alias', 'FIELD=NAME'), ([field]) => field);
  return {
    removeFields: options['remove-field'],
    bindings: parseMap(options.binding, '--binding', 'ENV=FIELD'),
    unbind: options.unbind,
    tags: [...options.tag, ...options.tags.flatMap((list) => list.split(','))],
    untag: options.untag,
    sensitive: options.sensitive,
    plain: options.plain,
    kinds: parseMap(options.kind, '--kind', 'FIELD=KIND'),
    aliases: new Map([...aliases].map(([field, pairs]) => [field, pairs.map(([, alias]) => alias)])),
    hints: parseMap(options.hint, '--hint', 'FIELD=TEXT'),
    replace: options.replace,
    ...(notes !== undefined && { notes }),
    ...(url !== undefined && { url }),
    ...(expires !== undefined && { expires }),
  };
}

/** Whether any of them would change a secret. */
export function hasChanges(changes: Partial<Changes>): boolean {
  return Object.values(changes).some((change: Changes[keyof Changes]) => {
    if (Array.isArray(change)) return change.length > 0;
    return change instanceof Map ? change.size > 0 : change !== false;
  });
}

/** Whether nothing is given, only taken away. */
export function onlyTakesAway(changes: Changes): boolean {
  const { removeFields: _fields, unbind: _bindings, untag: _tags, notes, url, expires, ...given } = changes;
  return ![notes, url, expires].some((text) => typeof text === 'string') && !hasChanges(given);
}

/** null when it shall go, undefined when it shall stay. */
function givenOrGone(name: string, given: string | undefined, isGone: boolean): string | null | undefined {
  if (given !== undefined && isGone)
    throw new VaultError('usage', `--${name} and --no-${name} contradict each other`);
  return isGone ? null : given;
}
