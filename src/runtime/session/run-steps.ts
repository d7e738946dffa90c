import { createBranch, type Branch } from '../../engine/frame/branch.ts';
import { countOccurrence } from '../../engine/frame/branch.ts';
import { checkKey, scopePart } from '../../engine/journal-record.ts';
import { makeOnce, runStep } from '../../engine/frame/steps.ts';
import type { WorkflowSteps } from '../workflow-context.ts';
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
export function createRunSteps(session: Session, place: Place): WorkflowSteps {
  const { frame } = session;
  const { branch } = place;
  return {
    run: (key, fn, options) => runStep(frame, branch, key, fn, options),
    async scope(key, fn) {
      checkKey(key);
      const occurrence = countOccurrence(branch, `\u0003${key}`);
      const name = occurrence === 1 ? scopePart(key) : `${scopePart(key)}#${occurrence}`;
      return fn(
        createRunSteps(session, { ...place, branch: createBranch(`${branch.scope}/${name}`, branch.kept) }),
      );
    },
    callTool: createCallTool(session, place),
    callTools: (calls) => callBatch(session, place, calls),
    uuid: (key) => makeOnce(frame, branch, 'uuid', key, () => frame.ids.uuid()),
    now: (key) => makeOnce(frame, branch, 'now', key, () => frame.clock.now()),
    random: (key) => makeOnce(frame, branch, 'random', key, () => frame.ids.random()),
  };
}
