import { config, locales, util, type $ZodRawIssue, type $ZodType } from 'zod/v4/core';
import { messageOf, type Issue } from '../core/errors.ts';
import { exportPlan } from './export/export-plan.ts';
import { planFromZod } from './plan/from-zod.ts';
import { hashPlan } from './plan/hash-plan.ts';
import type { Plan } from './plan/node.ts';
import { sensitivePathsOf } from './plan/sensitive-paths.ts';
import type { ParseResult, Schema, ZodSource } from './schema.ts';

interface Payload {
  value: unknown;
  issues: $ZodRawIssue[];
}

interface ParseContext {
  async: boolean;
}

/** Makes the Schema of a zod 4 schema (also zod/mini, also of another copy of zod). */
export function zodSchema(source: ZodSource): Schema {
  const type = source as unknown as $ZodType;
  const run = type._zod.run as (payload: Payload, context: ParseContext) => Payload | Promise<Payload>;
  let known: Plan | undefined;
  let hash: string | undefined;
  let sensitive: string[] | undefined;
  const plan = (): Plan => (known ??= planFromZod(type));
  let asynchronous: boolean | undefined;
  const parse = (value: unknown): ParseResult | Promise<ParseResult> => {
    // Known before the first parse: a synchronous try would leave a promise behind that nobody awaits.
    asynchronous ??= plan().asynchronous === 'always';
    if (asynchronous) return parseLater(run, value);
    // Made anew each time: zod keeps notes on deep values in it.
    const context = { async: false };
    try {
      const payload = run({ value, issues: [] }, context);
      if (!(payload instanceof Promise)) {
        return payload.issues.length === 0 ? { ok: true, value: payload.value } : toResult(payload, context);
      }
      payload.catch(() => undefined);
    } catch (thrown) {
      if (!isAsyncError(thrown)) return failure(thrown);
    }
    asynchronous = true;
    return parseLater(run, value);
  };
  return Object.freeze<Schema>({
    kind: 'zod',
    source,
    parse,
    toJsonSchema: () => exportPlan(plan().root),
    hash: () => (hash ??= hashPlan(plan().root)),
    plan,
    sensitivePaths: () => (sensitive ??= sensitivePathsOf(plan().root)),
  });
}

async function parseLater(
  run: (payload: Payload, context: ParseContext) => Payload | Promise<Payload>,
  value: unknown,
): Promise<ParseResult> {
  const context = { async: true };
  try {
    return toResult(await run({ value, issues: [] }, context), context);
  } catch (thrown) {
    return failure(thrown);
  }
}

function toResult(payload: Payload, context: ParseContext): ParseResult {
  if (payload.issues.length === 0) return { ok: true, value: payload.value };
  const settings = config().localeError ? config() : { ...config(), ...locales.en() };
  const issues = payload.issues.map((raw): Issue => {
    const issue = util.finalizeIssue(raw, context, settings);
    return { path: issue.path.map(toKey), code: issue.code ?? 'custom', message: issue.message };
  });
  return { ok: false, issues };
}

function toKey(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

function isAsyncError(thrown: unknown): boolean {
  return thrown instanceof Error && /promise during synchronous parse/i.test(thrown.message);
}

/** What a parse that threw says: sides of an intersection that do not merge, a value too deep, or the author's own code. */
function failure(thrown: unknown): ParseResult {
  const message = messageOf(thrown);
  const unmergeable = /^Unmergable intersection\. Error path: (\[.*\])$/.exec(message);
  if (unmergeable) {
    const path = JSON.parse(unmergeable[1]!) as (string | number)[];
    const words = 'The two sides of the intersection give values that cannot be merged';
    return { ok: false, issues: [{ path, code: 'unmergeable_intersection', message: words }] };
  }
  if (thrown instanceof RangeError && /call stack/i.test(message)) {
    return { ok: false, issues: [{ path: [], code: 'too_deep', message: 'The value is nested too deeply' }] };
  }
  const issue = { path: [], code: 'schema_threw', message: `The schema's own code threw: ${message}` };
  return { ok: false, issues: [issue] };
}
