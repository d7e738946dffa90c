/**
 * The neutral plan of a schema: a graph of nodes (cycles by identity) that says what a value must be, whatever the
 * schema was written in. Checks carry zod's names for them; where a rule is code, `test` runs it.
 */
export type PlanNode = NodeBase & NodeShape;

interface NodeBase {
  /** In the order in which they run. */
  checks: Check[];
  meta: NodeMeta;
  /** Runs this part of the schema alone; undefined where only a promise could tell. */
  accepts?: (value: unknown) => boolean | undefined;
}

/** What an author wrote beside the rules. */
export interface NodeMeta {
  title?: string;
  description?: string;
  examples?: unknown[];
  deprecated?: boolean;
  sensitive?: boolean;
  /** Hints for generating values. */
  touchstone?: unknown;
  /** Further keywords, passed on to JSON Schema as they are. */
  keywords?: Record<string, unknown>;
}

export type LeafKind =
  | 'boolean'
  | 'null'
  | 'undefined'
  | 'void'
  | 'any'
  | 'unknown'
  | 'never'
  | 'nan'
  | 'symbol'
  | 'file'
  | 'function'
  | 'custom'
  | 'transform';

export type WrapperKind =
  | 'optional'
  | 'nullable'
  | 'nonoptional'
  | 'default'
  | 'prefault'
  | 'catch'
  | 'readonly'
  | 'success'
  | 'promise'
  | 'lazy';

export type NodeShape =
  | { kind: LeafKind; coerce?: boolean }
  | { kind: 'string' | 'number' | 'bigint' | 'date'; coerce?: boolean }
  | { kind: 'literal'; values: readonly unknown[] }
  | { kind: 'array'; element: PlanNode }
  | { kind: 'set'; element: PlanNode }
  | { kind: 'tuple'; items: PlanNode[]; rest: PlanNode | undefined; minimum: number }
  | ObjectShape
  | { kind: 'record'; key: PlanNode; value: PlanNode; mode: 'strict' | 'partial' | 'loose' }
  | { kind: 'map'; key: PlanNode; value: PlanNode }
  | { kind: 'union'; options: PlanNode[]; mode: 'any' | 'one'; discriminator: string | undefined }
  | { kind: 'intersection'; left: PlanNode; right: PlanNode }
  | WrapperShape
  | { kind: 'pipe'; how: 'pipe' | 'codec' | 'preprocess'; from: PlanNode; to: PlanNode }
  | { kind: 'template'; parts: (string | PlanNode)[]; pattern: RegExp };

export interface ObjectShape {
  kind: 'object';
  properties: Property[];
  /** Other keys: dropped, refused, kept, or kept when they fit a node. */
  rest: 'strip' | 'strict' | 'loose' | PlanNode;
  /** JSON Schema's patternProperties. */
  patterns?: { pattern: RegExp; node: PlanNode }[];
  /** JSON Schema's propertyNames. */
  names?: PlanNode;
}

export interface Property {
  key: string;
  node: PlanNode;
  /** Whether the key must be there on the input side. */
  required: boolean;
}

export interface WrapperShape {
  kind: WrapperKind;
  inner: PlanNode;
  /** The value of `default`, `prefault`; read anew on each call. */
  value?: () => unknown;
  /** `optional` that takes an absent key but not `undefined`. */
  exact?: boolean;
}

export type OverwriteKind = 'trim' | 'lower_case' | 'upper_case' | 'normalize' | 'slugify' | 'unknown';

export type Check =
  | {
      check: 'min_length' | 'max_length' | 'length_equals' | 'min_size' | 'max_size' | 'size_equals';
      value: number;
    }
  | { check: 'greater_than' | 'less_than'; value: number | bigint | Date; inclusive: boolean }
  | { check: 'multiple_of'; value: number | bigint }
  | { check: 'number_format' | 'bigint_format'; format: string }
  | { check: 'starts_with' | 'ends_with'; text: string }
  | { check: 'includes'; text: string; position: number | undefined }
  | { check: 'lowercase' | 'uppercase' | 'unique' }
  | { check: 'regex'; pattern: RegExp }
  | FormatCheck
  | { check: 'overwrite'; change: OverwriteKind; apply: (value: unknown) => unknown }
  | { check: 'property'; key: string; node: PlanNode }
  | { check: 'mime_type'; types: readonly string[] }
  | CodeCheck;

/** A named format of strings. */
export interface FormatCheck {
  check: 'format';
  name: string;
  /** What a value must match, where the format is a pattern. */
  pattern: RegExp | undefined;
  /** The author's own pattern, not the library's. */
  ownPattern: boolean;
  /** Such as `{ precision: 3 }`. */
  options: Record<string, unknown>;
  /** The whole rule, for formats that are more than a pattern. */
  test: ((text: string) => boolean) | undefined;
}

/** A rule that is code: only running it tells whether a value keeps it. */
export interface CodeCheck {
  check: 'custom';
  /** Words for people, such as `not` or `refine`. */
  label: string;
  test: (value: unknown) => boolean | Promise<boolean>;
  /** A native async function: it can never be run synchronously. */
  asynchronous: boolean;
}

/** A plan of a whole schema. */
export interface Plan {
  root: PlanNode;
  /** `always` when a part is known to need a promise, `maybe` when code could return one, else `never`. */
  asynchronous: 'always' | 'maybe' | 'never';
}
