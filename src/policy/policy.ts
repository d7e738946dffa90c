import { z } from 'zod';
import { checkDeclaration } from '../tool/check-declaration.ts';
import { parseField } from './conditions/field.ts';
import type { CallPattern, Condition, FieldCondition, Policy, PolicyOptions, When } from './rule.ts';

const roots = ['input', 'toolName', 'agentName', 'stepIndex', 'state'];
const place = (allowed: readonly string[]): z.ZodType<string> =>
  z.string().refine((text) => allowed.includes(String(parseField(text)?.[0])), {
    error: `must be a place such as input.amount; it starts with ${allowed.join(', ')}`,
  });
const name = z.string().min(1);
const names = z.union([name, z.array(name).min(1)]);
const limit = z.number();
const windowMs = z.number().positive().optional();

const regexSource = z.string().refine(
  (source) => {
    try {
      return new RegExp(source, 'u') instanceof RegExp;
    } catch {
      return false;
    }
  },
  { error: 'must be the source of a regular expression' },
);

function fieldCondition(allowed: readonly string[]): z.ZodType<FieldCondition> {
  const field = place(allowed);
  return z.discriminatedUnion('op', [
    z.strictObject({ field, op: z.enum(['eq', 'ne']), value: z.unknown() }),
    z.strictObject({ field, op: z.enum(['gt', 'gte', 'lt', 'lte']), value: z.union([limit, z.string()]) }),
    z.strictObject({ field, op: z.literal('in'), value: z.array(z.unknown()) }),
    z.strictObject({ field, op: z.literal('exists'), value: z.boolean().optional() }),
    z.strictObject({ field, op: z.literal('matches'), value: regexSource }),
  ]) as z.ZodType<FieldCondition>;
}

const statuses = z.enum(['running', 'succeeded', 'failed', 'blocked', 'rejected', 'awaiting_approval']);
const pattern = z.union([
  name,
  z.strictObject({
    toolName: names.optional(),
    agentName: names.optional(),
    status: z.union([statuses, z.array(statuses).min(1)]).optional(),
    where: fieldCondition(['input', 'output']).optional(),
  }),
]) as z.ZodType<CallPattern>;

const nested = z.lazy(() => condition);
const byKey = {
  field: fieldCondition(roots),
  after: z.strictObject({ after: pattern }),
  withoutPrior: z.strictObject({ withoutPrior: pattern }),
  moreThan: z.strictObject({ moreThan: z.int().min(0), calls: pattern, withinMs: windowMs }),
  sumOf: z.strictObject({
    sumOf: place(['input']),
    by: place(roots).optional(),
    calls: pattern.optional(),
    withinMs: windowMs,
    exceeds: limit,
  }),
  all: z.strictObject({ all: z.array(nested).min(1) }),
  any: z.strictObject({ any: z.array(nested).min(1) }),
  not: z.strictObject({ not: nested }),
} as Record<string, z.ZodType<Condition>>;

/** Picks the form by its key, so that a fault is told of the form that was meant and not of all eight. */
const condition: z.ZodType<Condition> = z.unknown().transform((value, context): Condition => {
  const known =
    typeof value === 'object' && value !== null ? Object.keys(byKey).filter((key) => key in value) : [];
  const parsed = known[0] === undefined ? undefined : byKey[known[0]]!.safeParse(value);
  if (parsed?.success === true) return parsed.data;
  if (parsed === undefined) {
    const message = `must be a function or a condition with one of ${Object.keys(byKey).join(', ')}`;
    context.addIssue({ code: 'custom', message });
  }
  for (const { path, message } of parsed?.error.issues ?? [])
    context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}) as z.ZodType<Condition>;

const when = z
  .unknown()
  .transform((value, context): When => {
    if (typeof value === 'function') return value as When;
    const parsed = condition.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  })
  .optional() as z.ZodType<When | undefined>;

const rule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('block'), when, reason: name }),
  z.strictObject({
    type: z.literal('requireApproval'),
    when,
    reason: name.optional(),
    expiresAfterMs: z.number().positive().optional(),
  }),
  z.strictObject({ type: z.literal('redact'), when, fieldNames: z.array(name).min(1) }),
  z.strictObject({
    type: z.literal('log'),
    when,
    message: z.string().optional(),
    level: z.enum(['debug', 'info', 'warning', 'error']).optional(),
  }),
]);

const declaration = z.strictObject({
  name,
  description: z.string().optional(),
  appliesTo: z
    .strictObject({ toolNames: z.array(name).optional(), agentNames: z.array(name).optional() })
    .optional(),
  rules: z.array(rule).min(1),
});

/**
 * Declares a policy: rules over a call and the run so far. The same policy guards live calls and judges stored traces.
 * @throws AppError CONFIG_INVALID with `details.issues` when a rule is unknown, incomplete or cannot be evaluated.
 */
export function policy(options: PolicyOptions): Policy {
  const checked = checkDeclaration(declaration as z.ZodType<PolicyOptions>, options, 'Policy');
  return freezeData({ kind: 'policy', ...checked });
}

function freezeData<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) freezeData(item);
  return Object.freeze(value);
}
