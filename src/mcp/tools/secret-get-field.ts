import { z } from 'zod';
import { getField } from '../../app/get-field.ts';
import { defineTool, READER } from '../tool.ts';

export const secretGetField = defineTool({
  name: 'secret_get_field',
  title: 'Read a field that is not sensitive',
  description:
    'Returns the value of one field that the owner left readable, such as a user name, host or port. ' +
    'A sensitive field is refused; use it without seeing it through secret_run or secret_run_with_bindings.',
  annotations: READER,
  input: z.strictObject({
    key: z.string().describe('The exact key, case-sensitive'),
    field: z.string().describe("The field's name, or one of its aliases"),
  }),
  output: z.strictObject({
    key: z.string(),
    field: z.string(),
    value: z.string(),
    sensitive: z.literal(false),
  }),
  example: { key: 'db/prod', field: 'host' },
  run: (context, { key, field }) => getField(context, key, field),
});
