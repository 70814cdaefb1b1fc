import { z } from 'zod';

/** A schema as `tools/list` shows it, without what only some clients understand. */
export function jsonSchemaOf(schema: z.ZodObject): { type: 'object' } & Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
      // Number.MAX_SAFE_INTEGER and its opposite say nothing a reader needs.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return { ...shown, type: 'object' };
}
