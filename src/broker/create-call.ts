import type { BatchPosition } from '../trace/events.ts';
import type { Tool } from '../tool/tool.ts';
import type { Call, CallEnvironment, CallRequest, Turn } from './call.ts';
import { emitFor } from './end-call.ts';
import { frozenCopy, type CopyResult } from './values/plain-copy.ts';

export interface NewCall {
  callId: string;
  scope: string;
  request: CallRequest;
  tool: Tool;
  stepIndex?: number;
  batch?: BatchPosition | undefined;
  turn?: Turn | undefined;
}

/** Makes a call before its first stage. The input is copied and frozen, so that what is checked is what is executed. */
export function createCall(options: NewCall): Call {
  const { toolName, agentName, rawInput } = options.request;
  const copy = readInput(options.request);
  const request: CallRequest = { toolName, input: copy.ok ? copy.value : `[${copy.issue.message}]` };
  if (agentName !== undefined) request.agentName = agentName;
  if (rawInput !== undefined) request.rawInput = rawInput;
  return {
    callId: options.callId,
    scope: options.scope,
    request,
    unreadable: copy.ok ? undefined : copy.issue,
    tool: options.tool,
    agentName,
    stepIndex: options.stepIndex ?? 0,
    batch: options.batch,
    turn: options.turn,
    input: undefined,
    policyDecisions: [],
    approvalReasons: [],
    approvalForm: undefined,
    expiresAfterMs: undefined,
    approval: undefined,
    returned: undefined,
    attempts: 0,
  };
}

/** Tells the observers that the call was asked for; the first event of every call. */
export function announceCall(call: Call, environment: CallEnvironment): void {
  if (environment.observed === false) return;
  const { input, rawInput } = call.request;
  emitFor(call, environment, {
    type: 'tool.requested',
    ...(call.agentName !== undefined && { agentName: call.agentName }),
    stepIndex: call.stepIndex,
    input,
    ...(rawInput !== undefined && rawInput !== JSON.stringify(input) && { rawInput }),
    ...(call.batch !== undefined && { batch: call.batch }),
  });
}

// A model's text is the input only where no input stands beside it; text that is no JSON is never run with defaults.
function readInput(request: CallRequest): CopyResult {
  if (request.input !== undefined || request.rawInput === undefined) return frozenCopy(request.input);
  try {
    return frozenCopy(JSON.parse(request.rawInput));
  } catch (thrown) {
    const message = `The arguments are no JSON: ${(thrown as Error).message}`;
    return { ok: false, issue: { path: [], code: 'invalid_json', message } };
  }
}
