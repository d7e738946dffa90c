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
  const policies = setDifference(
    'policy-changed',
    golden,
    scope,
    before.policyDecisions.map(({ policyName, ruleIndex, ruleType }) => ({
      policyName,
      ruleIndex,
      ruleType,
    })),
    now.policyDecisions.map(({ policyName, ruleIndex, ruleType }) => ({ policyName, ruleIndex, ruleType })),
    'the policy rules that matched changed',
    stops(before) > stops(now),
  );
  const approval = setDifference(
    'approval-changed',
    golden,
    scope,
    approvalOf(before),
    approvalOf(now),
    'its approval changed',
    before.approval !== undefined && now.approval === undefined,
  );
  const attempts = setDifference(
    'attempts-changed',
    golden,
    scope,
    before.attempts.map(({ outcome }) => outcome),
    now.attempts.map(({ outcome }) => outcome),
    `${before.attempts.length} attempts became ${now.attempts.length}`,
  );
  const outcome =
    before.status === now.status
      ? partDifferences('result-changed', golden, actual, 'outcome', scope)
      : [statusDifference(golden, now, scope)];
  return [...policies, ...approval, ...attempts, ...outcome];
}

function stops(call: TraceCall): number {
  return call.policyDecisions.filter(({ ruleType }) => ruleType === 'block' || ruleType === 'requireApproval')
    .length;
}

function approvalOf({ approval }: TraceCall): unknown {
  if (approval === undefined) return null;
  const { reasons, decision, decidedBy, note } = approval;
  return { reasons, decision: decision ?? null, decidedBy: decidedBy ?? null, note: note ?? null };
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

function setDifference(
  kind: DifferenceKind,
  golden: ComparedCall,
  scope: PairScope,
  expected: unknown,
  actual: unknown,
  words: string,
  loosened = false,
): Difference[] {
  if (canonicalJson(expected) === canonicalJson(actual)) return [];
  return [
    {
      ...base(kind, golden, scope, loosened),
      expected,
      actual,
      message: `${golden.call.toolName}: ${words}.`,
    },
  ];
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
