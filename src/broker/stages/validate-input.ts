import { toErrorRecord, type Issue } from '../../core/errors.ts';
import type { ParseResult } from '../../schema/schema.ts';
import { goOn, type Call, type CallEnvironment, type Stage, type StageVerdict } from '../call.ts';
import { describeIssues, emitFor, endCall, errorOf } from '../end-call.ts';
import { frozenCopy } from '../values/plain-copy.ts';

/** Does the input parse? What does not is shown to no policy, no person and no tool. */
export const validateInput: Stage = {
  name: 'validate-input',
  run(call, environment) {
    if (call.unreadable !== undefined) return reject(call, environment, [call.unreadable]);
    const parsed = call.tool.inputSchema.parse(call.request.input);
    if (parsed instanceof Promise) return parsed.then((result) => accept(call, environment, result));
    return accept(call, environment, parsed);
  },
};

function accept(call: Call, environment: CallEnvironment, parsed: ParseResult): StageVerdict {
  if (!parsed.ok) return reject(call, environment, parsed.issues);
  // The parsed value may share parts with constants of the schema, so it is copied before it is frozen.
  const copy = frozenCopy(parsed.value);
  if (!copy.ok) return reject(call, environment, [copy.issue]);
  call.input = copy.value;
  return goOn;
}

function reject(call: Call, environment: CallEnvironment, issues: Issue[]): StageVerdict {
  const message = `Tool "${call.tool.name}" was called with invalid input (${describeIssues(issues)}).`;
  const error = errorOf(call, 'VALIDATION_FAILED', message, { details: { side: 'input', issues } });
  emitFor(call, environment, { type: 'tool.input_rejected', error: toErrorRecord(error), issues });
  return endCall(call, 'failed', error);
}
