import { fingerprint } from '../core/canonical.ts';
import { AppError } from '../core/errors.ts';
import { systemClock, type Clock } from '../core/clock.ts';
import { seededIds } from '../core/ids.ts';
import type { Policy } from '../policy/rule.ts';
import type { TestRecord } from '../review/report.ts';
import type { Agent } from '../runtime/agent.ts';
import { createEngine } from '../runtime/create-engine.ts';
import type { Engine } from '../runtime/engine.ts';
import type { RunHooks } from '../runtime/hooks.ts';
import type { Workflow } from '../runtime/workflow.ts';
import type { Tool } from '../tool/tool.ts';
import type { World, WorldInstance } from '../tool/world.ts';
import type { CloseOptions, HarnessOptions } from './harness.ts';
import type { HarnessPlace } from './open-harness.ts';
import type { RecordedRun } from './session/recorded-run.ts';
import { openSession, type RecordingSession } from './session/recording-session.ts';

export type RunTarget = Workflow | Agent | Tool;

/** The parts of a harness; each is made when it is first needed. */
export interface Bench {
  readonly clock: Clock;
  engine(): Engine;
  session(): RecordingSession;
  /** Makes the world, finds a tool that is given by name, and learns the tools of a target, before its run begins. */
  prepare(target: RunTarget | string): Promise<RunTarget>;
  /** All tools known so far, with those of the world. */
  tools(): Promise<Tool[]>;
  /** Gives a run its id; from now on its events and its execute stage belong to the record. */
  register(run: RecordedRun): string;
  close(options?: CloseOptions): Promise<TestRecord>;
}

/** Lays out the parts of a harness for one test. */
export function setUpBench(options: HarnessOptions, place: HarnessPlace): Bench {
  const made: { session?: RecordingSession; world?: WorldInstance; engine?: Engine } = {};
  const records = new Map<string, RecordedRun>();
  const known = startInventory(options, place.judging);
  const clock = options.clock ?? systemClock;
  const session = (): RecordingSession =>
    (made.session ??= openSession({
      ...place,
      mode: options.mode,
      tools: () => [...known.tools.values()],
      policies: () => [...known.policies.values()],
    }));
  const learnWorld = async (): Promise<void> => {
    if (options.world === undefined || made.world !== undefined) return;
    made.world = await enterWorld(options.world, session());
    known.learn({ tools: made.world.tools });
  };
  return {
    clock,
    session,
    engine: () =>
      (made.engine ??= createEngine({
        tools: [...known.tools.values()],
        policies: [...(options.policies ?? [])],
        clock,
        ids: seededIds(place.seed ?? seedOf(place.id)),
        hooks: hooksFor(records),
      })),
    async prepare(target) {
      await learnWorld();
      const found = typeof target === 'string' ? findTool(known.tools, target) : target;
      known.learn(found.kind === 'tool' ? { tools: [found] } : found);
      return found;
    },
    async tools() {
      await learnWorld();
      return [...known.tools.values()];
    },
    register: (run) => {
      records.set(`${place.id}/${run.name}`, run);
      return `${place.id}/${run.name}`;
    },
    async close(closeOptions = {}) {
      await made.engine?.close();
      await made.world?.dispose();
      return session().finish(closeOptions);
    },
  };
}

function hooksFor(records: ReadonlyMap<string, RecordedRun>): RunHooks {
  return {
    executeStage: ({ runId }, live) => records.get(runId)?.executeStage(live),
    onEvent: ({ runId }, event) => records.get(runId)?.onEvent(event),
    callModel: ({ runId }, asked, live) => records.get(runId)?.callModel(asked, live) ?? live(),
  };
}

/** Makes the world, or what stands for it in a replay of tools that live elsewhere: their server is not started. */
async function enterWorld(world: World, { mode, golden }: RecordingSession): Promise<WorldInstance> {
  if (mode !== 'replay' || world.fromSurfaces === undefined) return world();
  const surfaces = golden?.header.tools.flatMap(({ surface }) => surface ?? []) ?? [];
  return { tools: world.fromSurfaces(surfaces), observe: () => null, dispose: () => undefined };
}

function findTool(tools: ReadonlyMap<string, Tool>, name: string): Tool {
  const tool = tools.get(name);
  if (tool !== undefined) return tool;
  const known = [...tools.keys()].join(', ') || 'none';
  throw new AppError('TOOL_NOT_FOUND', `There is no tool ${name} in this harness; known tools: ${known}.`, {
    toolName: name,
  });
}

interface Inventory {
  tools: Map<string, Tool>;
  policies: Map<string, Policy>;
  learn(part: { tools: readonly Tool[]; policies?: readonly Policy[]; agents?: readonly Agent[] }): void;
}

// Recorder and detectors must know every tool and policy of the runs, also those that a workflow brings itself.
function startInventory(options: HarnessOptions, judging: readonly Policy[]): Inventory {
  const inventory: Inventory = {
    tools: new Map(),
    policies: new Map(),
    learn({ tools, policies = [], agents = [] }) {
      for (const tool of [...tools, ...agents.flatMap((agent) => agent.tools)])
        this.tools.set(tool.name, tool);
      for (const policy of policies) this.policies.set(policy.name, policy);
    },
  };
  inventory.learn({ tools: options.tools ?? [], policies: [...judging, ...(options.policies ?? [])] });
  return inventory;
}

// Ids that come from the name are the same on every machine, so that they may stand in a recording.
function seedOf(id: string): number {
  return Number.parseInt(fingerprint(id).slice(0, 8), 16);
}
