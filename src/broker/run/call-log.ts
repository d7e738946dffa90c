import type { StateToolCall, StateView } from '../../tool/context.ts';
import type { Call, CallResult } from '../call.ts';

/** The calls of one broker as code sees them in `state.toolCalls`. */
export interface CallLog {
  add(call: Call): void;
  settle(result: CallResult): void;
  state(): StateView;
}

export function createCallLog(input: unknown): CallLog {
  const ended: StateToolCall[] = [];
  const open = new Map<string, Call>();
  const values: Record<string, unknown> = {};
  let copy: readonly StateToolCall[] | undefined;
  return {
    add: (call) => void open.set(call.callId, call),
    settle(result) {
      const call = open.get(result.callId);
      if (call === undefined || result.status === 'awaiting_approval') return;
      open.delete(result.callId);
      copy = undefined;
      ended.push({
        callId: call.callId,
        toolName: call.tool.name,
        ...(call.agentName !== undefined && { agentName: call.agentName }),
        status: result.status,
        input: call.input ?? call.request.input,
        ...(result.status === 'succeeded' && { output: result.output }),
      });
    },
    state: () => ({
      input,
      agentOutputs: {},
      values,
      // Copied when it is read: most calls never look at it.
      get toolCalls() {
        return (copy ??= Object.freeze([...ended]));
      },
    }),
  };
}
