import { toErrorRecord, type Issue } from '../../core/errors.ts';
import type { ParseResult } from '../../schema/schema.ts';
import type { Call, CallEnvironment, Stage, StageVerdict } from '../call.ts';
import { describeIssues, emitFor, endCall, errorOf } from '../end-call.ts';
import { normaliseOutput } from '../values/normalise-output.ts';
import { isSameJson } from '../values/plain-copy.ts';

/** Is the result what was promised? What is stored and handed on is the parsed output as plain JSON. */
export const validateOutput: Stage = {
  name: 'validate-output',
  run(call, environment) {
    const { outputSchema } = call.tool;
    if (outputSchema === undefined) return accept(call, environment, { ok: true, value: call.returned });
    const parsed = outputSchema.parse(call.returned);
    if (parsed instanceof Promise) return parsed.then((result) => accept(call, environment, result));
    return accept(call, environment, parsed);
  },
};

function accept(call: Call, environment: CallEnvironment, parsed: ParseResult): StageVerdict {
  if (!parsed.ok) return reject(call, environment, parsed.issues);
  const output = normaliseOutput(parsed.value);
  if (!output.ok) return reject(call, environment, output.issues);
  const { callId, returned } = call;
  if (environment.observed !== false) {
    const differs = !isSameJson(returned, output.value);
    emitFor(call, environment, {
      type: 'tool.succeeded',
      output: output.value,
      ...(differs && { returned }),
    });
  }
  return {
    go: false,
    result: { status: 'succeeded', callId, toolName: call.tool.name, output: output.value },
  };
}

function reject(call: Call, environment: CallEnvironment, issues: Issue[]): StageVerdict {
  const message = `Tool "${call.tool.name}" returned an invalid output (${describeIssues(issues)}).`;
  const error = errorOf(call, 'VALIDATION_FAILED', message, { details: { side: 'output', issues } });
  emitFor(call, environment, {
    type: 'tool.output_rejected',
    returned: call.returned,
    error: toErrorRecord(error),
    issues,
  });
  return endCall(call, 'failed', error);
}
