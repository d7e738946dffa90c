import { isPlainObject, setOwn } from '../../core/json.ts';
import { sensitiveFieldTest } from '../../redact/field-test.ts';
import type { Tool } from '../../tool/tool.ts';
import type { LawViolation } from './law.ts';
import type { TriedCall } from './try-call.ts';

/** A value that stands nowhere else, so that finding it again proves where it came from. */
const SECRET = 'canary-7Q2x9Lm4Zt8v';

/** An input with a planted secret in each sensitive field of text. */
export interface Planted {
  input: unknown;
  places: string[];
}

/** Puts a secret into the sensitive text fields of an input, where its schema still accepts it; undefined where there are none. */
export function plantSecrets(tool: Tool, input: unknown): Planted | undefined {
  const isSensitive = sensitiveFieldTest({
    names: tool.sensitiveFieldNames,
    paths: tool.inputSchema.sensitivePaths(),
  });
  const places: string[] = [];
  const plant = (value: unknown, path: (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => plant(item, [...path, index]));
    if (!isPlainObject(value)) return value;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const place = [...path, key];
      const inner = value[key];
      const hit = typeof inner === 'string' && isSensitive(key, path);
      if (hit) places.push(place.join('.'));
      setOwn(result, key, hit ? SECRET : plant(inner, place));
    }
    return result;
  };
  const planted = plant(input, []);
  if (places.length === 0) return undefined;
  const parsed = tool.inputSchema.parse(planted);
  return parsed instanceof Promise || !parsed.ok ? undefined : { input: planted, places };
}

/** Whether the secret came out again: in an error, or in a field of the output that is not sensitive itself. */
export function judgeSecrets(
  tool: Tool,
  { result }: TriedCall,
  places: readonly string[],
): LawViolation | undefined {
  if (result.status === 'hung') return undefined;
  const where =
    result.status === 'succeeded'
      ? findSecret(tool, result.output)
      : result.error?.message.includes(SECRET)
        ? 'its error message'
        : undefined;
  if (where === undefined) return undefined;
  return {
    law: 'keeps-secrets',
    signature: `leak ${where}`,
    ruleId: 'leak/sensitive-field',
    severity: 'error',
    observed: `showed the value of ${places.join(', ')} in ${where}`,
    expected: 'The value of a sensitive field appears in no error and in no field that is not sensitive.',
    fix: 'Leave the value out, or mark the field that holds it as sensitive.',
    evidence: { fields: places, where },
  };
}

function findSecret(tool: Tool, output: unknown): string | undefined {
  const isSensitive = sensitiveFieldTest({
    names: tool.sensitiveFieldNames,
    paths: tool.outputSchema?.sensitivePaths() ?? [],
  });
  const visit = (value: unknown, path: (string | number)[]): string | undefined => {
    if (typeof value === 'string')
      return value.includes(SECRET) ? `output ${path.join('.')}`.trim() : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    for (const key of Object.keys(value)) {
      const place = [...path, key];
      if (isSensitive(key, path)) continue;
      const found = visit((value as Record<string, unknown>)[key], place);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(output, []);
}
