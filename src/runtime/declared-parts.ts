import { z } from 'zod';
import { isSchemaSource } from '../schema/read-schema.ts';
import type { SchemaSource } from '../schema/schema.ts';
import type { Tool } from '../tool/tool.ts';

// Scopes and call ids are made of these names with `/` and `#` between them.
export const targetName = z.string().regex(/^[^\s/#\p{C}][^/#\p{C}]{0,63}$/u, {
  error: 'must be 1 to 64 characters without "/", "#" and control characters',
});

export const schemaSource = z.custom<SchemaSource>(isSchemaSource, {
  error: 'must be a zod 4 schema or jsonSchema(document)',
});

export const toolList = z.array(ofKind<Tool>('tool'));

/** A schema for a declared thing, known by its kind. */
export function ofKind<Declared>(kind: 'tool' | 'agent' | 'policy' | 'workflow'): z.ZodType<Declared> {
  return z.custom<Declared>((value) => (value as { kind?: unknown } | null)?.kind === kind, {
    error: `must be made by ${kind}()`,
  });
}

export const callable = <Fn>(): z.ZodType<Fn> =>
  z.custom<Fn>((value) => typeof value === 'function', { error: 'must be a function' });
