import { isEqual } from '../../core/canonical.ts';
import { parseField, readField } from './field.ts';
import type { FieldCondition } from '../rule.ts';
import { isPlaceholder, PolicyFault, type Truth } from '../truth.ts';

/** The longest text that a pattern is tried on, so that a hostile input cannot stall the run. */
export const MAX_MATCHED_LENGTH = 100_000;

/** Compiles a comparison of one field. `redacted` says that placeholders may stand for values (stored traces). */
export function compileField(condition: FieldCondition, redacted: boolean): (root: object) => Truth {
  const path = parseField(condition.field)!;
  const test = compileTest(condition);
  return (root) => {
    const value = readField(root, path);
    if (redacted && condition.op !== 'exists' && isPlaceholder(value)) return undefined;
    return test(value);
  };
}

function compileTest(condition: FieldCondition): (value: unknown) => boolean {
  switch (condition.op) {
    case 'eq':
      return (value) => equals(value, condition.value);
    case 'ne':
      return (value) => !equals(value, condition.value);
    case 'in':
      return (value) => condition.value.some((item) => equals(value, item));
    case 'exists': {
      const wanted = condition.value ?? true;
      return (value) => (value !== undefined && value !== null) === wanted;
    }
    case 'matches': {
      const pattern = new RegExp(condition.value, 'u');
      return (value) => matches(value, pattern, condition.field);
    }
    default:
      return (value) => compare(value, condition.op, condition.value, condition.field);
  }
}

function equals(value: unknown, wanted: unknown): boolean {
  if (value === wanted) return true;
  if (typeof value !== 'object' || typeof wanted !== 'object') return Object.is(value, wanted);
  return value !== null && wanted !== null && isEqual(value, wanted);
}

function matches(value: unknown, pattern: RegExp, field: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'string') throw new PolicyFault(`${field} is no text`);
  if (value.length > MAX_MATCHED_LENGTH) {
    throw new PolicyFault(`${field} is longer than ${MAX_MATCHED_LENGTH} characters`);
  }
  return pattern.test(value);
}

function compare(
  value: unknown,
  op: 'gt' | 'gte' | 'lt' | 'lte',
  limit: number | string,
  field: string,
): boolean {
  if (value === undefined || value === null) return false;
  const comparable =
    typeof value === 'bigint' && typeof limit === 'number' ? true : typeof value === typeof limit;
  if (!comparable || Number.isNaN(value)) {
    throw new PolicyFault(`${field} is not comparable with ${JSON.stringify(limit)}`);
  }
  const left = value as number;
  if (op === 'gt') return left > (limit as number);
  if (op === 'gte') return left >= (limit as number);
  return op === 'lt' ? left < (limit as number) : left <= (limit as number);
}
