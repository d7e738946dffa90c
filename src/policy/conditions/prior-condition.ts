import { compilePattern } from './call-pattern.ts';
import type { CallPattern, HistoryCall } from '../rule.ts';
import { negate } from '../truth.ts';
import type { CompiledCondition, CompileOptions } from './compiled.ts';
import { createLedger } from './ledger.ts';

type Status = HistoryCall['status'];

const mayHaveActed = new Set<Status>(['running', 'awaiting_approval', 'succeeded', 'failed']);
const didSucceed = new Set<Status>(['succeeded']);

/** A matching call was admitted before; one that failed may have acted nevertheless, so it counts. */
export function compileAfter(pattern: CallPattern, options: CompileOptions): CompiledCondition {
  const ledger = createLedger({ pattern: compilePattern(pattern, mayHaveActed, options.redacted) });
  return {
    ...follow(ledger),
    holds: () => (ledger.certain > 0 ? true : ledger.unknown > 0 ? undefined : false),
    witness: () => ledger.entries().slice(-1),
  };
}

/** No matching call has succeeded before. */
export function compileWithoutPrior(pattern: CallPattern, options: CompileOptions): CompiledCondition {
  const ledger = createLedger({ pattern: compilePattern(pattern, didSucceed, options.redacted) });
  return {
    ...follow(ledger),
    holds: () => negate(ledger.certain > 0 ? true : ledger.unknown > 0 ? undefined : false),
    witness: () => ledger.entries().slice(-1),
  };
}

function follow(ledger: ReturnType<typeof createLedger>): Omit<CompiledCondition, 'holds'> {
  return { admitted: ledger.admitted, changed: ledger.changed, removed: ledger.removed };
}
