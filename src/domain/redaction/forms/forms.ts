import { isUtf8 } from 'node:buffer';
import { apartForms } from './apart.ts';
import { base64Forms, base64OfRest } from './base64.ts';
import { codeForms } from './code.ts';
import { lineForms, textForms, utf16Forms } from './text.ts';
import { markupForms } from './markup.ts';
import { percentForms } from './percent.ts';
import { quotedForms } from './quoted.ts';
import { shellForms } from './shell.ts';

/** Below this many bytes an encoded form would match by chance. */
const SHORTEST_ENCODED = 6;

/** Above this many bytes a value is looked for in its main forms only: each form costs its length many times over. */
const LONGEST_SPELLED = 4096;

/** What hardly any encoder changes. */
const PLAIN = /^[A-Za-z0-9._-]*$/;

/**
 * The ways a program's output may hold a value, as far as each is one row of bytes; the value itself is not
 * among them, nor are doubles. None for a value of under 6 bytes, and none of under 6 bytes.
 */
export function formsOf(value: Buffer): Buffer[] {
  if (value.length < SHORTEST_ENCODED) return [];
  // Each byte a character: doubles are easier to tell among strings.
  const found = new Set<string>();
  for (const form of spellings(value)) if (form.length >= SHORTEST_ENCODED) found.add(form);
  found.delete(value.toString('latin1'));
  return Array.from(found, (form) => Buffer.from(form, 'latin1'));
}

function* spellings(value: Buffer): Generator<string> {
  const bytes = value.toString('latin1');
  const hex = value.toString('hex');
  yield hex;
  yield hex.toUpperCase();
  yield* base64Forms(value);
  yield* lineForms(bytes);
  if (value.length > LONGEST_SPELLED) return;

  // What is no UTF-8 is no text, and then only its ASCII characters have escapes.
  const text = isUtf8(value) ? value.toString() : null;
  yield* textForms(bytes, text);
  if (text !== null) yield* utf16Forms(text);
  if (text !== null) yield* apartForms(text);
  yield* base64OfRest(value);
  yield* quotedForms(bytes);
  if (PLAIN.test(bytes)) return;
  yield* percentForms(bytes);
  yield* shellForms(bytes);
  yield* codeForms(bytes, text);
  yield* markupForms(bytes, text);
}
