type Written = ReadonlyMap<string, string>;

const BRACKETS = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;
/** No two entries for one quote in a document, but any in any. */
const DOUBLE_QUOTES = ['"', '&quot;', '&#34;', '&#x22;'];
const SINGLE_QUOTES = ["'", '&#39;', '&#x27;', '&apos;', '&#039;'];

/** XML and HTML: quotes in all ways, what is not ASCII as it is or by number; line ends as in attributes. */
export function* markupForms(bytes: string, text: string | null): Generator<string> {
  const quoted = new Set(escapings().map((written) => replaceAll(text ?? bytes, written)));
  for (const form of quoted) {
    if (text === null) yield form;
    else for (const numbered of byNumber(form)) yield Buffer.from(numbered).toString('latin1');
  }
}

function escapings(): Written[] {
  const usual = DOUBLE_QUOTES.flatMap((double) =>
    SINGLE_QUOTES.map((single) => new Map([...BRACKETS, ['"', double], ["'", single]])),
  );
  const attribute = new Map([...BRACKETS, ['"', '&quot;'], ["'", "'"], ['>', '>']]);
  const strict = new Map([...BRACKETS, ['"', '&quot;'], ["'", '&#x27;'], ['/', '&#x2F;']]);
  const templates = new Map([
    ...strict,
    ["'", '&#39;'],
    ['/', '/'],
    ['=', '&#x3D;'],
    ['`', '&#x60;'],
    ['+', '&#43;'],
  ]);
  return [...usual, attribute, strict, templates];
}

function replaceAll(text: string, written: Written): string {
  return text.replaceAll(/[&<>"'/=`+]/g, (char) => written.get(char) ?? char);
}

function* byNumber(form: string): Generator<string> {
  const numbers: readonly ((char: string) => string)[] = [
    (char) => char,
    (char) => `&#${char.codePointAt(0)};`,
    (char) => `&#x${char.codePointAt(0)?.toString(16)};`,
    (char) => `&#x${char.codePointAt(0)?.toString(16).toUpperCase()};`,
  ];
  for (const number of numbers) {
    const numbered = form.replaceAll(/\P{ASCII}/gu, number);
    for (const lineEnd of numbers) yield numbered.replaceAll(/[\t\r\n]/g, lineEnd);
  }
}
