import { countOccurrence, createBranch, type Branch } from '../../engine/frame/branch.ts';
import { checkKey, ownKey, scopePart } from '../../engine/journal-record.ts';
import { makeOnce, runStep } from '../../engine/frame/steps.ts';
import { batchInvokeAndWait, invoke, invokeAndWait, type Child } from '../../engine/frame/children.ts';
import { sendEvent, suspend, waitFor, waitForEvent, waitUntil } from '../../engine/frame/waiting.ts';
import type { Invocable, StepTools } from '../../tool/steps.ts';
import { callBatch, createCallTool } from './call-batch.ts';
import type { Session } from './session.ts';

/** Where in the run steps and calls are made, and in whose name. */
export interface Place {
  branch: Branch;
  stepIndex: number;
  agentName: string | undefined;
  /** The scope of the agent's step to which calls belong that a workflow makes after it. */
  boundTo?: string;
  /** Stops the time limit of the attempt that waits; absent outside of tools. */
  pause?: () => () => void;
}

/** The durable operations at one place of a run. */
export function createRunSteps(session: Session, place: Place): StepTools {
  const { frame, row, services } = session;
  const { branch } = place;
  const where = { core: services.core, frame, row, branch };
  // Time in which a tool waits for something durable is not the tool's.
  const paused = <Value>(waiting: Promise<Value>): Promise<Value> =>
    place.pause === undefined ? waiting : waiting.finally(place.pause());
  const toChild = (target: Invocable<never>, input: unknown): Child => ({ ...services.learn(target), input });
  const steps: Omit<StepTools, 'callTool' | 'callTools'> = {
    run: (key, fn, options) => runStep(frame, branch, key, fn, options),
    invokeAndWait: (key, target, input) =>
      paused(invokeAndWait(where, key, toChild(target as Invocable<never>, input))) as Promise<never>,
    invoke: (key, target, input) => invoke(where, key, toChild(target as Invocable<never>, input)),
    batchInvokeAndWait: (key, children) =>
      paused(
        batchInvokeAndWait(
          where,
          key,
          children.map(({ target, input }) => toChild(target, input)),
        ),
      ) as Promise<never>,
    waitFor: (key, duration) => paused(waitFor(where, key, duration)),
    waitUntil: (key, moment) => paused(waitUntil(where, key, moment)),
    waitForEvent: (key, options) => paused(waitForEvent(where, key, options)),
    suspend: (key, options) => paused(suspend(where, key, options)),
    sendEvent: (key, event) => sendEvent(where, key, event),
    scope: (key, fn) => runScope(session, place, key, fn),
    uuid: (key) => makeOnce(frame, branch, 'uuid', key, () => frame.ids.uuid()),
    now: (key) => makeOnce(frame, branch, 'now', key, () => frame.clock.now()),
    random: (key) => makeOnce(frame, branch, 'random', key, () => frame.ids.random()),
  };
  return {
    ...steps,
    callTool: createCallTool(session, place),
    callTools: (calls) => paused(callBatch(session, place, calls)),
  };
}

async function runScope<Value>(
  session: Session,
  place: Place,
  key: string,
  fn: (step: StepTools) => Value | Promise<Value>,
): Promise<Value> {
  checkKey(key);
  const { scope, kept } = place.branch;
  const occurrence = countOccurrence(place.branch, ownKey('scope', key));
  const name = occurrence === 1 ? scopePart(key) : `${scopePart(key)}#${occurrence}`;
  return fn(createRunSteps(session, { ...place, branch: createBranch(`${scope}/${name}`, kept) }));
}
