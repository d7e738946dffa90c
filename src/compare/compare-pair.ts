import { canonicalJson } from '../core/canonical.ts';
import { formatPath } from '../core/paths.ts';
import type { Difference, DifferenceKind } from '../trace/difference.ts';
import type { TraceCall } from '../trace/trace.ts';
import type { AlignedCall } from './align/align-calls.ts';
import type { ComparedCall, Part } from './align/compared-call.ts';
import { severityOf } from './severity.ts';
import { leafDifferences, type LeafDifference } from './values/leaf-differences.ts';
import type { Renaming } from './values/renaming.ts';

/** What of a pair of calls is compared besides their arguments. */
export interface PairScope {
  renaming: Renaming;
  readOnlyTools: ReadonlySet<string>;
  /** Status, result, attempts, policies, approval. */
  outcomes: boolean;
}

// A part with more differing leaves than this is told as one difference at the place that holds them all.
const MAX_LEAVES = 10;

/** The differences of one line of an alignment, in the order in which a call passes its stages. */
export function compareRow(row: AlignedCall, scope: PairScope): Difference[] {
  const { golden, actual } = row;
  if (golden === undefined) return actual === undefined ? [] : [only('added', actual, scope)];
  if (actual === undefined) return [only('removed', golden, scope)];
  const differences = row.moved === true ? [moved(golden, actual, scope)] : [];
  differences.push(...partDifferences('args-changed', golden, actual, 'input', scope));
  if (scope.outcomes) differences.push(...outcomeDifferences(golden, actual, scope));
  else scope.renaming.match(golden.outcome.skeleton, actual.outcome.skeleton);
  return differences;
}

function only(kind: 'added' | 'removed', item: ComparedCall, scope: PairScope): Difference {
  const words =
    kind === 'added'
      ? `${caller(item.call)}${item.call.toolName} is called where the golden trace has no such call`
      : `${caller(item.call)}${item.call.toolName} is no longer called`;
  return {
    ...base(kind, item, scope),
    ...(kind === 'added' ? { actual: item.call.input } : { expected: item.call.input }),
    message: `${words}.`,
  };
}

function moved(golden: ComparedCall, actual: ComparedCall, scope: PairScope): Difference {
  const [from, to] = [`call ${golden.index + 1}`, `call ${actual.index + 1}`];
  const place =
    golden.call.scope === actual.call.scope
      ? `from ${from} to ${to}`
      : `from ${golden.call.scope} to ${actual.call.scope}`;
  return {
    ...base('moved', golden, scope),
    expected: golden.index + 1,
    actual: actual.index + 1,
    message: `${golden.call.toolName} moved ${place}.`,
  };
}

function outcomeDifferences(golden: ComparedCall, actual: ComparedCall, scope: PairScope): Difference[] {
  const [before, now] = [golden.call, actual.call];
  const outcome =
    before.status === now.status
      ? partDifferences('result-changed', golden, actual, 'outcome', scope)
      : [statusDifference(golden, now, scope)];
  return [
    ...policyDifference(golden, now, scope),
    ...approvalDifference(golden, now, scope),
    ...attemptsDifference(golden, now, scope),
    ...outcome,
  ];
}

function policyDifference(golden: ComparedCall, now: TraceCall, scope: PairScope): Difference[] {
  const [expected, actual] = [golden.call, now].map((call) =>
    call.policyDecisions.map(
      ({ policyName, ruleIndex, ruleType }) => `${ruleType} by ${policyName} (rule ${ruleIndex + 1})`,
    ),
  ) as [string[], string[]];
  const gone = expected.filter((rule) => !actual.includes(rule));
  const fresh = actual.filter((rule) => !expected.includes(rule));
  const words = [
    ...(gone.length > 0 ? [`no longer matched: ${gone.join(', ')}`] : []),
    ...(fresh.length > 0 ? [`newly matched: ${fresh.join(', ')}`] : []),
  ];
  const loosened = stops(golden.call) > stops(now);
  const rules = words.length > 0 ? words.join('; ') : 'the same rules match in another order';
  return unlessEqual('policy-changed', { expected, actual }, rules, { golden, scope, loosened });
}

function stops(call: TraceCall): number {
  return call.policyDecisions.filter(({ ruleType }) => ruleType === 'block' || ruleType === 'requireApproval')
    .length;
}

