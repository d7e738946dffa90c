import { z } from 'zod';
import { systemClock, type Clock } from '../core/clock.ts';
import { AppError, toErrorRecord } from '../core/errors.ts';
import { systemIds, type Ids } from '../core/ids.ts';
import { createMonitor } from '../policy/monitor.ts';
import type { Policy } from '../policy/rule.ts';
import { checkDeclaration } from '../tool/check-declaration.ts';
import type { StateView } from '../tool/context.ts';
import type { Tool } from '../tool/tool.ts';
import { createApprovalDesk, type BrokerDecision, type PendingApproval } from './approval/approval-desk.ts';
import type { Call, CallEnvironment, CallRequest, CallResult, Stage, StageVerdict } from './call.ts';
import { announceCall, createCall } from './create-call.ts';
import { createStages } from './create-stages.ts';
import { createEmitter, type EventObserver } from './run/emitter.ts';
import { createKeyMaker } from './attempt/idempotency-key.ts';
import { createLine } from './run/line-up.ts';
import { runStages } from './run-stages.ts';
import { createCallLog } from './run/call-log.ts';
import type { AgentAccess } from './stages/check-allowlist.ts';
import { createToolRegistry, toolNotFound } from './tool-registry.ts';

export interface BrokerOptions {
  tools: readonly Tool[];
  policies?: readonly Policy[];
  /** The agents that may call, each with its `allowedToolNames`. @default any agent may call */
  agents?: readonly AgentAccess[];
  /** Sees every event once, in order; it can neither change nor delay a call. */
  onEvent?: EventObserver;
  /** @default the clock of the machine */
  clock?: Clock;
  ids?: Ids;
  /** @default a new id */
  runId?: string;
  /** What code sees as `state.input`. */
  input?: unknown;
  /** Stands in place of the tools' code, in replay for example. */
  execute?: Stage;
  /** Limit for an asynchronous condition or `requiresApproval`, in milliseconds. @default 5000 */
  policyTimeoutMs?: number;
}

/** Guards every call of the tools of one run, in memory. */
export interface Broker {
  readonly runId: string;
  /** Asks for a call. What a tool, a policy or a person does comes back as a result and is never thrown. */
  call(request: CallRequest): Promise<CallResult>;
  /**
   * Decides on a call that awaits approval and leads it to its end. The same decision again gives the same result.
   * @throws AppError APPROVAL_NOT_FOUND, or APPROVAL_ALREADY_DECIDED for the opposite decision.
   */
  decide(callId: string, decision: BrokerDecision): Promise<CallResult>;
  /** The calls that await approval. */
  approvals(): readonly PendingApproval[];
}

const callable = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', {
  error: 'must be a function',
});
const declaration = z.strictObject({
  tools: z.array(z.unknown()),
  policies: z.array(z.unknown()).optional(),
  agents: z
    .array(z.looseObject({ name: z.string().min(1), allowedToolNames: z.array(z.string()).optional() }))
    .optional(),
  onEvent: callable.optional(),
  clock: z.looseObject({ now: callable, setTimer: callable }).optional(),
  ids: z.looseObject({ uuid: callable }).optional(),
  runId: z.string().min(1).optional(),
  input: z.unknown().optional(),
  execute: z.looseObject({ name: z.literal('execute'), run: callable }).optional(),
  policyTimeoutMs: z.int().positive().optional(),
});

const SCOPE = 'broker';

/** What belongs to the one run that a broker guards. */
function createRun(options: BrokerOptions) {
  const { clock = systemClock, ids = systemIds } = options;
  const runId = options.runId ?? ids.uuid();
  const registry = createToolRegistry(options.tools);
  const monitor = createMonitor(options.policies ?? [], { clock, ...pick(options) });
  const log = createCallLog(options.input);
  const environment = createEnvironment(runId, log.state, clock, options.onEvent, monitor.usesClock);
  const settle = (call: Call, verdict: StageVerdict): CallResult => {
    const result = resultOf(verdict);
    const output = result.status === 'succeeded' ? result.output : undefined;
    if (!monitor.isEmpty) monitor.settle(result.callId, result.status, output);
    log.add(call, result);
    return result;
  };
  return { runId, clock, registry, monitor, environment, settle };
}

/**
 * Makes a broker for one run. It keeps the run's history as long as it lives: make a new one for each run.
 * @throws AppError CONFIG_INVALID when an option is wrong or two tools or policies share a name.
 */
