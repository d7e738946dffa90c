import { fromErrorRecord } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Call } from '../../broker/call.ts';
import type { ExecuteOptions } from '../../broker/stages/execute.ts';
import type { StepTools } from '../../tool/steps.ts';
import { createBranch } from '../../engine/frame/branch.ts';
import type { TraceAttempt } from '../../trace/trace.ts';
import { createRunSteps } from './run-steps.ts';
import { mayRepeat, unknownOutcome } from './unknown-outcome.ts';
import type { Session } from './session.ts';

/**
 * How the attempts of calls are durable: they are counted in the journal, the beginning of one that must not be repeated
 * blindly is on disk before the tool's code runs, and its steps are kept in the scope of its call.
 */
export function createAttempts(
  session: () => Session,
): Required<Pick<ExecuteOptions, 'steps' | 'resume' | 'runAttempt'>> {
  const kept = new Map<string, Map<string, Json>>();
  // One for each attempt, however often its code asks for `ctx.step`: keys are counted in it.
  const made = new WeakMap<object, StepTools>();
  return {
    steps(attempt) {
      const { callId, stepIndex, agentName, tool } = attempt.call;
      const known = made.get(attempt);
      if (known !== undefined) return known;
      const results = kept.get(callId) ?? new Map<string, Json>();
      if (tool.retry.maxAttempts > 1) kept.set(callId, results);
      const place = {
        branch: createBranch(callId, results),
        stepIndex,
        agentName,
        pause: () => attempt.pause(),
      };
      const steps = createRunSteps(session(), place);
      made.set(attempt, steps);
      return steps;
    },
    resume(call) {
      const attempts = attemptsOf(session(), call);
      const ended = attempts.filter(({ outcome }) => outcome !== 'unknown');
      const last = ended.at(-1)?.error;
      return { attempt: ended.length + 1, ...(last !== undefined && { lastError: fromErrorRecord(last) }) };
    },
    async runAttempt(attempt) {
      const { frame, interrupted } = session();
      const { call } = attempt;
      if (interrupted.delete(call.callId) && !mayRepeat(call)) {
        if (session().services.onUnknownOutcome === 'fail') throw unknownOutcome(call);
      }
      // A tool that may be repeated needs no record of its beginning on disk.
      if (!mayRepeat(call)) {
        await frame.commit();
        frame.point('attempt.committed', call.callId);
      }
      const returned = await attempt.invoke();
      frame.point('attempt.returned', call.callId);
      return returned;
    },
  };
}

function attemptsOf({ story }: Session, { callId }: Call): readonly TraceAttempt[] {
  return story.calls.get(callId)?.call.attempts ?? [];
}
