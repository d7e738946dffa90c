import { isPlainObject } from '../../core/json.ts';
import { rankOf } from '../strings/char-group.ts';

/** How complicated a value is: how much of it there is, then how far its parts are from the simplest. */
interface Complexity {
  size: number;
  detail: number;
}

/**
 * Tells whether a value is simpler than another. Shrinking goes only this way, so it ends whatever a generator offers.
 */
export function isSimpler(candidate: unknown, value: unknown): boolean {
  const [left, right] = [measure(candidate), measure(value)];
  return left.size < right.size || (left.size === right.size && left.detail < right.detail);
}

function measure(root: unknown): Complexity {
  const total: Complexity = { size: 0, detail: 0 };
  const seen = new Set<unknown>();
  const stack: unknown[] = [root];
  while (stack.length > 0) add(stack.pop(), total, stack, seen);
  return total;
}

function add(value: unknown, total: Complexity, stack: unknown[], seen: Set<unknown>): void {
  if (typeof value === 'string') {
    total.size += 1 + value.length;
    for (const char of value.slice(0, 1_000)) total.detail += rankOf(char);
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    total.detail += numberDetail(Number(value));
  } else if (typeof value === 'boolean') {
    total.detail += value ? 1 : 0;
  } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value);
    total.size += 2;
    if (value instanceof Date) total.detail += numberDetail(value.getTime());
    else if (value instanceof File) total.size += value.size;
    else if (value instanceof Map) stack.push(...[...(value as Map<unknown, unknown>)].flat());
    else if (value instanceof Set || Array.isArray(value)) stack.push(...(value as Iterable<unknown>));
    else if (isPlainObject(value)) {
      total.size += Object.keys(value).length;
      stack.push(...Object.values(value));
    }
  }
}

/** Grows slowly with the size, so that one large number does not outweigh many texts. */
function numberDetail(value: number): number {
  if (!Number.isFinite(value)) return 1_000;
  const decimals = Number.isInteger(value) ? 0 : String(value).length;
  return Math.abs(value) + decimals * 50 + (value < 0 || Object.is(value, -0) ? 0.5 : 0);
}
