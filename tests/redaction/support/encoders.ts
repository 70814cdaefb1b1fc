import { all, node, python } from './commands.ts';
import { base64, cells, columns, decimal, hex, joined, octal, percent, swapped } from './readers.ts';
import type { Form } from './sections.ts';
import { ASCII } from './values.ts';

const py = python('base64, os, sys, urllib.parse');

/** Base64 and percent-encoding as foreign programs write them. */
export const RADIX_64: readonly [string, Form][] = [
  ...all([base64], {
    'base64 -w0': 'base64 -w0',
    'base64, lines of 76': 'base64',
    'base64, lines of 20': 'base64 -w 20',
    'base64, lines of 4': 'base64 -w 4',
    'base64, URL alphabet by tr': `base64 -w0 | tr '+/' '-_'`,
    'base64, URL alphabet without padding': `base64 -w0 | tr '+/' '-_' | tr -d =`,
    'basenc --base64url': 'basenc --base64url',
    'openssl base64': 'openssl base64',
    'openssl enc -base64 -A': 'openssl enc -base64 -A',
    'base64 with a newline after the value': 'base64 -w0 <<<"$X"',
    'base64, lines of CRLF': `base64 -w 64 | sed 's/$/\\r/'`,
    'base64, lines indented as in YAML': `base64 -w 40 | sed 's/^/    /'`,
    '@base64 of jq': `jq -Rsr '@base64'`,
    'encodebytes of Python': py('sys.stdout.buffer.write(base64.encodebytes(X.encode()))'),
    'base64 in a JSON string of Python': py(
      'import json; print(json.dumps(base64.encodebytes(X.encode()).decode()))',
    ),
    'toString("base64url") of Node': node('console.log(Buffer.from(X).toString("base64url"))'),
    'perl MIME::Base64': `perl -MMIME::Base64 -e 'print encode_base64($ENV{X})'`,
  }),
  // What JSON escapes would be two forms, one in the other.
  ...all(
    [base64],
    { 'base64 of a JSON object by jq': `jq -Rs -c '{user: "deploy", password: .}' | jq -r @base64` },
    ['token', 'unicode', 'six'],
  ),
];

export const PERCENT: readonly [string, Form][] = all([percent], {
  'quote of Python': py('print(urllib.parse.quote(X))'),
  'quote of Python, slashes too': py('print(urllib.parse.quote(X, safe=""))'),
  'quote_plus of Python': py('print(urllib.parse.quote_plus(X))'),
  'quote of Python, twice': py('print(urllib.parse.quote(urllib.parse.quote(X)))'),
  'quote of Python in lower case': py(
    'import re; print(re.sub("%..", lambda m: m[0].lower(), urllib.parse.quote(X)))',
  ),
  'every byte percent-encoded': py('print("".join("%%%02X" % b for b in X.encode()))'),
  'encodeURIComponent of Node': node('console.log(encodeURIComponent(X))'),
  'encodeURI of Node': node('console.log(encodeURI(X))'),
  'URLSearchParams of Node': node('console.log(String(new URLSearchParams({ token: X })))'),
  'userinfo of a URL of Node': node(
    'const url = new URL("http://h/"); url.password = X; console.log(url.href)',
  ),
  '@uri of jq': `jq -Rsr '@uri'`,
  'quoted-printable of Python': py('import quopri; print(quopri.encodestring(X.encode()).decode())'),
});

/** Numbers: hex in every layout, octal, decimal. */
export const NUMBERS: readonly [string, Form][] = [
  ...all([hex, columns, joined], {
    xxd: 'xxd',
    'xxd -u': 'xxd -u',
    'xxd -c 7': 'xxd -c 7',
    'xxd -g 1': 'xxd -g 1',
    'xxd -p': 'xxd -p',
    'xxd -p -c 5': 'xxd -p -c 5',
    'xxd -i': 'xxd -i',
    'hexdump -C': 'hexdump -C',
    'hexdump with colons': `hexdump -v -e '/1 "%02x:"'`,
    'od -tx1': 'od -tx1',
    'od -An -tx1': 'od -An -tx1',
    'od -An -v -tx1 -w7': 'od -An -v -tx1 -w7',
    'od -tx1z': 'od -tx1z',
    'od -Ax -tx1': 'od -Ax -tx1',
    'basenc --base16': 'basenc --base16',
    'upper-case hex by tr': `xxd -p | tr -d '\\n' | tr a-f A-F`,
    'hex() of Python': py('print(X.encode().hex())'),
    'hex(":") of Python': py('print(X.encode().hex(":"))'),
    'hex(" ", 4) of Python': py('print(X.encode().hex(" ", 4))'),
    'hex("-") of Python': py('print(X.encode().hex("-"))'),
    'a list of 0x of Python': py('print(["0x%02x" % b for b in X.encode()])'),
    '\\x of Python': py('print("".join("\\\\x%02x" % b for b in X.encode()))'),
    'toString("hex") of Node': node('console.log(Buffer.from(X).toString("hex"))'),
    'unpack H* of Perl': `perl -e 'print unpack("H*", $ENV{X}), "\\n"'`,
    'awk, a byte a line': `xxd -p -c 1 | awk '{ print "0x" $0 }'`,
  }),
  ...all([hex], { 'Buffer of Node inspected': node('console.log(Buffer.from(X))') }, ['token', 'six']),
  ...all([hex], { '\\u of Python': py('print("".join("\\\\u%04x" % ord(c) for c in X))') }, ASCII),
  ...all([swapped], { 'od -x': 'od -x', hexdump: 'hexdump', 'od -An -tx2': 'od -An -tx2' }),
  ...all([cells], { 'od -c': 'od -c', 'od -An -c': 'od -An -c' }),
  ...all([octal], { 'od -b': 'od -b', 'od -An -to1': 'od -An -to1' }),
  ...all([decimal], {
    'od -An -tu1': 'od -An -tu1',
    'list(bytes) of Python': py('print(list(X.encode()))'),
    'Buffer as JSON of Node': node('console.log(JSON.stringify(Buffer.from(X)))'),
  }),
];
