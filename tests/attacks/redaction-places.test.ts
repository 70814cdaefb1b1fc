// Where a value stands in an output: whole, twice, inside another, in pieces, among bytes that are no text. What is not a
// value comes through as it is.
import { MODERN, useServer, withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';
import { print, store, told } from './support/printing.ts';
import { type Attack, attacks } from './support/table.ts';

const TOKEN = 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z';
const WORDS = 'overgrown Harbour-quayside lantern yawns';
const LINES = 'first-secret-line\nsecond-secret-line\nthird-secret-line';

const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await store(fresh, {
    token: TOKEN,
    twin: TOKEN,
    words: WORDS,
    three: 'k9#',
    one: 'Q',
    empty: '',
    blank: '   ',
    lines: LINES,
    crlf: 'alpha-first-line\r\nbeta-second-line',
    unicode: 'pässwörd ☂ 密码 🔑 ende',
    control: 'esc\x1b[31mred-alert\x07value',
    number: '31415926535',
    inner: 'nested-value',
    outer: 'before-nested-value-after',
    left: 'abcdefgh-MIDDLE',
    right: 'MIDDLE-ijklmnop',
    'deep/down/key-1': 'value-of-a-deep-key',
    marker: '[REDACTED:token]',
    word: 'REDACTED',
    bracket: ']',
    repeat: 'abababab',
  });
  await fresh.ok(['set', 'pair', '--field', 'city=Parisian-suburb', '--field', 'password'], {
    stdin: 'value-of-pair',
  });
});
const server = useServer(home, MODERN);

/** A script run with some keys: what comes out. */
function prints(input: string, keys: string[], script: string, expected: string): Attack {
  return { input, expected, attempt: async () => told(await print(home, server, keys, script)) };
}

/** The same on a server that knows no other value. */
function alone(input: string, keys: string[], script: string, expected: string): Attack {
  return {
    input,
    expected,
    attempt: () => withServer(home, async (own) => told(await print(home, own, keys, script))),
  };
}

/** A text no value is in, while many are injected: it comes through. */
function passes(input: string, script: string, expected: string, keys = ['token', 'words', 'lines']): Attack {
  return prints(`unchanged: ${input}`, keys, script, `${JSON.stringify(expected)}, untouched`);
}

const T = '[REDACTED:token]';
const W = '[REDACTED:words]';

