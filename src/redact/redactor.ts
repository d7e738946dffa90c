import type { Json } from '../core/json.ts';
import type { FieldTest } from './field-test.ts';
import { createPlaceholders, type Placeholders, type ValueForm } from './placeholders.ts';
import { collectValues } from './collect-values.ts';
import { replaceValues } from './replace-values.ts';
import { createValueSearch, type ValueHit, type ValueSearch } from './value-search.ts';

/** A place where something was redacted, and why: its field is named sensitive, its value is, or it looks like a secret. */
export interface RedactionHit {
  path: (string | number)[];
  reason: 'name' | 'value' | 'shape';
  /** The sensitive field's name, or the kind of secret. */
  label: string;
  placeholder: string;
  /** How the value was written there. */
  form: ValueForm;
  /** The value; for judging leaks, never for output. */
  value: string;
}

/** What the passes over one run share. */
export interface RedactionMemory {
  readonly placeholders: Placeholders;
  readonly search: ValueSearch;
  /** By sensitive value, the field that made it known first. */
  readonly labels: Map<string, string>;
}

/**
 * Redacts all that belongs to one run. First `collect` sees everything and learns the values of sensitive fields, then
 * `apply` makes the redacted copy: those values are replaced wherever they turn up, also encoded and inside texts.
 */
export interface Redactor {
  /** Learns from a value in codec form; answers what it learned. */
  collect(json: Json, isSensitive: FieldTest): { value: string; label: string }[];
  /** Learns one value by itself, such as a variable of the environment. */
  learn(value: string, label: string): void;
  apply(json: Json, isSensitive: FieldTest): { json: Json; hits: RedactionHit[] };
  /** As `apply`, with placeholders that tell the kind and no number, for sorting before numbers are given. */
  mask(json: Json, isSensitive: FieldTest): Json;
  /** Where learned values stand in a text as it is; for a last look at what is about to be written. */
  find(text: string): ValueHit[];
  /** Tells whether a value was learned. */
  knows(value: string): boolean;
}

const masks: Placeholders = { of: (_value, label) => `[REDACTED:${label}]`, reserve: () => undefined };

/** Starts the redaction of one run. Values are in codec form; the ones given are never changed. */
export function createRedactor(): Redactor {
  const memory: RedactionMemory = {
    placeholders: createPlaceholders(),
    search: createValueSearch(),
    labels: new Map(),
  };
  const learn = (value: string, label: string): void => {
    if (!memory.labels.has(value)) memory.labels.set(value, label);
    memory.search.add(value);
  };
  return {
    learn,
    collect(json, isSensitive) {
      const found = collectValues(json, isSensitive, (text) => memory.placeholders.reserve(text));
      for (const { value, label } of found) learn(value, label);
      return found;
    },
    apply: (json, isSensitive) => replaceValues(json, isSensitive, memory),
    mask: (json, isSensitive) => replaceValues(json, isSensitive, { ...memory, placeholders: masks }).json,
    find: (text) => memory.search.find(text),
    knows: (value) => memory.labels.has(value),
  };
}