function approvalDifference(golden: ComparedCall, now: TraceCall, scope: PairScope): Difference[] {
  const [expected, actual] = [approvalOf(golden.call), approvalOf(now)];
  const loosened = expected !== null && actual === null;
  const words = loosened
    ? 'no approval is asked for any more'
    : expected === null
      ? 'an approval is asked for now'
      : 'its approval went another way';
  return unlessEqual('approval-changed', { expected, actual }, words, { golden, scope, loosened });
}

function approvalOf({ approval }: TraceCall): Record<string, unknown> | null {
  if (approval === undefined) return null;
  const { reasons, decision, decidedBy, note } = approval;
  return { reasons, decision: decision ?? null, decidedBy: decidedBy ?? null, note: note ?? null };
}

function attemptsDifference(golden: ComparedCall, now: TraceCall, scope: PairScope): Difference[] {
  const [expected, actual] = [golden.call, now].map(({ attempts }) =>
    attempts.map(({ outcome }) => outcome),
  ) as [string[], string[]];
  const words = `attempts were ${expected.join(', ') || 'none'} and are now ${actual.join(', ') || 'none'}`;
  return unlessEqual('attempts-changed', { expected, actual }, words, { golden, scope });
}

function statusDifference(golden: ComparedCall, now: TraceCall, scope: PairScope): Difference {
  const because = now.error === undefined ? '' : `: ${now.error.message}`;
  return {
    ...base('status-changed', golden, scope),
    path: 'status',
    expected: golden.call.status,
    actual: now.status,
    message: `${golden.call.toolName} ${golden.call.status} in the golden trace and is now ${now.status}${because}.`,
  };
}

function unlessEqual(
  kind: DifferenceKind,
  { expected, actual }: { expected: unknown; actual: unknown },
  words: string,
  { golden, scope, loosened = false }: { golden: ComparedCall; scope: PairScope; loosened?: boolean },
): Difference[] {
  if (canonicalJson(expected) === canonicalJson(actual)) return [];
  const message = `${golden.call.toolName}: ${words}.`;
  return [{ ...base(kind, golden, scope, loosened), expected, actual, message }];
}

function partDifferences(
  kind: 'args-changed' | 'result-changed',
  golden: ComparedCall,
  actual: ComparedCall,
  part: 'input' | 'outcome',
  scope: PairScope,
): Difference[] {
  const root = part === 'input' ? ['input'] : [];
  const leaves = partLeaves(golden[part], actual[part], scope.renaming, root);
  return leaves.map((leaf) => ({
    ...base(kind, golden, scope),
    path: formatPath(leaf.path),
    ...(leaf.expected !== undefined && { expected: leaf.expected }),
    ...(leaf.actual !== undefined && { actual: leaf.actual }),
    message: `${caller(golden.call)}${golden.call.toolName}: ${leafWords(leaf)}.`,
  }));
}

/** The differing leaves of two parts; one for the smallest part that holds them all, where they are many. */
export function partLeaves(
  golden: Part,
  actual: Part,
  renaming: Renaming,
  root: (string | number)[],
): LeafDifference[] {
  if (renaming.match(golden.skeleton, actual.skeleton)) return [];
  const leaves = leafDifferences(golden.json, actual.json, renaming, root);
  if (leaves.length <= MAX_LEAVES) return leaves;
  const path = sharedStart(leaves.map((leaf) => leaf.path));
  const below = path.slice(root.length);
  const [expected, value] = [at(golden.json, below), at(actual.json, below)];
  return [{ path, change: 'changed', expected, actual: value } as LeafDifference];
}

function sharedStart(paths: (string | number)[][]): (string | number)[] {
  const [first = [], ...rest] = paths;
  const length = first.findIndex((part, index) => rest.some((path) => path[index] !== part));
  return length === -1 ? first : first.slice(0, length);
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string | number, unknown> | null)?.[key],
    value,
  );
}

function leafWords(leaf: LeafDifference): string {
  const path = formatPath(leaf.path) || 'the result';
  if (leaf.change === 'renamed') return `${path} is now named ${JSON.stringify(leaf.renamedTo)}`;
  if (leaf.change === 'added') return `${path} is new`;
  return leaf.change === 'removed' ? `${path} is gone` : `${path} changed`;
}

function caller(call: TraceCall): string {
  return call.agentName === undefined ? '' : `${call.agentName} → `;
}

function base(kind: DifferenceKind, item: ComparedCall, scope: PairScope, loosened = false) {
  const { toolName, callId, agentName } = item.call;
  return {
    kind,
    toolName,
    ...(agentName !== undefined && { agentName }),
    callId,
    severity: severityOf(kind, { readOnly: scope.readOnlyTools.has(toolName), loosened }),
    position: item.index + 1,
  };
}