attacks('redaction', [
  prints('a value alone', ['token'], 'printf %s "$TOKEN"', `"${T}"`),
  prints('a value in a sentence', ['token'], 'echo "before $TOKEN after"', `"before ${T} after\\n"`),
  prints('a value between letters', ['words'], 'printf "x%sx" "$WORDS"', `"x${W}x"`),
  prints('a value twice without a gap', ['words'], 'printf %s%s "$WORDS" "$WORDS"', `"${W}${W}"`),
  prints(
    'a value twenty times',
    ['token'],
    'for i in {1..20}; do echo "$TOKEN"; done',
    `"${`${T}\\n`.repeat(20)}"`,
  ),
  prints('a value of one key under two names', ['token', 'twin'], 'echo "$TOKEN $TWIN"', `"${T} ${T}\\n"`),
  prints(
    'a beginning of a value before the value',
    ['words'],
    'printf %s "${WORDS:0:9}$WORDS"',
    `"overgrown${W}"`,
  ),
  prints('a random value but for its last letter', ['token'], 'printf %s "${TOKEN%?}"', `"${T}"`),
  prints('twelve letters of a random value', ['token'], 'printf "<%s>" "${TOKEN:9:12}"', `"<${T}>"`),
  prints(
    'a value inside another, both injected',
    ['inner', 'outer'],
    'echo "$OUTER"',
    '"[REDACTED:outer]\\n"',
  ),
  prints('the inner one alone', ['inner', 'outer'], 'echo "$INNER"', '"[REDACTED:inner]\\n"'),
  alone(
    'a value inside another, only the inner injected',
    ['inner'],
    'echo "before-$INNER-after"',
    '"before-[REDACTED:inner]-after\\n"',
  ),
  prints('two values that overlap', ['left', 'right'], 'echo "${LEFT}-ijklmnop"', '"[REDACTED:left]\\n"'),
  prints('three letters', ['three'], 'echo "<$THREE>"', '"<[REDACTED:three]>\\n"'),
  prints('one letter, everywhere', ['one'], 'echo "aQbQ"', '"a[REDACTED:one]b[REDACTED:one]\\n"'),
  prints('an empty value', ['empty'], 'echo "<$EMPTY>"', '"<>\\n", untouched'),
  prints('a value of spaces', ['blank'], 'echo "<$BLANK>"', '"<[REDACTED:blank]>\\n"'),
  prints('digits', ['number'], 'echo "$((NUMBER))"', '"[REDACTED:number]\\n"'),
  prints('a value of several lines', ['lines'], 'echo "$LINES"', '"[REDACTED:lines]\\n"'),
  prints('one of its lines', ['lines'], 'echo "$LINES" | sed -n 2p', '"[REDACTED:lines]\\n"'),
  prints('its lines indented', ['lines'], `echo "$LINES" | sed 's/^/  /'`, '"  [REDACTED:lines]\\n"'),
  prints('its lines with CRLF', ['lines'], `printf %s "$LINES" | sed 's/$/\\r/'`, '"[REDACTED:lines]\\r"'),
  prints(
    'its lines in another order',
    ['lines'],
    'echo "$LINES" | tac',
    '"[REDACTED:lines]\\n[REDACTED:lines]\\n[REDACTED:lines]\\n"',
  ),
  prints('a value with CRLF', ['crlf'], 'printf %s "$CRLF"', '"[REDACTED:crlf]"'),
  prints('the same with LF', ['crlf'], `printf %s "$CRLF" | tr -d '\\r'`, '"[REDACTED:crlf]"'),
  prints('a value of many scripts', ['unicode'], 'echo "ü$UNICODE密"', '"ü[REDACTED:unicode]密\\n"'),
  prints(
    'a value with control characters',
    ['control'],
    'printf "<%s>" "$CONTROL"',
    '"<[REDACTED:control]>"',
  ),
  prints(
    'a field of a secret',
    ['pair'],
    'echo "$PAIR_PASSWORD in $PAIR_CITY"',
    '"[REDACTED:pair] in Parisian-suburb\\n"',
  ),
  prints(
    'a key of several segments',
    ['deep/down/*'],
    'echo "$DEEP_DOWN_KEY_1"',
    '"[REDACTED:deep/down/key-1]\\n"',
  ),
  prints('bytes that are no UTF-8 around', ['words'], `printf '\\xff%s\\xfe' "$WORDS"`, `"\ufffd${W}\ufffd"`),
  prints(
    'the halves of a character around',
    ['words'],
    `printf '\\xe2\\x98%s\\x82' "$WORDS"`,
    `"\ufffd${W}\ufffd"`,
  ),
  prints('NUL around', ['words'], `printf '\\0%s\\0' "$WORDS"`, `"\\u0000${W}\\u0000"`),
  prints('colours around', ['words'], `printf '\\e[31m%s\\e[0m' "$WORDS"`, `"\\u001b[31m${W}\\u001b[0m"`),
  prints(
    'every letter in a write of its own',
    ['words'],
    'for ((i = 0; i < ${#WORDS}; i++)); do printf %s "${WORDS:i:1}"; done',
    `"${W}"`,
  ),
  prints(
    'two halves a moment apart',
    ['words'],
    'printf %s "${WORDS:0:20}"; sleep 0.1; printf %s "${WORDS:20}"',
    `"${W}"`,
  ),
  prints(
    'two halves from two processes',
    ['words'],
    '/usr/bin/printf %s "${WORDS:0:20}"; /usr/bin/printf %s "${WORDS:20}"',
    `"${W}"`,
  ),
  prints(
    'two halves, one on either stream',
    ['token'],
    'printf %s "${TOKEN:0:18}"; printf %s "${TOKEN:18}" >&2',
    `"${T}" and on standard error "${T}"`,
  ),
  prints(
    'on both streams',
    ['words', 'token'],
    'echo "$WORDS"; echo "$TOKEN" >&2',
    `"${W}\\n" and on standard error "${T}\\n"`,
  ),
  prints('on standard error alone', ['words'], 'echo "$WORDS" >&2', `"" and on standard error "${W}\\n"`),
  prints(
    'in the arguments of a process of its own',
    ['words'],
    `bash -c 'tr "\\0" "|" < /proc/$$/cmdline' called "$WORDS" | grep -o 'called.*'`,
    `"called|${W}|\\n"`,
  ),
  prints(
    'in the environment of a process of its own',
    ['words'],
    `tr '\\0' '\\n' < /proc/$$/environ | grep ^WORDS`,
    `"WORDS=${W}\\n"`,
  ),
  alone(
    'a value that is a marker',
    ['marker', 'token'],
    'echo "$MARKER $TOKEN"',
    `"[REDACTED:marker] ${T}\\n"`,
  ),
  alone(
    'a value that is a word of markers',
    ['word', 'token'],
    'echo "$WORD $TOKEN"',
    `"[REDACTED:word] ${T}\\n"`,
  ),
  alone(
    'a value that is a bracket',
    ['bracket', 'token'],
    'echo "[$BRACKET $TOKEN"',
    `"[[REDACTED:bracket] ${T}\\n"`,
  ),
  alone(
    'a value that repeats itself',
    ['repeat'],
    'echo "x${REPEAT}ab${REPEAT}x"',
    '"x[REDACTED:repeat]x\\n"',
  ),
  alone(
    'a forged marker around a value',
    ['token'],
    'echo "[REDACTED:other$TOKEN]"',
    `"[REDACTED:other${T}]\\n"`,
  ),
  passes('a marker printed by the program', 'echo "[REDACTED:token]"', '[REDACTED:token]\n'),
  passes('a word of a value of words', 'echo "a lantern in the Harbour"', 'a lantern in the Harbour\n'),
  passes('a value of words but for its last letter', 'printf %s "${WORDS%?}"', WORDS.slice(0, -1)),
  passes('eleven letters of a random value', 'printf "<%s>" "${TOKEN:9:11}"', `<${TOKEN.slice(9, 20)}>`),
  passes('nothing', 'true', ''),
  passes('line ends of every kind', `printf 'a\\r\\nb\\rc\\n\\n'`, 'a\r\nb\rc\n\n'),
  passes('colours and control characters', `printf '\\e[1;31mred\\e[0m\\a\\b'`, '\x1b[1;31mred\x1b[0m\x07\b'),
  passes(
    'base64 of something else',
    'echo "not a secret at all" | base64',
    `${btoa('not a secret at all\n')}\n`,
  ),
  passes(
    'hexadecimal of something else',
    'printf "not a secret at all" | xxd -p',
    `${Buffer.from('not a secret at all').toString('hex')}\n`,
  ),
  passes('many scripts', 'echo "žluťoučký 🐎 密"', 'žluťoučký 🐎 密\n'),
  passes('JSON', `echo '{"token":null,"words":[]}'`, '{"token":null,"words":[]}\n'),
  passes('names of variables and keys', 'echo TOKEN token WORDS words', 'TOKEN token WORDS words\n'),
  passes(
    'a token of no secret here',
    'echo ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789\n',
  ),
  passes('a field agents may read', 'echo "$PAIR_CITY"', 'Parisian-suburb\n', ['pair']),
  passes('32 KiB', 'head -c 32768 /dev/zero | tr "\\0" x', 'x'.repeat(32_768)),
]);
