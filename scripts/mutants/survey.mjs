/** The survey of redaction: what one look at a chunk lists for the finders, each of which is blind without its list. */

const domain = 'src/domain/redaction';
const survey = { file: `${domain}/survey/survey.ts`, tests: [`tests/domain/redaction/survey.test.ts`] };
const kernel = { file: `${domain}/survey/kernel.ts` };
const samples = { file: `${domain}/survey/sample-set.ts` };
const classes = { file: `${domain}/survey/byte-classes.ts` };
const whole = { file: `${domain}/stream.ts`, tests: ['tests/domain/redactor.test.ts'] };
const plan = { file: 'src/domain/redactor.ts', tests: ['tests/domain/redaction-forms.test.ts'] };
const view = (name) => [`tests/domain/redaction/views-${name}.test.ts`];
const properties = ['tests/domain/redactor-properties.test.ts'];
const fragments = ['tests/domain/redaction/fragments.test.ts'];
const SPELLING = ' \\t\\r\\n:-,;\\\\%=+&#{}[]()"\\\'0123456789abcdefABCDEFxXuU';

export const mutants = [
  {
    ...survey,
    guard: 'a chunk is looked at for the views',
    from: '    lookAt(chunk.length, { width: this.#width, joins: views.joins }, this.#sight);\n',
    tests: view('hex'),
  },
  {
    ...survey,
    guard: 'rows that may spell a value out are listed',
    from: '    this.#listRows(chunk, views.shortestRow);\n',
    tests: view('hex'),
  },
  {
    ...survey,
    guard: 'a row that goes on in the next chunk is listed',
    from: '    if (open < end) add(rows, open, end);\n',
  },
  {
    ...survey,
    guard: 'a row that reaches the end of the chunk is listed, however short',
    from: 'at - from >= shortest || (at === chunk.length && at > from)',
    to: 'at - from >= shortest',
  },
  {
    ...survey,
    guard: 'a row is listed from its first byte on',
    from: 'rowStart(chunk, window, low)',
    to: 'window',
  },
  {
    ...survey,
    guard: 'rows are listed behind a byte that only looks like one that spells',
    from: 'if (at === chunk.length || NEARLY_SPELLS[chunk[at]!] === 0) return at + 1;',
    to: 'if (NEARLY_SPELLS !== null) return at + 1;',
  },
  {
    ...survey,
    guard: 'short rows are looked for where the shortest value is short',
    from: 'Math.min(16, 2 ** Math.floor(Math.log2(half)))',
    to: 'Math.max(16, half)',
  },
  {
    ...survey,
    guard: 'samples of values are listed',
    from: '    if (samples !== null) lookForSamples(chunk.length, samples, this.samples);\n',
    tests: properties,
    name: 'text long enough to leap through',
  },
  {
    ...kernel,
    guard: 'what wraps lines sees their ends',
    from: '  show(lines, words, LINES);\n',
    tests: view('wrapped'),
  },
  {
    ...kernel,
    guard: 'what reads dumps sees their lines',
    from: '  show(offsets, words, OFFSETS);\n',
    tests: view('dump'),
  },
  {
    ...kernel,
    guard: 'what reads hex and numbers sees where they begin',
    from: '  show(windows, words, WINDOWS);\n',
    tests: view('hex'),
  },
  {
    ...kernel,
    guard: 'what reads between separators sees them repeat',
    from: '  for (const period of PERIODS) show(repeats.get(period)!, words, REPEATS[period]);\n',
    tests: view('apart'),
  },
  ...[2, 3, 4, 5].map((period) => ({
    ...kernel,
    guard: `what reads between separators sees them repeat: every ${period} bytes`,
    from: 'for (const period of PERIODS) show(',
    to: `for (const period of PERIODS) if (period !== ${period}) show(`,
    tests: view('apart'),
  })),
  {
    ...kernel,
    guard: 'what is listed of the next chunk is seen too',
    from: 'words[end / 4]! / 4;\n  list.chunk++;',
    to: 'words[end / 4]! / 4;\n  if (list.chunk === 0) list.chunk++;',
    tests: survey.tests,
    name: 'starts anew with each chunk',
  },
  {
    ...kernel,
    guard: 'samples are of this stream’s values, not of those looked for before',
    from: 'if (known !== set) {',
    to: 'if (known === null) {',
    tests: properties,
    name: 'text long enough to leap through',
  },
  {
    ...kernel,
    guard: 'lines are those at which this stream’s values may go on',
    from: 'if (known !== joins) {',
    to: 'if (known === null) {',
    tests: survey.tests,
    name: 'goes by what its own stream looks for',
  },
  {
    ...kernel,
    guard: 'a line feed that begins a chunk is listed',
    from: '  bytes[INPUT - 1] = LF;\n',
    tests: survey.tests,
  },
  {
    guard: 'a value may go on at a line feed with white space beside it',
    file: `${domain}/survey/kernel.ts`,
    from: '  bytes.set(LEFT_OUT, NO_NEIGHBOUR);\n',
    to: '',
    tests: view('wrapped'),
    name: 'that end with CRLF',
  },
  {
    ...kernel,
    guard: 'what stood behind an earlier chunk is not taken for the next one’s',
    from: '  bytes.fill(MAY_SPELL, INPUT + chunk.length, INPUT + chunk.length + AFTER);\n',
    tests: survey.tests,
  },
  {
    ...whole,
    guard: 'a chunk larger than the kernel’s memory is looked at in parts',
    from: 'at += LARGEST_CHUNK) {',
    to: 'at += chunk.length + LARGEST_CHUNK) {',
    tests: ['tests/domain/redactor-limits.test.ts'],
    name: 'has its marker as soon as it is complete',
  },
  {
    ...whole,
    guard: 'a chunk in which something was found does not go on as it is',
    from: 'if (held.length === 0 && intervals.isEmpty) {',
    to: 'if (held.length === 0) {',
  },
  {
    ...whole,
    guard: 'a chunk behind one that was held does not go on as it is where something was found',
    from: 'if (intervals.isEmpty && until >= base) {',
    to: 'if (until >= base) {',
  },
  {
    ...samples,
    guard: 'samples across the end of the next chunk are seen too',
    from: '  list.end = 0;\n  list.chunk++;',
    to: '  list.end = 0;\n  if (list.chunk === 0) list.chunk++;',
    tests: fragments,
  },
  {
    ...samples,
    guard: 'all pieces of the values are looked for',
    from: 'for (const piece of pieces) {',
    to: 'for (const piece of pieces.slice(1)) {',
    tests: properties,
    name: 'text long enough to leap through',
  },
  {
    guard: 'parts of random values are looked for across the ends of chunks',
    file: `${domain}/fragment-finder.ts`,
    from: '      this.#search(text, base - tail.length, this.#acrossCursor);\n',
    tests: fragments,
  },
  {
    ...plan,
    guard: 'samples are taken of values where parts of them are looked for too',
    from: '[...literals.pieces, ...(fragments?.pieces ?? [])]',
    to: '[...(fragments?.pieces ?? literals.pieces)]',
    name: 'far behind the beginning',
  },
  {
    ...plan,
    guard: 'samples are taken of parts of values',
    from: '[...literals.pieces, ...(fragments?.pieces ?? [])]',
    to: 'literals.pieces',
  },
  {
    ...plan,
    guard: 'samples are as close together as parts of values need them',
    from: '[...values, ...forms], fragments?.index.pieces.stride)',
    to: '[...values, ...forms])',
  },
  ...[
    ['a space', ' '],
    ['a tab', '\\t'],
    ['a carriage return', '\\r'],
    ['a line feed', '\\n'],
    ...Array.from(':-,', (character) => [character, character]),
    [';', ';'],
    ['a backslash', '\\\\'],
    ...Array.from('%=+&#{}[]()"', (character) => [character, character]),
    ["'", "\\'"],
    ['a digit', '0123456789'],
    ['a small letter', 'abcdef'],
    ['a capital letter', 'ABCDEF'],
    ['x', 'x'],
    ['u', 'u'],
    ['U', 'U'],
  ].map(([title, bytes]) => ({
    ...classes,
    guard: `a byte of a spelled-out value is seen as one: ${title}`,
    from: SPELLING,
    to: SPELLING.replace(bytes, ''),
    tests: view('hex'),
    name: 'hex of a value is found',
  })),
  {
    ...classes,
    guard: 'a separator may be any byte of ASCII: a control character too',
    from: 'byte < 128 && !',
    to: 'byte < 128 && byte > 31 && !',
    tests: view('apart'),
  },
  {
    ...classes,
    guard: 'a separator may be any byte of ASCII: a sign too',
    from: '!/[A-Za-z0-9]/.test(',
    to: '/\\s|\\0/.test(',
    tests: view('apart'),
  },
];
