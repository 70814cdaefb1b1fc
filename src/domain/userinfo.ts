/** User names and passwords written into URLs: `scheme://user:password@host`. */

/** Replaces the password of every URL in the text, or its user where there is no password, by the marker. */
export function maskUserinfo(text: string, marker: string): string {
  return text.includes('://') ? text.replace(/\S+/g, (word) => maskWord(word, marker)) : text;
}

/** One pass over the word: an authority holds no `/`, and a password with one ends the pass. */
function maskWord(word: string, marker: string): string {
  const lastAt = word.lastIndexOf('@');
  let masked = '';
  let done = 0;
  for (const match of word.matchAll(/:\/\/(?=([^/?#]*))/g)) {
    const authority = match[1] ?? '';
    const start = match.index + '://'.length;
    const at = authority.lastIndexOf('@');
    const colon = authority.indexOf(':');
    // A password may hold `/`, `?` or `#` unescaped; then its `@` comes later and the "port" is no number.
    const unescaped = at < 0 && colon >= 0 && lastAt > start && !HOST_AND_PORT.test(authority);
    if (at < 0 && !unescaped) continue;
    const end = unescaped ? lastAt : start + at;
    const secret = colon >= 0 && start + colon < end ? start + colon + 1 : start;
    if (secret < end) masked += word.slice(done, secret) + marker;
    else masked += word.slice(done, end);
    done = end;
    if (unescaped) break;
  }
  return masked + word.slice(done);
}

const HOST_AND_PORT = /^(?:\[[0-9A-Fa-f:.]*\]|[^:]*):\d*$/;
