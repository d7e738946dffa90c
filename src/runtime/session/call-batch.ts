import { AppError, toErrorRecord } from '../../core/errors.ts';
import type { Call, CallRequest, CallResult, StageVerdict } from '../../broker/call.ts';
import { announceCall, createCall } from '../../broker/create-call.ts';
import { runStages } from '../../broker/run-stages.ts';
import { toolNotFound } from '../../broker/tool-registry.ts';
import { countOccurrence } from '../../engine/frame/branch.ts';
import { ownKey } from '../../engine/journal-record.ts';
import type { Tool } from '../../tool/tool.ts';
import type { BatchPosition } from '../../trace/events.ts';
import type { CallTool, ToolCallRequest } from '../call-tool.ts';
import { awaitApproval, hasQuestion } from '../approvals/await-approval.ts';
import { mayRepeat, UNKNOWN_OUTCOME } from './unknown-outcome.ts';
import { createBatchGate, type BatchGate } from './batch-gate.ts';
import type { Place } from './run-steps.ts';
import type { Session } from './session.ts';

interface BatchMember {
  request: CallRequest;
  index: number;
  gate: BatchGate;
  batch: BatchPosition | undefined;
  /** Calls whose approvals are decided together. */
  batchId: string;
}

/** Makes several calls at once: all are gated before any is executed. Gives their results in order. */
export function callBatch(
  session: Session,
  place: Place,
  requests: readonly ToolCallRequest[],
): Promise<CallResult[]> {
  const { branch, agentName } = place;
  const gate = createBatchGate(requests.length);
  const batchId = `${scopeOf(place)}#${countOccurrence(branch, ownKey('call', ' batch'))}`;
  const calls = requests.map((asked, index) => {
    const { toolName, input, rawInput } = asked as ToolCallRequest;
    const request: CallRequest = {
      toolName: String(toolName),
      ...(input !== undefined && { input }),
      ...(rawInput !== undefined && { rawInput }),
      ...(agentName !== undefined && { agentName }),
    };
    const batch = requests.length > 1 ? { id: batchId, index } : undefined;
    return makeCall(session, place, { request, index, gate, batch, batchId });
  });
  return Promise.all(calls);
}

/** Calls of one tool, in the name of the place. */
export function createCallTool(session: Session, place: Place): CallTool {
  const safe = async (tool: Tool | string, input?: unknown): Promise<CallResult> => {
    const toolName = typeof tool === 'string' ? tool : tool.name;
    const [result] = await callBatch(session, place, [{ toolName, input }]);
    return result!;
  };
  const callTool = async (tool: Tool | string, input?: unknown): Promise<unknown> =>
    outputOf(await safe(tool, input));
  return Object.assign(callTool, { safe }) as CallTool;
}

/** The output of a call that succeeded; throws the error of any other. */
export function outputOf(result: CallResult): unknown {
  if (result.status === 'succeeded') return result.output;
  const { callId, toolName, status, error } = result;
  throw (
    error ??
    new AppError('TOOL_EXECUTION_FAILED', `The call ${callId} ended ${status}.`, { toolName, callId })
  );
}

function makeCall(session: Session, place: Place, member: BatchMember): Promise<CallResult> {
  const { frame } = session;
  const toolName = member.request.toolName.slice(0, 80);
  const scope = scopeOf(place);
  // A bound call is a step of the workflow, but it is told as one of the agent, after those of the agent's own code.
  const { boundTo, branch } = place;
  const before = boundTo === undefined ? 0 : session.story.countCalls(boundTo, toolName);
  const key = ownKey(
    'call',
    boundTo === undefined ? toolName : `${boundTo.slice(branch.scope.length + 1)}/${toolName}`,
  );
  const known = frame.knows(branch, key);
  let callId = '';
  const asked = frame.ask(branch, {
    key,
    kind: 'call',
    loose: true,
    inner: (occurrence) => (callId = `${scope}/${toolName}#${before + occurrence}`),
    begin: () => (session.mocked ? { about: { mocked: true } } : {}),
    work: () => carryOut(session, place, callId, member),
  }) as Promise<CallResult>;
  if (known) {
    member.gate.through(member.index);
    admitAgain(session, callId);
  }
  return asked.then((result) => {
    session.monitor.settle(
      result.callId,
      result.status,
      result.status === 'succeeded' ? result.output : undefined,
    );
    const call = session.story.calls.get(result.callId)?.call;
    session.noteCall({
      callId: result.callId,
      toolName: result.toolName,
      status: result.status,
      input: call?.input,
      ...(place.agentName !== undefined && { agentName: place.agentName }),
      ...(result.status === 'succeeded' && { output: result.output }),
    });
    return result;
  });
}

