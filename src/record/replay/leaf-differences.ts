import { canonicalJson } from '../../core/canonical.ts';
import type { Json } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';

/** One place at which the input asked for differs from a recorded one. */
export interface InputDifference {
  /** Such as `input.items[0].price`. */
  path: string;
  /** Absent where the recorded input has nothing there. */
  recorded?: unknown;
  /** Absent where the input asked for has nothing there. */
  asked?: unknown;
}

const MOST = 200;

/** The places at which two inputs in codec form differ, at most 200; `isSame` may let leaves pass, such as placeholders. */
export function inputDifferences(
  recorded: Json,
  asked: Json,
  isSame: (recorded: Json, asked: Json) => boolean,
): InputDifference[] {
  const differences: InputDifference[] = [];
  const path: (string | number)[] = ['input'];
  const visit = (left: Json | undefined, right: Json | undefined): void => {
    if (differences.length >= MOST) return;
    if (left !== undefined && right !== undefined) {
      if (isSame(left, right) || canonicalJson(left) === canonicalJson(right)) return;
      const keys = keysOf(left, right);
      if (keys !== undefined) {
        for (const key of keys) {
          path.push(key);
          visit(part(left, key), part(right, key));
          path.pop();
        }
        return;
      }
    }
    differences.push({
      path: formatPath(path),
      ...(left !== undefined && { recorded: left }),
      ...(right !== undefined && { asked: right }),
    });
  };
  visit(recorded, asked);
  return differences;
}

function keysOf(left: Json, right: Json): (string | number)[] | undefined {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return undefined;
  if (Array.isArray(left) !== Array.isArray(right)) return undefined;
  if (Array.isArray(left)) {
    return Array.from({ length: Math.max(left.length, (right as Json[]).length) }, (_, index) => index);
  }
  return [...new Set([...Object.keys(left), ...Object.keys(right)])];
}

function part(json: Json, key: string | number): Json | undefined {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, key)) return undefined;
  return (json as { [key: string]: Json })[key];
}
