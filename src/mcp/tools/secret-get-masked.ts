import { z } from 'zod';
import { getMasked } from '../../app/get-masked.ts';
import { defineTool, READER } from '../tool.ts';

export const secretGetMasked = defineTool({
  name: 'secret_get_masked',
  title: 'Show a masked value',
  description:
    'Shows the length of a secret and at most its last four characters, such as ****wxyz, to tell values apart or check that one is set. ' +
    'Of a secret with several fields, sensitive fields come masked and the others in full. ' +
    'The masked text is no value: to use the secret, call secret_run.',
  annotations: READER,
  input: z.strictObject({ key: z.string().describe('The exact key, case-sensitive') }),
  output: z.strictObject({
    key: z.string(),
    masked_value: z.string().describe('Empty for a secret with several fields'),
    value_length: z.int().describe('In characters; 0 for a secret with several fields'),
    field_count: z.int(),
    fields: z
      .record(
        z.string(),
        z.strictObject({ value: z.string(), sensitive: z.boolean(), value_length: z.int() }),
      )
      .optional()
      .describe('By field name; absent for a secret with a single value'),
  }),
  example: { key: 'aws/access-key' },
  run: (context, { key }) => getMasked(context, key),
});
