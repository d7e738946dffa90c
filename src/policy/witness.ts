import type { CompiledRule } from './compile-rules.ts';
import { compileCondition } from './conditions/compile-condition.ts';
import type { HistoryEntry, JudgedCall } from './conditions/compiled.ts';

/** How many earlier calls are tried, one by one, to find those that code needs. */
const MAX_TRIED = 200;

/**
 * A set of earlier calls for which the rule still matches and of which none can be left out. Where the rule is code,
 * only the latest 200 calls are tried; when they do not suffice nothing is shown.
 */
export function smallestWitness(
  rule: CompiledRule,
  call: JudgedCall,
  history: readonly HistoryEntry[],
): HistoryEntry[] {
  const { condition } = rule;
  if (condition.opaque === true) {
    if (holdsWith(rule, call, [])) return [];
    const latest = history.slice(-MAX_TRIED);
    return holdsWith(rule, call, latest) ? prune(rule, call, latest) : [];
  }
  const candidates = condition.witness?.(call) ?? [];
  if (candidates.length < 2 || candidates.length > MAX_TRIED || isPlain(rule)) return candidates;
  return holdsWith(rule, call, candidates) ? prune(rule, call, candidates) : candidates;
}

/** One condition alone gives a smallest set by itself; only joined conditions may share calls. */
function isPlain(rule: CompiledRule): boolean {
  const { when } = rule.rule;
  return typeof when === 'object' && !('all' in when) && !('any' in when) && !('not' in when);
}

function prune(rule: CompiledRule, call: JudgedCall, entries: readonly HistoryEntry[]): HistoryEntry[] {
  let kept = [...entries];
  for (const entry of entries) {
    const without = kept.filter((other) => other !== entry);
    if (holdsWith(rule, call, without)) kept = without;
  }
  return kept;
}

function holdsWith(rule: CompiledRule, call: JudgedCall, entries: readonly HistoryEntry[]): boolean {
  const condition = compileCondition(rule.rule.when, rule.applies, { redacted: true });
  for (const entry of entries) condition.admitted?.(entry);
  const { callId, input, toolName, agentName, stepIndex, state, atMs } = call;
  const history = (): readonly HistoryEntry[] => Object.freeze([...entries]);
  try {
    return condition.holds({ callId, input, toolName, agentName, stepIndex, state, atMs, history }) === true;
  } catch {
    return false;
  }
}
