/** The characters besides letters and digits that encoders of URLs leave as they are. */
const KEPT: readonly RegExp[] = [
  // RFC 3986, Python's quote_plus
  /[^A-Za-z0-9._~-]/g,
  // encodeURIComponent
  /[^A-Za-z0-9._~!*'()-]/g,
  // forms
  /[^A-Za-z0-9._*-]/g,
  // Python's quote
  /[^A-Za-z0-9._~/-]/g,
  // encodeURI
  /[^A-Za-z0-9._~!*'();/?:@&=+$,#-]/g,
  // user and password, path, and query of a URL as browsers have it
  /[^A-Za-z0-9._~!*'()$&+,%-]/g,
  /[^!$-;=@-\]_a-z|~]/g,
  /[^!$-&(-;=?-~]/g,
];

/** Percent-encoding with hex in either case, a space as `%20` or `+`, once and twice; and quoted-printable. */
export function* percentForms(bytes: string): Generator<string> {
  for (const pattern of KEPT) {
    const upper = bytes.replaceAll(pattern, escaped);
    const lower = upper.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
    for (const once of new Set([upper, lower, upper.replaceAll('%20', '+'), lower.replaceAll('%20', '+')])) {
      yield once;
      yield once.replaceAll('%', '%25');
    }
  }
  yield bytes.replaceAll(/[^\t -<>-~]/g, (byte) => escaped(byte).replace('%', '='));
  yield bytes.replaceAll(/[^\t\r\n -<>-~]/g, (byte) => escaped(byte).replace('%', '='));
}

function escaped(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
