import type { Tool } from '../tool.ts';
import { secretExistsTool } from './secret-exists.ts';
import { secretGetField } from './secret-get-field.ts';
import { secretGetMasked } from './secret-get-masked.ts';
import { secretListFields } from './secret-list-fields.ts';
import { secretList } from './secret-list.ts';
import { secretRunWithBindings } from './secret-run-with-bindings.ts';
import { secretRun } from './secret-run.ts';
import { securityScore } from './security-score.ts';

/** Every tool, in the order clients see. There is none that returns a secret in plain text, on purpose. */
export const tools: readonly Tool[] = [
  secretList,
  secretExistsTool,
  secretGetMasked,
  secretRun,
  secretListFields,
  secretGetField,
  secretRunWithBindings,
  securityScore,
];

export function findTool(name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
