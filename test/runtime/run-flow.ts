import type { WorkflowContext } from '../../src/runtime/workflow-context.ts';
import { workflow, type Workflow } from '../../src/runtime/workflow.ts';

/** A workflow of one function. */
export function program(
  run: (ctx: WorkflowContext, input: unknown) => unknown,
  name = 'flow',
): Workflow<unknown, unknown> {
  return workflow({ name, run });
}

/** Lets the event loop turn. */
export async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await new Promise((resolve) => setImmediate(resolve));
}
