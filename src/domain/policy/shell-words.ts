import type { Word, WordPart } from 'unbash';
import { COMPUTED } from './step.ts';

/** What each shell variable is known to hold at one time or another; others are computed. */
export type Variables = ReadonlyMap<string, readonly string[]>;

/** More spellings than a script by hand has; past it `spell` gives up. */
const MAX_SPELLINGS = 64;

/**
 * The texts a shell word may become once quotes and escapes are gone and known variables are filled in. Globs stay
 * as they are; what is only known at run time is `COMPUTED`. Null when there are too many.
 */
export function spell(word: Word, variables: Variables): readonly string[] | null {
  const texts = word.parts === undefined ? [word.value] : joined(word.parts, variables);
  if (!word.text.startsWith('~') || texts === null) return texts;
  const homes = variables.get('HOME') ?? [COMPUTED];
  return texts.flatMap((text) => {
    const user = /^~[^/]*/.exec(text)?.[0] ?? '';
    return (user === '~' ? homes : [COMPUTED]).map((home) => home + text.slice(user.length));
  });
}

/** The text of a word that is the same on every run, or null: nothing is expanded in it, by the shell or by a glob. */
export function fixedText(word: Word): string | null {
  const texts = spell(word, new Map());
  const [text] = texts ?? [];
  if (text === undefined || texts?.length !== 1 || text.includes(COMPUTED)) return null;
  return word.parts?.some((part) => part.type === 'Glob') ? null : text;
}

function joined(parts: readonly WordPart[], variables: Variables): readonly string[] | null {
  let texts: readonly string[] = [''];
  for (const part of parts) {
    const next = partTexts(part, variables);
    if (next === null || texts.length * next.length > MAX_SPELLINGS) return null;
    texts = texts.flatMap((text) => next.map((end) => text + end));
  }
  return texts;
}

function partTexts(part: WordPart, variables: Variables): readonly string[] | null {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'Glob':
      return [part.text];
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts, variables);
    case 'SimpleExpansion':
      return variables.get(part.text.slice(1)) ?? [COMPUTED];
    case 'ParameterExpansion': {
      const plain = part.prefix === undefined && part.index === undefined && part.operation === undefined;
      return (plain ? variables.get(part.parameter) : undefined) ?? [COMPUTED];
    }
    default:
      return [COMPUTED];
  }
}
