import { z } from 'zod';
import { listSecrets } from '../../app/list-secrets.ts';
import { parseDuration } from '../../domain/duration.ts';
import { defineTool, READER } from '../tool.ts';

export const secretList = defineTool({
  name: 'secret_list',
  title: 'List secrets',
  description:
    'Lists the secrets of the vault: keys, tags, number of fields, expiry, times. Never values, notes or URLs. ' +
    'Start here to learn which keys there are; secret_run takes them, or patterns of them.',
  annotations: READER,
  input: z.strictObject({
    tag: z.string().optional().describe('Only secrets that carry this tag'),
    expiring_within: z
      .string()
      .optional()
      .describe(
        'Only secrets that expire within this time from now, such as 7d, 30d or 12h; not those already expired',
      ),
  }),
  output: z.strictObject({
    secrets: z.array(
      z.strictObject({
        key: z.string(),
        field_count: z.int(),
        tags: z.array(z.string()),
        expires_at: z.string().optional().describe('RFC 3339'),
        has_notes: z.boolean(),
        has_url: z.boolean(),
        created_at: z.string().describe('RFC 3339'),
        updated_at: z.string().describe('RFC 3339'),
      }),
    ),
  }),
  example: { tag: 'production', expiring_within: '30d' },
  run(context, { tag, expiring_within }) {
    const within = expiring_within === undefined ? undefined : parseDuration(expiring_within);
    return listSecrets(context, {
      ...(tag !== undefined && { tag }),
      ...(within !== undefined && { expiringWithin: within }),
    });
  },
});
