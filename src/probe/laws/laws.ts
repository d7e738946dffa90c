import { isEqual } from '../../core/canonical.ts';
import { AppError, type Issue } from '../../core/errors.ts';
import type { EdgeInput } from '../../fuzz/edge-inputs.ts';
import type { InvalidInput } from '../../fuzz/invalid-inputs.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { readSchema } from '../../schema/read-schema.ts';
import { isReadOnly, type Tool } from '../../tool/tool.ts';
import type { WorldInstance } from '../../tool/world.ts';
import { judgeCrash, judgeEnd, judgePollution, judgeWorkingCall } from './judge-call.ts';
import type { LawViolation } from './law.ts';
import { judgeSecrets, plantSecrets } from './plant-secrets.ts';
import { tryCall } from './try-call.ts';

/** A tool in its place for one call. */
export interface Bench {
  tool: Tool;
  world: WorldInstance | undefined;
  limitMs: number;
}

/** A valid input: no crash, an output that matches, an end in time, no pollution, no leak, no change by a reader. */
export async function tryWorking(
  { tool, world, limitMs }: Bench,
  input: unknown,
): Promise<LawViolation | undefined> {
  const planted = plantSecrets(tool, input);
  const reads = world !== undefined && isReadOnly(tool);
  const before = reads ? await world.observe() : undefined;
  const call = await tryCall(tool, planted?.input ?? input, limitMs);
  const violation = judgeWorkingCall(tool, call, limitMs);
  if (violation !== undefined) return violation;
  const leak = planted && judgeSecrets(tool, call, planted.places);
  if (leak !== undefined) return leak;
  if (!reads || isEqual(before, await world.observe())) return undefined;
  return {
    law: 'reads-only',
    signature: 'effect',
    ruleId: 'tool/dishonest-hint',
    severity: 'error',
    observed: 'changed its world although it says readOnlyHint: true',
    expected: 'A tool that says it only reads changes nothing.',
    fix: 'Set annotations.readOnlyHint to false, or make the tool read only.',
  };
}

/** An invalid input: refused before the code runs, with the issue that the schema reports. */
export async function tryInvalid(
  { tool, limitMs }: Bench,
  invalid: InvalidInput,
): Promise<LawViolation | undefined> {
  if (tool.external) return tryUnchecked(tool, invalid, limitMs);
  const { result, executed, pollution } = await tryCall(tool, invalid.value, limitMs);
  const polluted = judgePollution({ result, executed, pollution });
  if (polluted !== undefined) return polluted;
  const error = result.status === 'failed' ? result.error : undefined;
  const refused = error?.code === 'VALIDATION_FAILED' && error.details?.side === 'input';
  const issues = (error?.details?.issues ?? []) as Issue[];
  const told = issues.some(
    ({ code, path }) => code === invalid.expect.code && isEqual(path, invalid.expect.path),
  );
  if (refused && told && !executed) return undefined;
  return {
    law: 'refuses-invalid',
    signature: `accepted ${invalid.rule}`,
    ruleId: 'fuzz/invalid-accepted',
    severity: 'error',
    observed: executed
      ? `ran its code for an input that breaks ${invalid.rule}`
      : `did not report ${invalid.expect.code} at ${invalid.expect.path.join('.') || 'the input itself'}`,
    expected: 'An invalid input is refused before the code runs, with the issue of the broken rule.',
    fix: 'Let every call pass the broker, and keep the schema free of state.',
    evidence: { rule: invalid.rule, expect: invalid.expect },
  };
}

const anything = readSchema(jsonSchema(true));

/** The tool without our own check of its input, to see what a server does by itself. */
function unchecked(tool: Tool): Tool {
  return { ...tool, inputSchema: anything };
}

async function tryUnchecked(
  tool: Tool,
  invalid: InvalidInput,
  limitMs: number,
): Promise<LawViolation | undefined> {
  const call = await tryCall(unchecked(tool), invalid.value, limitMs);
  const broken = judgeSurvival(tool, call, limitMs);
  if (broken !== undefined) return broken;
  if (call.result.status !== 'succeeded' || saysError(call.result.output)) return undefined;
  return {
    law: 'refuses-invalid',
    signature: `accepted ${invalid.rule}`,
    ruleId: 'fuzz/invalid-accepted',
    severity: 'warning',
    observed: `accepted an input that breaks ${invalid.rule}`,
    expected: 'A server refuses what its own inputSchema forbids.',
    fix: 'Validate arguments in the server against the published inputSchema.',
    evidence: { rule: invalid.rule, expect: invalid.expect, output: call.result.output },
  };
}

/** Some servers answer a refusal as ordinary text. */
function saysError(output: unknown): boolean {
  return (
    typeof output === 'string' &&
    /\b(error|invalid|must be|required|failed|denied)\b/i.test(output.slice(0, 200))
  );
}

/** Anything at all: the server answers, and goes on living. */
export async function tryEdge({ tool, limitMs }: Bench, edge: EdgeInput): Promise<LawViolation | undefined> {
  const call = await tryCall(tool.external ? unchecked(tool) : tool, edge.value, limitMs);
  return judgeSurvival(tool, call, limitMs);
}

function judgeSurvival(
  tool: Tool,
  call: Awaited<ReturnType<typeof tryCall>>,
  limitMs: number,
): LawViolation | undefined {
  const violation = judgePollution(call) ?? judgeEnd(tool, call, limitMs) ?? crashOf(tool, call);
  return violation === undefined || violation.law === 'no-pollution'
    ? violation
    : { ...violation, law: 'survives-edges' };
}

function crashOf(tool: Tool, { result }: Awaited<ReturnType<typeof tryCall>>): LawViolation | undefined {
  const error = result.status === 'failed' ? result.error : undefined;
  return AppError.is(error) && error.code === 'TOOL_EXECUTION_FAILED' ? judgeCrash(tool, error) : undefined;
}
