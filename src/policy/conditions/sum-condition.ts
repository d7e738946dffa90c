import { canonicalJson } from '../../core/canonical.ts';
import { compilePattern, type CompiledPattern } from './call-pattern.ts';
import { createDecimalSum, type DecimalSum } from './decimal-sum.ts';
import { parseField, readField, type FieldPath } from './field.ts';
import type { Condition } from '../rule.ts';
import { isPlaceholder, PolicyFault, type Truth } from '../truth.ts';
import type { CompiledCondition, CompileOptions, HistoryEntry, JudgedCall } from './compiled.ts';
import { entryOf, weighing } from './count-condition.ts';
import { createLedger } from './ledger.ts';

type SumCondition = Extract<Condition, { sumOf: string }>;

const empty = createDecimalSum();

/** What one call adds: an amount, nothing known, or something that is no number. */
type Amount = number | undefined | 'fault';

/** The sums of one key, with the calls whose part in it is not known or makes no sense. */
interface Group {
  sum: DecimalSum;
  unknown: number;
  faults: number;
}

/** The sum of a field over the calls of one key, this call included, exceeds a limit inside the window. */
export function compileSum(
  condition: SumCondition,
  applies: CompiledPattern['matchesNames'],
  options: CompileOptions,
): CompiledCondition {
  const pattern = patternOf(condition, applies, options);
  const path = parseField(condition.sumOf)!;
  const by = condition.by === undefined ? undefined : parseField(condition.by)!;
  const groups = createGroups(path, by, options.redacted);
  const { withinMs, exceeds } = condition;
  const ledger = createLedger({ pattern, withinMs, onChange: groups.change });
  const own = (call: JudgedCall): Amount => {
    const counts = pattern.matchesNames(call) ? pattern.counts(entryOf(call)) : false;
    const amount = counts === false ? 0 : amountOf(call, path, options.redacted);
    return counts === undefined && amount !== 'fault' ? undefined : amount;
  };
  return {
    admitted: ledger.admitted,
    changed: ledger.changed,
    removed: ledger.removed,
    usesClock: withinMs !== undefined,
    holds(call) {
      if (withinMs !== undefined && call.atMs === undefined) return undefined;
      ledger.moveTo(call.atMs);
      const group = groups.find(call);
      const mine = own(call);
      if (mine === 'fault' || (group?.faults ?? 0) > 0) {
        throw new PolicyFault(`${condition.sumOf} is not a number`);
      }
      return decide(group, mine, exceeds);
    },
    witness(call) {
      const mine = own(call);
      if (mine === 'fault' || decide(groups.find(call), mine, exceeds) !== true) return [];
      const key = keyOf(call, by);
      const entries = ledger.entries().filter((entry) => keyOf(entry, by) === key);
      return fewest(entries, mine, path, exceeds);
    },
  };
}

function patternOf(
  condition: SumCondition,
  applies: CompiledPattern['matchesNames'],
  options: CompileOptions,
): CompiledPattern {
  if (condition.calls !== undefined) return compilePattern(condition.calls, weighing, options.redacted);
  return { matchesNames: applies, counts: (call) => weighing.has(call.status) };
}

function createGroups(path: FieldPath, by: FieldPath | undefined, redacted: boolean) {
  const groups = new Map<string, Group>();
  return {
    find: (call: object) => groups.get(keyOf(call, by)),
    change(entry: HistoryEntry, counts: Truth, before: Truth): void {
      const key = keyOf(entry, by);
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = { sum: createDecimalSum(), unknown: 0, faults: 0 }));
      weigh(group, before, amountOf(entry, path, redacted), -1);
      weigh(group, counts, amountOf(entry, path, redacted), 1);
    },
  };
}

function weigh(group: Group, counts: Truth, amount: Amount, sign: 1 | -1): void {
  if (counts === false) return;
  if (amount === 'fault') group.faults += sign;
  else if (counts === undefined || amount === undefined) group.unknown += sign;
  else if (sign === 1) group.sum.add(amount);
  else group.sum.subtract(amount);
}

function decide(group: Group | undefined, mine: number | undefined, exceeds: number): Truth {
  const over = (group?.sum ?? empty).exceeds(exceeds, mine ?? 0);
  if (over) return true;
  return mine === undefined || (group?.unknown ?? 0) > 0 ? undefined : false;
}

function amountOf(call: object, path: FieldPath, redacted: boolean): Amount {
  const value = readField(call, path);
  if (value === undefined || value === null) return 0;
  if (redacted && isPlaceholder(value)) return undefined;
  if (typeof value === 'bigint') return Math.max(0, Number(value));
  return typeof value === 'number' && !Number.isNaN(value) ? Math.max(0, value) : 'fault';
}

function keyOf(call: object, by: FieldPath | undefined): string {
  if (by === undefined) return '';
  const value = readField(call, by);
  return typeof value === 'string' ? `"${value}` : canonicalJson(value);
}

/** The fewest calls whose amounts, with this call's, exceed the limit: the largest ones. */
function fewest(entries: HistoryEntry[], mine: Amount, path: FieldPath, exceeds: number): HistoryEntry[] {
  const amounts = new Map(entries.map((entry) => [entry, amountOf(entry, path, true)]));
  const weight = (entry: HistoryEntry): number => Number(amounts.get(entry) ?? 0);
  const largest = entries.toSorted((left, right) => weight(right) - weight(left));
  const sum = createDecimalSum();
  sum.add(typeof mine === 'number' ? mine : 0);
  const chosen = new Set<HistoryEntry>();
  for (const entry of largest) {
    if (sum.exceeds(exceeds)) break;
    sum.add(weight(entry));
    chosen.add(entry);
  }
  return entries.filter((entry) => chosen.has(entry));
}
