import type { SetRequest } from './set-request.ts';

const SHORTEST_HIDDEN_NAME = 4;

/** What redaction cannot protect in what was just set; says which, never what it is. */
export function setWarnings(request: SetRequest): string[] {
  const given = [
    ...(request.value === undefined ? [] : [{ what: request.key, value: request.value }]),
    ...request.fields.map((field) => ({ what: `${request.key}, field ${field.name}`, value: field.value })),
  ];
  return given.flatMap(({ what, value }) => {
    const text = value.toString('utf8');
    if (text.length >= SHORTEST_HIDDEN_NAME && request.key.includes(text)) {
      return [`the key contains the value of ${what}: listings and redaction markers show it`];
    }
    return [];
  });
}
