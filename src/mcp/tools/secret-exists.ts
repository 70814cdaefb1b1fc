import { z } from 'zod';
import { secretExists } from '../../app/secret-exists.ts';
import { defineTool, READER } from '../tool.ts';

export const secretExistsTool = defineTool({
  name: 'secret_exists',
  title: 'Check that a secret exists',
  description:
    'Tells whether there is a secret of exactly this key, with its metadata. A missing one is no error: exists is then false. ' +
    'Patterns are not expanded.',
  annotations: READER,
  input: z.strictObject({
    key: z.string().describe('The exact key, case-sensitive, such as aws/access-key'),
  }),
  output: z.strictObject({
    exists: z.boolean(),
    key: z.string(),
    tags: z.array(z.string()).nullable().describe('null when there are none'),
    expires_at: z.string().optional().describe('RFC 3339'),
    has_notes: z.boolean(),
    has_url: z.boolean(),
    created_at: z.string().optional().describe('RFC 3339'),
    updated_at: z.string().optional().describe('RFC 3339'),
  }),
  example: { key: 'aws/access-key' },
  run: (context, { key }) => secretExists(context, key),
});
