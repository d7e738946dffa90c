import { compilePattern } from './call-pattern.ts';
import type { Condition, HistoryCall } from '../rule.ts';
import type { CompiledCondition, CompileOptions, HistoryEntry, JudgedCall } from './compiled.ts';
import { createLedger } from './ledger.ts';

type CountCondition = Extract<Condition, { moreThan: number }>;

/** The statuses with which a call weighs on a count or a sum: it runs, may run, or has had its effect. */
export const weighing: ReadonlySet<HistoryCall['status']> = new Set([
  'running',
  'awaiting_approval',
  'succeeded',
]);

/** More than n matching calls, this one included, inside the window. */
export function compileCount(condition: CountCondition, options: CompileOptions): CompiledCondition {
  const pattern = compilePattern(condition.calls, weighing, options.redacted);
  const { withinMs, moreThan } = condition;
  const ledger = createLedger({ pattern, withinMs });
  const own = (call: JudgedCall): 0 | 1 | undefined => {
    if (!pattern.matchesNames(call)) return 0;
    const counts = pattern.counts({ ...entryOf(call), status: 'running' });
    return counts === undefined ? undefined : counts ? 1 : 0;
  };
  return {
    admitted: ledger.admitted,
    changed: ledger.changed,
    removed: ledger.removed,
    usesClock: withinMs !== undefined,
    holds(call) {
      if (withinMs !== undefined && call.atMs === undefined) return undefined;
      ledger.moveTo(call.atMs);
      const mine = own(call);
      if (ledger.certain + (mine ?? 0) > moreThan) return true;
      const doubtful = ledger.unknown + (mine === undefined ? 1 : 0);
      return ledger.certain + (mine ?? 0) + doubtful > moreThan ? undefined : false;
    },
    witness(call) {
      if (ledger.certain + (own(call) ?? 0) <= moreThan) return [];
      const needed = moreThan + 1 - (own(call) ?? 0);
      return needed <= 0 ? [] : ledger.entries().slice(-needed);
    },
  };
}

/** A judged call as it would stand in the history. */
export function entryOf(call: JudgedCall): HistoryEntry {
  const { callId, toolName, agentName, stepIndex, input, atMs } = call;
  return { callId, toolName, agentName, stepIndex, input, atMs, status: 'running' };
}