function scopeOf({ boundTo, branch }: Place): string {
  return boundTo ?? branch.scope;
}

/** A call that the journal knows weighs on the policies as it did when it was made. */
function admitAgain(session: Session, callId: string): void {
  const note = session.story.calls.get(callId);
  if (note?.allowed !== true || session.monitor.isEmpty) return;
  const { toolName, agentName, stepIndex, input } = note.call;
  session.monitor.admit({
    callId,
    toolName,
    agentName,
    stepIndex,
    input,
    state: session.view(),
    atMs: note.atMs,
  });
}

async function carryOut(
  session: Session,
  place: Place,
  callId: string,
  { request, index, gate, batch, batchId }: BatchMember,
): Promise<CallResult> {
  const { frame, environment, stages, registry } = session;
  const turn = session.line?.enter();
  let busy = frame.busy();
  const letThrough = (): void => {
    turn?.release();
    gate.through(index);
    busy();
  };
  try {
    await gate.enter(index);
    const tool = registry.get(request.toolName);
    if (tool === undefined) return missing(session, place, callId, request);
    const scope = scopeOf(place);
    const call = createCall({ callId, scope, request, tool, stepIndex: place.stepIndex, batch, turn });
    announceCall(call, environment);
    const asked = hasQuestion(session, callId, 'first');
    const gates = asked ? [stages.gates[0]!, ...stages.recheck] : stages.gates;
    const judged = await runStages(call, environment, gates);
    turn?.release();
    if (!judged.go) return judged.result;
    gate.judged(index);
    const stepAside = (): (() => void) => {
      busy();
      return () => (busy = frame.busy());
    };
    const refused = await askPersons(session, call, batchId, asked, stepAside);
    if (refused !== undefined) return refused;
    letThrough();
    await gate.opened;
    return await act(session, call);
  } catch (thrown) {
    // The question was about another call: the run stays where it was, and nothing of this life counts.
    if (!AppError.is(thrown) || thrown.code !== 'STATE_MISMATCH') throw thrown;
    session.services.core.refuse(frame, session.row, thrown);
    return await new Promise(() => undefined);
  } finally {
    letThrough();
  }
}

/** Asks whether the call may be made, and after a crash whether it may be made again; gives the result of a refusal. */
async function askPersons(
  session: Session,
  call: Call,
  batchId: string,
  asked: boolean,
  stepAside: () => () => void,
): Promise<CallResult | undefined> {
  const { environment, stages, interrupted, services } = session;
  if (asked || call.approvalReasons.length > 0) {
    const verdict = await awaitApproval(session, call, batchId, stepAside);
    if (!verdict.go) return verdict.result;
    const again = await runStages(call, environment, stages.recheck);
    if (!again.go) return again.result;
  }
  const unknown = services.onUnknownOutcome === 'ask' && interrupted.has(call.callId) && !mayRepeat(call);
  if (!unknown && !hasQuestion(session, call.callId, 'again')) return undefined;
  call.approvalReasons = [UNKNOWN_OUTCOME];
  const verdict = await awaitApproval(session, call, batchId, stepAside, 'again');
  return verdict.go ? undefined : verdict.result;
}

async function act(session: Session, call: Call): Promise<CallResult> {
  const { frame, environment, stages } = session;
  const end = frame.activity.compute(call.callId);
  try {
    frame.point('call.execute', call.callId);
    return resultOf(await runStages(call, environment, stages.acts));
  } finally {
    end();
  }
}

function missing(
  session: Session,
  place: Place,
  callId: string,
  { toolName, input = null }: CallRequest,
): CallResult {
  const error = toolNotFound(toolName, session.registry, callId);
  const about = { callId, scope: scopeOf(place), toolName: error.toolName! };
  const by = place.agentName === undefined ? {} : { agentName: place.agentName };
  session.environment.emit({ type: 'tool.requested', ...about, ...by, stepIndex: place.stepIndex, input });
  session.environment.emit({ type: 'tool.failed', ...about, error: toErrorRecord(error) });
  return { status: 'failed', callId, toolName: about.toolName, error };
}

function resultOf(verdict: StageVerdict): CallResult {
  if (!verdict.go) return verdict.result;
  throw new Error('The last stage must end the call.');
}
