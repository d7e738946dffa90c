import type { PlanNode } from '../schema/plan/node.ts';
import type { Random } from './random.ts';

/** Makes values of one node of a plan. */
export interface Generator {
  /** A value; `room` is how many levels of nesting may still be opened. */
  generate(random: Random, room: number): unknown;
  /** Simpler values than the given one, the boldest first; they are judged before they are handed out. */
  shrink(value: unknown): Iterable<unknown>;
  /** Values at the rim of what is allowed. */
  edges(random: Random): unknown[];
  /** Levels of nesting that the smallest value needs; `Infinity` where there is no finite value. */
  height: number;
  /** Computes the height from the parts anew. */
  measure?(): number;
  /** All values, where they are few. */
  domain?: readonly unknown[];
  /** The parts, to find what a rule is about and to put a value there. */
  children?: Place[];
  /** The same without the guard of a rule in code: its values may break that rule. */
  unguarded?: Generator;
  /** Why nothing can be made. */
  impossible?: { rule: string; reason: string };
}

/** A part of a generator, and how to make a whole value with a given part in that place. */
export interface Place {
  node: PlanNode;
  generator: Generator;
  /** The key of the part, `*` for any, undefined where the part is the whole value. */
  step: string | undefined;
  put(random: Random, room: number, make: () => unknown): unknown;
}

/** Thrown while generating when a part cannot be made within its bounds. */
export class Stuck extends Error {
  readonly rule: string;
  readonly node: PlanNode;

  constructor(node: PlanNode, rule: string, reason: string) {
    super(reason);
    this.node = node;
    this.rule = rule;
  }
}

/** A generator for a node of which there is no value. */
export function impossible(node: PlanNode, rule: string, reason: string): Generator {
  return {
    height: Infinity,
    impossible: { rule, reason },
    generate() {
      throw new Stuck(node, rule, reason);
    },
    shrink: () => [],
    edges: () => [],
  };
}

/** A generator for a handful of known values, simplest first. */
export function oneOf(values: readonly unknown[]): Generator {
  return {
    height: 0,
    generate: (random) => values[random.below(values.length)],
    shrink(value) {
      const place = values.indexOf(value);
      return place > 0 ? values.slice(0, place) : [];
    },
    edges: () => [...values],
    domain: values,
  };
}
