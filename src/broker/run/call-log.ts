import type { StateToolCall, StateView } from '../../tool/context.ts';
import type { Call, CallResult } from '../call.ts';

/** The calls of one broker as code sees them in `state.toolCalls`. */
export interface CallLog {
  /** Notes a call that has ended. */
  add(call: Call, result: CallResult): void;
  state(): StateView;
}

export function createCallLog(input: unknown): CallLog {
  // Only what the view needs is kept, and the view is made when it is read: most calls never look at it.
  const ended: StateToolCall[] = [];
  let copy: readonly StateToolCall[] | undefined;
  const view: StateView = {
    input,
    agentOutputs: {},
    values: {},
    get toolCalls() {
      return (copy ??= Object.freeze([...ended]));
    },
  };
  return {
    add(call, result) {
      if (result.status === 'awaiting_approval') return;
      copy = undefined;
      const { callId, status, toolName } = result;
      const seen = call.input ?? call.request.input;
      const output = status === 'succeeded' ? result.output : undefined;
      ended.push(noteOf(callId, toolName, call.agentName, status, seen, output));
    },
    state: () => view,
  };
}

function noteOf(
  callId: string,
  toolName: string,
  agentName: string | undefined,
  status: string,
  input: unknown,
  output: unknown,
): StateToolCall {
  if (agentName === undefined) return { callId, toolName, status, input, output };
  return { callId, toolName, agentName, status, input, output };
}
