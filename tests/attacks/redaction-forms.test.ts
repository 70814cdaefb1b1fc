// A value in the forms that programs at hand give it. Every row's program is read by a reader of that form, so that what
// is hidden is hidden from who knows the form too; the last rows say what SECURITY.md says is not caught.
import { gunzipSync } from 'node:zlib';
import { MODERN, useServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';
import { absentFrom } from '../redaction/support/programs.ts';
import * as read from '../redaction/support/readers.ts';
import { learned, print, store } from './support/printing.ts';
import { type Attack, attacks } from './support/table.ts';

const VALUES = {
  token: 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z',
  awkward: `p@"q'$r&<s>%t\\u v!w*x(;)y|z~{1}[2]^3`,
};

const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, max_output_bytes: 1_000_000 });
  await store(fresh, VALUES);
});
const server = useServer(home, MODERN);

/** A command that has the value in `$X` and on its standard input: what a reader of the form learns. */
function form(
  input: string,
  command: string,
  readers: readonly read.Reader[],
  expected = 'hidden',
  keys: readonly (keyof typeof VALUES)[] = ['token', 'awkward'],
): Attack {
  const absent = absentFrom(`bash ${command}`);
  const attempt = async (): Promise<string> => {
    const verdicts = [];
    for (const key of keys) {
      const script = `export X="$${key.toUpperCase()}"\nprintf %s "$X" | { ${command}\n} 2>&1`;
      const { stdout } = await print(home, server, Object.keys(VALUES), script);
      verdicts.push(learned(stdout, VALUES[key], readers));
    }
    return verdicts.every((one) => one === 'hidden')
      ? 'hidden'
      : (verdicts.find((one) => one !== 'hidden') ?? '');
  };
  return { input, expected, attempt, unable: absent.length > 0 && `needs ${absent.join()}` };
}

/** What is not promised: the row tells that it can be read, so that nobody takes it for covered. */
function limit(input: string, command: string, undo: (text: string) => string): Attack {
  const absent = absentFrom(`bash ${command}`);
  const attempt = async (): Promise<string> => {
    const script = `export X="$TOKEN"\nprintf %s "$X" | { ${command}\n} 2>&1`;
    const { stdout } = await print(home, server, ['token'], script);
    return undo(stdout.trim()) === VALUES.token ? 'can be read' : `cannot be read: ${stdout}`;
  };
  return {
    input: `not covered: ${input}`,
    expected: 'can be read',
    attempt,
    unable: absent.length > 0 && `needs ${absent.join()}`,
  };
}

const python = (expression: string): string =>
  `python3 -c 'import base64, html, json, os, shlex, urllib.parse; X = os.environ["X"]; ${expression}'`;
const node = (expression: string): string => `node -e 'const { X } = process.env; ${expression}'`;
const {
  base64,
  hex,
  columns,
  joined,
  swapped,
  octal,
  decimal,
  percent,
  escapes,
  entities,
  reversed,
  lowered,
  apart,
  colours,
  plain,
} = read;

/** Without what a terminal would print over. */
const overprinted: read.Reader = (text) => [
  text
    .split('\b')
    .map((part, i, all) => (i < all.length - 1 ? part.slice(0, -1) : part))
    .join(''),
];

