import { formatPath } from '../../core/paths.ts';
import type { Issue } from '../../core/errors.ts';
import type { Schema } from '../../schema/schema.ts';

/** What became of the text that should be a value: the value, not yet parsed, or what to tell the model. */
export type StructuredOutput =
  { ok: true; value: unknown } | { ok: false; issues: Issue[]; feedback: string };

/** Reads the answer of a model as the JSON that a schema demands; a code fence around it is taken off. */
export async function readStructured(text: string, schema: Schema): Promise<StructuredOutput> {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return refuse([{ path: [], code: 'not_json', message: 'is not JSON' }], schema);
  }
  const parsed = await schema.parse(value);
  return parsed.ok ? { ok: true, value } : refuse(parsed.issues, schema);
}

/** Tells the model, before it begins, what its last answer must be. */
export function structuredInstruction(schema: Schema): string {
  return `Your final answer must be nothing but JSON that is valid by this JSON Schema: ${JSON.stringify(schema.toJsonSchema().schema)}`;
}

function refuse(issues: Issue[], schema: Schema): StructuredOutput {
  const shown = issues
    .slice(0, 5)
    .map(({ path, message }) => `${formatPath(path) || 'the answer'}: ${message}`);
  const feedback = `Your answer was not accepted (${shown.join('; ')}). ${structuredInstruction(schema)}`;
  return { ok: false, issues, feedback };
}
