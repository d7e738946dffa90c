import { z } from 'zod';
import { isSchemaSource, readSchema } from '../schema/read-schema.ts';
import type { InputOf, OutputOf, SchemaSource, ZodSource } from '../schema/schema.ts';
import type { Location } from '../trace/finding.ts';
import { checkDeclaration, refuseDeclaration } from './check-declaration.ts';
import type { ToolContext } from './context.ts';
import { findLocation } from './find-location.ts';
import type { Tool, ToolOptions } from './tool.ts';

const toolName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, {
  error: 'must be 1 to 64 letters, digits, "_", "." or "-", the first one a letter or digit',
});
const schemaSource = z.custom<SchemaSource>(isSchemaSource, {
  error: 'must be a zod 4 schema or jsonSchema(document)',
});
const callable = <Fn>(): z.ZodType<Fn> =>
  z.custom<Fn>((value) => typeof value === 'function', { error: 'must be a function' });
const names = z.array(z.string().min(1));

const declaration = z.strictObject({
  name: toolName,
  description: z.string(),
  inputSchema: schemaSource,
  outputSchema: schemaSource.optional(),
  execute: callable<Tool['execute']>(),
  allowedAgentNames: names.optional(),
  timeoutMs: z.int().positive().optional(),
  retry: z
    .strictObject({
      maxAttempts: z.int().min(1),
      backoffMs: z.number().min(0).optional(),
      allowNonIdempotent: z.boolean().optional(),
    })
    .optional(),
  sensitiveFieldNames: names.optional(),
  requiresApproval: z
    .union([z.boolean(), callable<Exclude<Tool['requiresApproval'], boolean>>()], {
      error: 'must be a boolean or a function',
    })
    .optional(),
  annotations: z
    .strictObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
});

/**
 * Declares a tool: a typed side effect that an agent may ask for. The types of `execute` follow from both schemas; the
 * tool is frozen.
 * @throws AppError CONFIG_INVALID with `details.issues` when anything is missing, unknown or out of range.
 */
export function tool<InputSource extends SchemaSource, OutputSource extends SchemaSource>(
  options: ToolOptions<InputSource, OutputSource>,
): Tool<InputOf<InputSource>, OutputOf<InputSource>, OutputOf<OutputSource>> {
  return declareTool(options, { location: findLocation(tool) });
}

/** What `defineTool` takes besides the handler; the same options as `tool`, with `id` for `name`. */
export interface DefineToolOptions<
  InputSource extends SchemaSource,
  OutputSource extends SchemaSource,
> extends Omit<
  ToolOptions<InputSource, OutputSource>,
  'name' | 'execute' | 'inputSchema' | 'outputSchema' | 'requiresApproval'
> {
  /** The tool's name: letters, digits, `_`, `.`, `-`; 1 to 64 characters; the first is a letter or digit. */
  id: string;
  /** @default the tool takes `{}` */
  inputSchema?: InputSource;
  /** @default any JSON value */
  outputSchema?: OutputSource;
  /** `always` asks a person before every call. @default 'none' */
  approval?: 'always' | 'none';
}

const nothing = z.strictObject({});
const definition = declaration.omit({ name: true, execute: true, requiresApproval: true }).extend({
  id: toolName,
  inputSchema: schemaSource.optional(),
  approval: z.enum(['always', 'none']).optional(),
});

/**
 * Declares a tool in the other order of words: what it is, then what it does with `(ctx, input)`.
 * @throws AppError CONFIG_INVALID with `details.issues` when anything is missing, unknown or out of range.
 */
export function defineTool<
  InputSource extends SchemaSource = typeof nothing,
  OutputSource extends SchemaSource = ZodSource,
>(
  config: DefineToolOptions<InputSource, OutputSource>,
  handler: (
    ctx: ToolContext,
    input: OutputOf<InputSource>,
  ) => InputOf<OutputSource> | Promise<InputOf<OutputSource>>,
): Tool<InputOf<InputSource>, OutputOf<InputSource>, OutputOf<OutputSource>> {
  const { id, approval, ...rest } = checkDeclaration(definition, config, 'Tool');
  if (typeof handler !== 'function') {
    const issue = { path: ['handler'], code: 'invalid_type', message: 'must be a function' };
    throw refuseDeclaration([issue], `Tool "${id}"`);
  }
  const run = handler as (ctx: ToolContext, input: unknown) => unknown;
  const execute = (input: unknown, ctx: ToolContext): unknown => run(ctx, input);
  // What the tool's code is must be told from the handler, not from this wrapper.
  Object.defineProperty(execute, 'toString', { value: () => Function.prototype.toString.call(handler) });
  return declareTool(
    { inputSchema: nothing, ...rest, name: id, execute, requiresApproval: approval === 'always' },
    { location: findLocation(defineTool) },
  );
}

/**
 * Declares a tool from options whose types are not known, for adapters: `external` marks a tool whose definition lives
 * elsewhere, such as on an MCP server.
 * @throws AppError CONFIG_INVALID as `tool` does.
 */
export function declareTool<Input = unknown, Parsed = unknown, Output = unknown>(
  options: unknown,
  origin: { external?: boolean; location?: Location | undefined } = {},
): Tool<Input, Parsed, Output> {
  const checked = checkDeclaration(declaration, options, 'Tool');
  const { retry, annotations } = checked;
  if (retry !== undefined && retry.maxAttempts > 1 && annotations?.idempotentHint === false) {
    if (retry.allowNonIdempotent !== true) throw refuseRetry(checked.name, retry.maxAttempts);
  }
  return Object.freeze<Tool<Input, Parsed, Output>>({
    kind: 'tool',
    name: checked.name,
    description: checked.description,
    inputSchema: readSchema(checked.inputSchema),
    outputSchema: checked.outputSchema === undefined ? undefined : readSchema(checked.outputSchema),
    execute: checked.execute,
    allowedAgentNames: checked.allowedAgentNames && Object.freeze([...checked.allowedAgentNames]),
    timeoutMs: checked.timeoutMs,
    retry: Object.freeze({
      maxAttempts: 1,
      backoffMs: 0,
      allowNonIdempotent: false,
      ...compact(retry ?? {}),
    }),
    sensitiveFieldNames: Object.freeze([...(checked.sensitiveFieldNames ?? [])]),
    requiresApproval: checked.requiresApproval ?? false,
    annotations: Object.freeze(compact(annotations ?? {})),
    location: origin.location,
    external: origin.external ?? false,
  });
}

function refuseRetry(name: string, maxAttempts: number): Error {
  const message =
    `asks for ${maxAttempts} attempts of a tool whose annotations.idempotentHint is false, so a second attempt ` +
    'could repeat the effect: set it to 1, make the tool idempotent, or say retry.allowNonIdempotent: true';
  return refuseDeclaration(
    [{ path: ['retry', 'maxAttempts'], code: 'retry_not_idempotent', message }],
    `Tool "${name}"`,
  );
}

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** A copy without the keys whose value is undefined. */
function compact<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<Value>;
}