attacks('redaction', [
  form('base64', 'base64 -w 0', [base64]),
  form('base64 in lines of 76', 'base64', [base64]),
  form('base64 in lines of 5', 'base64 -w 5', [base64, joined]),
  form('base64 by openssl', 'openssl base64', [base64]),
  form('base64 by jq', `jq -Rsr '@base64'`, [base64]),
  form('base64 by Python', python('print(base64.b64encode(X.encode()).decode())'), [base64]),
  form('base64 for URLs', `basenc --base64url`, [base64]),
  form('base64 behind a user, as for HTTP', 'printf "user:%s" "$X" | base64 -w 0', [base64]),
  form('base64 behind one letter', 'printf "u%s" "$X" | base64 -w 0', [base64]),
  form('base64 behind two letters, with a tail', 'printf "us%stail" "$X" | base64 -w 0', [base64]),
  form('base64 without padding', 'base64 -w 0 | tr -d =', [base64]),
  form('hexadecimal by xxd', 'xxd -p', [hex, joined]),
  form('a dump by xxd', 'xxd', [hex, columns]),
  form('a dump by xxd of single bytes', 'xxd -g 1', [hex, columns]),
  form('bits by xxd', 'xxd -i', [hex]),
  form('a dump by hexdump', 'hexdump -C', [hex, columns]),
  form('words by hexdump', 'hexdump', [swapped]),
  form('bytes by od', 'od -An -tx1', [hex]),
  form('bytes by od with letters', 'od -tx1z', [hex, columns]),
  form('words by od', 'od -x', [swapped]),
  form('octal by od', 'od -An -to1', [octal]),
  form('decimal by od', 'od -An -tu1', [decimal]),
  form('letters by od', 'od -An -c', [read.cells], 'hidden', ['token']),
  form('hexadecimal by Python with colons', python('print(X.encode().hex(":"))'), [hex]),
  form('hexadecimal in upper case', `xxd -p | tr -d '\\n' | tr a-f A-F`, [hex]),
  form('hexadecimal by perl', `perl -e 'print unpack("H*", $ENV{X})'`, [hex]),
  form('escapes of hexadecimal by Python', python(`print("".join("\\\\x%02x" % b for b in X.encode()))`), [
    hex,
    escapes,
  ]),
  form('a list of numbers by Python', python('print(list(X.encode()))'), [decimal]),
  form('a Buffer printed by Node', node('console.log(JSON.stringify(Buffer.from(X)))'), [decimal]),
  form('percent-encoding by Python', python('print(urllib.parse.quote(X, safe=""))'), [percent]),
  form('percent-encoding twice', python('print(urllib.parse.quote(urllib.parse.quote(X)))'), [percent]),
  form('every byte percent-encoded', python('print("".join("%%%02X" % b for b in X.encode()))'), [percent]),
  form('a form by Node', node('console.log(String(new URLSearchParams({ X })))'), [percent]),
  form('a URL by Node', node('const u = new URL("http://h/"); u.password = X; console.log(u.href)'), [
    percent,
  ]),
  form('JSON by jq', 'jq -Rs .', [escapes]),
  form('JSON by Python, twice', python('print(json.dumps(json.dumps(X)))'), [escapes]),
  form('escapes of Unicode by Python', python('print("".join("\\\\u%04x" % ord(c) for c in X))'), [escapes]),
  form('a word of the shell by printf', 'printf "%q\\n" "$X"', [escapes]),
  form('a word of the shell by Python', python('print(shlex.quote(X))'), [escapes]),
  form('a trace of the shell', '( set -x; : "$X" )', [escapes]),
  form('the variables of the shell', 'declare -p X', [escapes]),
  form('HTML by Python', python('print(html.escape(X))'), [entities]),
  form('HTML in numbers by Python', python('print("".join("&#%d;" % ord(c) for c in X))'), [entities]),
  form('SQL by sed', `sed "s/'/''/g"`, [escapes]),
  form('CSV by jq', `jq -Rsr '[.] | @csv'`, [escapes]),
  form('backwards by rev', 'rev', [reversed]),
  form('backwards by Python', python('print(X[::-1])'), [reversed]),
  form('upper case by tr', 'tr a-z A-Z', [plain]),
  form('lower case by Python', python('print(X.lower())'), [lowered]),
  form('a letter a line', 'fold -w 1', [joined, apart]),
  form('in lines of eight', 'fold -w 8', [joined]),
  form('spaces between letters by sed', `sed 's/./& /g'`, [apart]),
  form('dots between letters by Python', python('print(".".join(X))'), [apart]),
  form('a list of letters by Python', python('print(list(X))'), [apart, escapes], 'hidden', ['token']),
  form('colours between letters', `sed 's/./&\\x1b[0m/g'`, [colours]),
  form('colours by grep', `grep --color=always -E '[0-9]|$'`, [colours]),
  form('bold as manual pages have it', `sed 's/./&\\x08&/g'`, [overprinted]),
  form('UTF-16 by iconv', 'iconv -f UTF-8 -t UTF-16LE', [apart]),
  form('an error of ls', 'ls "/none/$X"', [escapes]),
  form('an error of cat', 'cat "./$X"', [escapes]),
  form('an error of bash', '"./$X"', [escapes]),
  form('an error of Python', python('raise ValueError(X)'), [escapes]),
  form('an error of Node', node('throw new Error(X)'), [escapes]),
  form('an error of Node that names a file', node('require("fs").readFileSync("/none/" + X)'), [escapes]),
  form('an error of jq', `jq -n --arg x "$X" '$x | error'`, [escapes]),
  form('an error of curl', 'curl -sS "$X://x"', [percent], 'hidden', ['token']),
  limit('base64 twice', 'base64 -w 0 | base64 -w 0', (text) => atob(atob(text))),
  limit('compressed', 'gzip -c | base64 -w 0 | rev', (text) =>
    gunzipSync(Buffer.from(Array.from(text).toReversed().join(''), 'base64')).toString(),
  ),
  limit('letters thirteen places on', 'tr A-Za-z N-ZA-Mn-za-m', (text) =>
    text.replaceAll(/[a-z]/gi, (letter) => thirteenOn(letter)),
  ),
  limit('letters apart by words', `sed 's/./& and /g'`, (text) => text.replaceAll(/ and ?/g, '')),
]);

function thirteenOn(letter: string): string {
  const base = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}
