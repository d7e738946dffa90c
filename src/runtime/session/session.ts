import type { OnUnknownOutcome } from '../engine.ts';
import type { RunHooks } from '../hooks.ts';
import type { CallEnvironment, Stage } from '../../broker/call.ts';
import { goOn } from '../../broker/call.ts';
import { createStages, type Stages } from '../../broker/create-stages.ts';
import { createLine, type Line } from '../../broker/run/line-up.ts';
import type { AgentAccess } from '../../broker/stages/check-allowlist.ts';
import { createToolRegistry, type ToolRegistry } from '../../broker/tool-registry.ts';
import type { Core } from '../../engine/core.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import type { RunRow } from '../../engine/store.ts';
import { createMonitor, type Monitor } from '../../policy/monitor.ts';
import type { Policy } from '../../policy/rule.ts';
import type { StateToolCall, StateView } from '../../tool/context.ts';
import type { Tool } from '../../tool/tool.ts';
import { createAttempts } from './attempts.ts';
import { findInterrupted } from './unknown-outcome.ts';
import { eventName } from '../story/record-event.ts';
import type { Story } from '../story/story.ts';

/** What an engine lends to each of its runs. */
export interface SessionServices {
  core: Core;
  secret: string;
  onUnknownOutcome: OnUnknownOutcome;
  hooks: RunHooks;
  idempotencyKey(runId: string, callId: string): string;
  /** Remembers what is to run as a child. @throws AppError CONFIG_INVALID for what cannot run */
  learn(target: unknown): { kind: string; name: string; version?: string };
}

export interface SessionOptions {
  services: SessionServices;
  frame: Frame;
  row: RunRow;
  story: Story;
  input: unknown;
  tools: readonly Tool[];
  policies: readonly Policy[];
  agents: readonly AgentAccess[] | undefined;
}

/** One life of a run, with all that its calls need. */
export interface Session {
  readonly services: SessionServices;
  readonly frame: Frame;
  readonly row: RunRow;
  readonly story: Story;
  readonly input: unknown;
  readonly registry: ToolRegistry;
  readonly monitor: Monitor;
  readonly stages: Stages;
  readonly environment: CallEnvironment;
  readonly line: Line | undefined;
  readonly mocked: boolean;
  /** Calls that an earlier life may have executed without our knowing. */
  readonly interrupted: Set<string>;
  /** The run so far as code may see it: calls and agents that have ended, in the order in which they ended. */
  readonly view: () => StateView & { values: Record<string, unknown> };
  noteCall(call: StateToolCall): void;
  noteAgent(agentName: string, output: unknown): void;
}

const passOn: Stage = { name: 'await-approval', run: () => goOn };

/** Sets up what a life of a run needs. @throws AppError CONFIG_INVALID for tools or policies that share a name */
export function createSession(options: SessionOptions): Session {
  const { services, frame, row, input } = options;
  const { core, hooks } = services;
  const monitor = createMonitor(options.policies, { clock: core.clock });
  const ended: StateToolCall[] = [];
  const agentOutputs: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const view: Session['view'] = () => ({ input, agentOutputs, toolCalls: [...ended], values: frame.values });
  const elapsedMs = monitor.usesClock
    ? (): number => Math.max(0, core.clock.now() - row.createdAt)
    : undefined;
  const environment: CallEnvironment = {
    runId: row.runId,
    state: view,
    observed: true,
    ...(elapsedMs !== undefined && { elapsedMs }),
    emit(event) {
      const time = elapsedMs !== undefined && event.atMs === undefined ? { atMs: elapsedMs() } : {};
      frame.event(eventName(event), { ...event, ...time });
    },
  };
  const session: Session = {
    services,
    frame,
    row,
    input,
    story: options.story,
    monitor,
    environment,
    view,
    registry: createToolRegistry(options.tools),
    interrupted: findInterrupted(options),
    line: monitor.isEmpty ? undefined : createLine(),
    noteCall: (call) => void ended.push(call),
    noteAgent: (agentName, output) => void (agentOutputs[agentName] = output),
    ...makeStages(() => session, monitor, options, hooks),
  };
  return session;
}

function makeStages(
  session: () => Session,
  monitor: Monitor,
  { services, frame, row, agents }: SessionOptions,
  hooks: RunHooks,
): { stages: Stages; mocked: boolean } {
  const { core } = services;
  const options = {
    monitor,
    agents,
    clock: core.clock,
    signal: frame.signal,
    awaitApproval: passOn,
    idempotencyKey: ({ callId }: { callId: string }) => services.idempotencyKey(row.runId, callId),
    ...createAttempts(session),
  };
  const live = createStages(options);
  const other = hooks.executeStage?.({ runId: row.runId }, live.acts[0]!);
  if (other === undefined) return { stages: live, mocked: false };
  return { stages: createStages({ ...options, execute: other }), mocked: true };
}
