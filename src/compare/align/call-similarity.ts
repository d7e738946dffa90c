import type { Json } from '../../core/json.ts';
import type { ComparedCall } from './compared-call.ts';

// Larger inputs are judged by their first leaves.
const MAX_LEAVES = 200;

const known = new WeakMap<ComparedCall, Set<string>>();

/** How alike two calls are: 0 for different tools; from 1 to 3 for the same tool, by the share of equal leaves of the input. */
export function callSimilarity(left: ComparedCall, right: ComparedCall): number {
  if (left.call.toolName !== right.call.toolName) return 0;
  const [one, other] = [leavesOf(left), leavesOf(right)];
  let shared = 0;
  for (const leaf of one) if (other.has(leaf)) shared++;
  const total = one.size + other.size;
  return 1 + (total === 0 ? 2 : (4 * shared) / total);
}

function leavesOf(call: ComparedCall): Set<string> {
  let leaves = known.get(call);
  if (leaves === undefined) {
    leaves = new Set();
    collect(call.input.json, '', leaves);
    known.set(call, leaves);
  }
  return leaves;
}

function collect(json: Json, path: string, leaves: Set<string>): void {
  if (leaves.size >= MAX_LEAVES) return;
  if (typeof json !== 'object' || json === null) {
    leaves.add(`${path}=${typeof json === 'string' ? json.slice(0, 200) : String(json)}`);
  } else if (Array.isArray(json)) {
    // The place inside a list does not count, so that one inserted item does not make all others differ.
    for (const item of json) collect(item, `${path}[]`, leaves);
  } else {
    for (const key of Object.keys(json)) collect(json[key] as Json, `${path}.${key}`, leaves);
  }
}
