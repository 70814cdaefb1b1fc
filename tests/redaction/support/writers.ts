import { all, node, python } from './commands.ts';
import { apart, colours, entities, escapes, joined, lowered, plain, reversed } from './readers.ts';
import type { Form } from './sections.ts';
import { ASCII, ONE_LINE } from './values.ts';

const py = python('html, json, os, shlex, sys');

/** Values in the quotes and escapes of languages. */
export const QUOTED: readonly [string, Form][] = [
  ...all([escapes], {
    'printf %q of bash': 'printf "%q\\n" "$X"',
    '@Q of bash': 'echo "${X@Q}"',
    'set -x of bash': '( set -x; : "$X" )',
    'set -x of bash inside quotes': '( set -x; : "<$X>" )',
    'set -x of sh': `sh -xc ': "$X"'`,
    'set -x of busybox ash': `busybox ash -xc ': "$X"'`,
    'declare -p of bash': 'declare -p X',
    'export -p of sh': 'sh -c "export -p" | grep -A9 "^export X="',
    'printf %q of coreutils': '/usr/bin/printf "%q\\n" "$X"',
    'shlex.quote of Python': py('print(shlex.quote(X))'),
    'json.dumps of Python': py('print(json.dumps({"v": X}))'),
    'json.dumps of Python, not only ASCII': py('print(json.dumps(X, ensure_ascii=False))'),
    'json.dumps of Python, twice': py('print(json.dumps(json.dumps({"v": X})))'),
    'repr of Python': py('print(repr(X))'),
    'repr of bytes of Python': py('print(repr(X.encode()))'),
    'ascii of Python': py('print(ascii(X))'),
    'JSON.stringify of Node': node('console.log(JSON.stringify({ v: X }))'),
    'JSON.stringify of Node, twice': node('console.log(JSON.stringify(JSON.stringify({ v: X })))'),
    'inspect of Node': node('console.log({ v: X })'),
    'a Map inspected by Node': node('console.log(new Map([["v", X]]))'),
    jq: 'jq -Rs .',
    'jq -a': 'jq -Rsa .',
    'tojson of jq': 'jq -Rs tojson',
    '@sh of jq': `jq -Rsr '@sh'`,
    '@csv of jq': `jq -Rsr '[.] | @csv'`,
    '@tsv of jq': `jq -Rsr '[.] | @tsv'`,
    'Data::Dumper of Perl': `perl -MData::Dumper -e '$Data::Dumper::Useqq = 1; print Dumper($ENV{X})'`,
    'sed l': `sed -n 'l 0'`,
    'SQL quotes by sed': `sed "s/'/''/g"`,
  }),
  ...all([escapes], { 'quotemeta of Perl': `perl -e 'print quotemeta($ENV{X}), "\\n"'` }, ASCII),
  ...all([plain], { env: 'env -i X="$X" env', printenv: 'printenv X', 'cat of a file': 'cat' }),
  ...all([entities], {
    'html.escape of Python': py('print(html.escape(X))'),
    'quoteattr of Python': py('from xml.sax.saxutils import quoteattr; print(quoteattr(X))'),
    'xmlcharrefreplace of Python': py('print(html.escape(X).encode("ascii", "xmlcharrefreplace").decode())'),
    '@html of jq': `jq -Rsr '@html'`,
    'a text node by xmllint': `${py('print("<v>" + html.escape(X, quote=False) + "</v>")')} | xmllint -`,
    'a text node in ASCII by xmllint': `${py('print("<v>" + html.escape(X) + "</v>")')} | xmllint --encode US-ASCII -`,
    'an attribute by xmllint': `${py('print("<v a=\\"" + html.escape(X) + "\\"/>")')} | xmllint --c14n -`,
  }),
];

/** Values with their characters changed, moved or kept apart. */
export const CHANGED: readonly [string, Form][] = [
  ...all([plain], {
    'tr to upper case': 'tr a-z A-Z',
    'tr to lower case': 'tr A-Z a-z',
    'CRLF by sed': `sed 's/$/\\r/'`,
    'spaces around it': 'echo "  $X  "',
  }),
  ...all([lowered], {
    'upper() of Python': py('print(X.upper())'),
    'lower() of Python': py('print(X.lower())'),
  }),
  ...all([reversed], { 'reversed by Python': py('print(X[::-1])') }),
  ...all([reversed], { 'reversed by bytes': py('sys.stdout.buffer.write(X.encode()[::-1])') }, ASCII),
  ...all([reversed], { rev: 'rev' }, ONE_LINE),
  ...all(
    [joined],
    {
      'fold -w 8': 'fold -w 8',
      'fold -w 20': 'fold -w 20',
      'fold -w 1': 'fold -w 1',
      'fold -w 8 and CRLF': `fold -w 8 | sed 's/$/\\r/'`,
    },
    ASCII,
  ),
  ...all([colours], {
    'colours between by sed': `sed 's/./&\\x1b[0m/g'`,
    'colours of 256 between by sed': `sed 's/./\\x1b[38;5;208m&\\x1b[39m/g'`,
    'colours at every third character by sed': `sed 's/.../&\\x1b[1;31m/g'`,
  }),
  ...all(
    [colours],
    {
      'grep --color': `grep --color=always -E '[0-9]|$'`,
      'grep --color of a part': `grep --color=always -E '[xwK]+|$'`,
    },
    ONE_LINE,
  ),
  ...all(
    [apart],
    {
      'a space between by sed': `sed 's/./& /g'`,
      'a comma between by sed': `sed 's/./&,/g'`,
      'a space between by awk': `awk '{ n = split($0, c, ""); for (i = 1; i <= n; i++) printf "%s ", c[i] }'`,
    },
    ONE_LINE,
  ),
  ...all([apart], {
    'a dot between by Python': py('print(".".join(X))'),
    'a comma and a space between by Python': py('print(", ".join(X))'),
    'a newline between by Python': py('print("\\n".join(X))'),
  }),
  ...all([apart], { 'a list of characters of Python': py('print(list(X))') }, ['token', 'six']),
  ...all([apart], { 'UTF-16 of Python': py('sys.stdout.buffer.write(X.encode("utf-16-le"))') }, ASCII),
  ...all([apart], { 'UTF-16BE of iconv': 'iconv -f UTF-8 -t UTF-16BE' }, ASCII),
];
