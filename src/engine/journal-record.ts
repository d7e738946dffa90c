import { AppError, type ErrorRecord } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { RunStatus } from '../trace/trace.ts';
import type { RunWait } from './store.ts';

/** One entry of a run's journal. Private and complete: a run is resumed from it and its events are read from it. */
export type JournalRecord =
  | { t: 'start'; input: Json }
  /** A step was asked for. `inner` is the scope of what happens inside it, `loose` says that failures in there are tried again. */
  | {
      t: 'begun';
      id: string;
      kind: string;
      shown?: true;
      inner?: string;
      loose?: true;
      dueAt?: number;
      about?: Json;
    }
  | { t: 'tried'; id: string; attempt: number; error: ErrorRecord; dueAt?: number }
  | { t: 'done'; id: string; kind: string; shown?: true; inner?: string; value: Json; values?: Json }
  | { t: 'failed'; id: string; kind: string; shown?: true; inner?: string; error: ErrorRecord; values?: Json }
  | { t: 'event'; id: string; event: Json }
  /** Something from outside: a decision, the end of a child. */
  | { t: 'signal'; name: string; value: Json }
  | { t: 'suspended'; status: RunStatus; waits: RunWait[] }
  | { t: 'resumed' }
  | { t: 'diverged'; error: ErrorRecord }
  | { t: 'end'; status: 'completed'; output: Json }
  | { t: 'end'; status: 'failed'; error: ErrorRecord }
  | { t: 'end'; status: 'cancelled'; reason?: string };

/** Where and as what a step is known: the scope's path, its key and how often the key was asked for before. */
export interface StepName {
  scope: string;
  key: string;
  occurrence: number;
}

// Neither scopes nor keys may hold this character, so that an id can be taken apart again.
const SEPARATOR = '\u0000';

export function stepId({ scope, key, occurrence }: StepName): string {
  return `${scope}${SEPARATOR}${key}#${occurrence}`;
}

export function readStepId(id: string): StepName {
  const cut = id.indexOf(SEPARATOR);
  const hash = id.lastIndexOf('#');
  return { scope: id.slice(0, cut), key: id.slice(cut + 1, hash), occurrence: Number(id.slice(hash + 1)) };
}

/**
 * A key of the engine's own, such as that of a tool call: users' keys hold no control characters, so they never meet.
 */
export function ownKey(kind: 'call' | 'agent' | 'scope' | 'model', name: string): string {
  return `${{ call: '\u0001', agent: '\u0002', scope: '\u0003', model: '\u0004' }[kind]}${name}`;
}

/** The key with its number where it is not the first of its name. */
export function shownKey({ key, occurrence }: StepName): string {
  const shown = key.replace(/^\p{Cc}/u, '');
  return occurrence === 1 ? shown : `${shown}#${occurrence}`;
}

/** A step in words, for messages. */
export function describeStep(id: string, kind: string): string {
  const name = readStepId(id);
  return `${kind} ${JSON.stringify(shownKey(name))} in ${name.scope}`;
}

const MAX_KEY = 200;

/** @throws AppError CONFIG_INVALID for a key that is empty, too long or holds control characters. */
export function checkKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && key !== '' && key.length <= MAX_KEY && !/\p{Cc}/u.test(key)) return;
  const shown = typeof key === 'string' ? JSON.stringify(key.slice(0, 40)) : typeof key;
  throw new AppError(
    'CONFIG_INVALID',
    `A step key must be a text of 1 to ${MAX_KEY} characters without control characters; it is ${shown}.`,
  );
}

/** A key as one part of a scope's path. */
export function scopePart(key: string): string {
  return key.replaceAll('%', '%25').replaceAll('/', '%2F');
}
