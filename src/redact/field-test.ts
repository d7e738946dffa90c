import { sensitiveNameTest } from './sensitive-names.ts';

/** A place inside a value: keys and indexes from its top. */
export type ValuePath = readonly (string | number)[];

/** Tells whether a field is sensitive by its name or by its place. */
export type FieldTest = (name: string, path: ValuePath) => boolean;

/** What makes a field sensitive besides the default names. */
export interface SensitiveFields {
  names?: readonly string[];
  /** Places as `customer.email` or `items.*.ssn`; `*` stands for any index or key. */
  paths?: readonly string[];
}

/** Makes the test for fields: default names, the given ones however their words are joined, and the given places. */
export function sensitiveFieldTest({ names = [], paths = [] }: SensitiveFields): FieldTest {
  const isName = sensitiveNameTest(names);
  const patterns = paths.map((path) => path.split('.'));
  return (name, path) => isName(name) || patterns.some((pattern) => matches(pattern, [...path, name]));
}

function matches(pattern: readonly string[], path: ValuePath): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((part, index) => part === '*' || part === String(path[index]))
  );
}