export function createBroker(options: BrokerOptions): Broker {
  checkDeclaration(declaration, options, 'Broker');
  const { runId, clock, registry, monitor, environment, settle } = createRun(options);
  const desk = createApprovalDesk({
    clock,
    proceed: async (call, where) =>
      settle(call, await runStages(call, where, [...stages.recheck, ...stages.acts])),
    onEnd: (call, result) => settle(call, { go: false, result }),
  });
  const { execute, agents } = options;
  const idempotencyKey = createKeyMaker(runId);
  const awaitApproval = desk.stage;
  const stages = createStages({
    ...pick(options),
    monitor,
    agents,
    clock,
    idempotencyKey,
    awaitApproval,
    execute,
  });
  const line = [...stages.gates, ...stages.acts];
  const order = monitor.isEmpty ? undefined : createLine();
  const nextId = createCounter();
  return Object.freeze<Broker>({
    runId,
    async call(given) {
      const request = readRequest(given);
      desk.expire();
      const callId = nextId(request.toolName);
      const tool = registry.get(request.toolName);
      if (tool === undefined)
        return missing(request, toolNotFound(request.toolName, registry, callId), environment);
      const call = createCall({ callId, scope: SCOPE, request, tool, turn: order?.enter() });
      announceCall(call, environment);
      const verdict = runStages(call, environment, line);
      if (!(verdict instanceof Promise)) call.turn?.release();
      return settle(
        call,
        verdict instanceof Promise ? await verdict.finally(() => call.turn?.release()) : verdict,
      );
    },
    decide: desk.decide,
    approvals: desk.pending,
  });
}

function pick(options: BrokerOptions): { policyTimeoutMs?: number; timeoutMs?: number } {
  const { policyTimeoutMs } = options;
  return policyTimeoutMs === undefined ? {} : { policyTimeoutMs, timeoutMs: policyTimeoutMs };
}

function createEnvironment(
  runId: string,
  state: () => StateView,
  clock: Clock,
  onEvent: EventObserver | undefined,
  usesClock: boolean,
): CallEnvironment {
  // The machine's clock may be set; a budget must not follow it.
  const now = clock === systemClock ? () => performance.now() : clock.now;
  const startedAtMs = now();
  const elapsedMs = usesClock ? (): number => Math.round(now() - startedAtMs) : undefined;
  return {
    runId,
    state,
    observed: onEvent !== undefined,
    ...(elapsedMs !== undefined && { elapsedMs }),
    emit: onEvent === undefined ? () => undefined : createEmitter(onEvent, elapsedMs),
  };
}

function createCounter(): (toolName: string) => string {
  const counts = new Map<string, number>();
  return (toolName) => {
    const name = toolName.slice(0, 80);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${SCOPE}/${name}#${count}`;
  };
}

/** Reads the request once, so that a getter cannot say one thing to the checks and another to the act. */
function readRequest(request: unknown): CallRequest {
  try {
    const { toolName, input, agentName, rawInput } = request as Record<string, unknown>;
    const texts = isText(agentName) && isText(rawInput);
    if (texts && typeof toolName === 'string') {
      const request: CallRequest = { toolName, input };
      if (agentName !== undefined) request.agentName = agentName;
      if (rawInput !== undefined) request.rawInput = rawInput;
      return request;
    }
  } catch {
    // Told below: the request cannot be read.
  }
  throw new AppError(
    'CONFIG_INVALID',
    'A call must be asked for as { toolName: string, input?, agentName?: string, rawInput?: string }.',
  );
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function missing(request: CallRequest, error: AppError, environment: CallEnvironment): CallResult {
  const toolName = error.toolName!;
  const callId = error.callId!;
  const about = { callId, scope: SCOPE, toolName };
  const { agentName, input = null } = request;
  if (environment.observed === true) {
    const by = agentName === undefined ? {} : { agentName };
    environment.emit({ type: 'tool.requested', ...about, ...by, stepIndex: 0, input });
    environment.emit({ type: 'tool.failed', ...about, error: toErrorRecord(error) });
  }
  return { status: 'failed', callId, toolName, error };
}

function resultOf(verdict: StageVerdict): CallResult {
  if (!verdict.go) return verdict.result;
  throw new Error('The last stage must end the call.');
}
