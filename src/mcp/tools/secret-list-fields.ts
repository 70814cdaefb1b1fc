import { z } from 'zod';
import { listFields } from '../../app/list-fields.ts';
import { defineTool, READER } from '../tool.ts';

export const secretListFields = defineTool({
  name: 'secret_list_fields',
  title: "List a secret's fields",
  description:
    'Lists the fields of a secret: names, whether each is sensitive, hints, kinds and other names. Never values. ' +
    'A secret with a single value has no fields. Fields that are not sensitive can be read with secret_get_field.',
  annotations: READER,
  input: z.strictObject({ key: z.string().describe('The exact key, case-sensitive') }),
  output: z.strictObject({
    key: z.string(),
    fields: z.array(
      z.strictObject({
        name: z.string(),
        sensitive: z.boolean(),
        hint: z.string().optional(),
        kind: z.string().optional(),
        aliases: z.array(z.string()),
      }),
    ),
  }),
  example: { key: 'db/prod' },
  run: (context, { key }) => listFields(context, key),
});
