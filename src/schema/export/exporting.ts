import { encode } from '../../core/codec.ts';
import type { Unrepresentable } from '../schema.ts';
import type { PlanNode } from '../plan/node.ts';

export type JsonObject = Record<string, unknown>;

/** What the parts of the exporter hand each other. */
export interface Exporting {
  /** Exports the node that lies under `step` (the same value where it is undefined). */
  child(node: PlanNode, step?: string): JsonObject;
  /** Notes something that JSON Schema cannot say at the place where the exporter is. */
  note(reason: string, kind: Unrepresentable['kind']): void;
}

/** A value as JSON; kinds that JSON lacks are tagged by the codec. */
export function plain(value: unknown): unknown {
  return encode(value, { unsupported: 'mark' });
}
