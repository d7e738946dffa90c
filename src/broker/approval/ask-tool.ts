import type { Wait } from '../../policy/limited-wait.ts';
import { messageOf } from '../../core/errors.ts';
import { isPlainObject } from '../../core/json.ts';
import type { ApprovalRequirement } from '../../tool/tool.ts';
import type { Call, CallEnvironment } from '../call.ts';

/** Whether the tool itself wants a person to agree; `fault` when its function gave no answer. */
export type ToolAnswer = { needed: false } | ({ needed: true } & ApprovalRequirement) | { fault: string };

const no: ToolAnswer = { needed: false };

/** Asks a tool's `requiresApproval`. A function that throws, hangs or answers something else is a fault: it blocks. */
export function askTool(
  call: Call,
  environment: CallEnvironment,
  wait: Wait,
): ToolAnswer | Promise<ToolAnswer> {
  const { requiresApproval } = call.tool;
  if (requiresApproval === false) return no;
  if (requiresApproval === true) return { needed: true };
  try {
    const answer: unknown = requiresApproval({
      input: call.input,
      agentName: call.agentName,
      state: environment.state(),
    });
    if (!(answer instanceof Promise)) return read(answer);
    return wait(answer).then(read, (thrown: unknown) => ({ fault: messageOf(thrown) }));
  } catch (thrown) {
    return { fault: messageOf(thrown) };
  }
}

function read(answer: unknown): ToolAnswer {
  if (typeof answer === 'boolean') return answer ? { needed: true } : no;
  if (!isPlainObject(answer)) return { fault: `it answered ${answer === null ? 'null' : typeof answer}` };
  const { reason, form } = answer;
  return {
    needed: true,
    ...(typeof reason === 'string' && { reason }),
    ...(isPlainObject(form) && { form }),
  };
}
