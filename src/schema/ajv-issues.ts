import type { ErrorObject } from 'ajv';
import type { Issue } from '../core/errors.ts';

/** The code that zod would report for the same mistake. */
const codes: Record<string, string> = {
  type: 'invalid_type',
  required: 'invalid_type',
  dependentRequired: 'invalid_type',
  dependencies: 'invalid_type',
  'false schema': 'invalid_type',
  additionalProperties: 'unrecognized_keys',
  unevaluatedProperties: 'unrecognized_keys',
  enum: 'invalid_value',
  const: 'invalid_value',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  minLength: 'too_small',
  minItems: 'too_small',
  minProperties: 'too_small',
  contains: 'too_small',
  maximum: 'too_big',
  exclusiveMaximum: 'too_big',
  maxLength: 'too_big',
  maxItems: 'too_big',
  maxProperties: 'too_big',
  additionalItems: 'too_big',
  items: 'too_big',
  unevaluatedItems: 'too_big',
  multipleOf: 'not_multiple_of',
  pattern: 'invalid_format',
  format: 'invalid_format',
  anyOf: 'invalid_union',
  oneOf: 'invalid_union',
  propertyNames: 'invalid_key',
};

/** Turns the errors of ajv into issues with the codes that zod has for them; what is left has the code `custom`. */
export function toIssues(errors: readonly ErrorObject[], value: unknown): Issue[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const names = errors.filter((error) => error.keyword === 'propertyNames');
  const isInner = (error: ErrorObject): boolean =>
    unions.some((union) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`)) ||
    names.some((name) => error !== name && error.schemaPath.startsWith(`${name.schemaPath}/`));
  const issues = errors
    .filter((error) => error.keyword !== 'if' && !isInner(error))
    .map((error) => toIssue(error, value));
  return issues.length > 0 ? issues : [{ path: [], code: 'custom', message: 'Invalid input' }];
}

function toIssue(error: ErrorObject, value: unknown): Issue {
  const path = readPointer(error.instancePath, value);
  const { missingProperty, propertyName } = error.params as Record<string, unknown>;
  if (typeof missingProperty === 'string') path.push(missingProperty);
  if (error.keyword === 'propertyNames' && typeof propertyName === 'string') path.push(propertyName);
  return { path, code: codes[error.keyword] ?? 'custom', message: messageFor(error) };
}

function messageFor(error: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty, allowedValues } = error.params as Record<string, unknown>;
  const key = additionalProperty ?? unevaluatedProperty;
  if (typeof key === 'string') return `Unrecognized key: ${JSON.stringify(key)}`;
  if (Array.isArray(allowedValues)) {
    return `Invalid option: expected one of ${allowedValues.map((option) => JSON.stringify(option)).join('|')}`;
  }
  return `Invalid input: ${error.message ?? error.keyword}`;
}

/** Reads a JSON pointer against the value it points into, so that an index of an array becomes a number. */
function readPointer(pointer: string, value: unknown): (string | number)[] {
  let current = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const inArray = Array.isArray(current);
      current = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
      return inArray ? Number(key) : key;
    });
}
