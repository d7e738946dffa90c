import type { ToolAnnotations } from '../../src/tool/tool.ts';
import type { Behaviour } from './looks.ts';
import type { Place } from './place.ts';

/** One behaviour with its label. `make` is called for each process: what it keeps outside `place` is lost in a restart. */
export interface Plan {
  /** Neutral, so that no name carries the label. */
  id: string;
  label: 'faulty' | 'sound';
  /** What was done to a sound tool, or how a sound one is sound. */
  operator: string;
  /** The disturbance under which an independent oracle sees the fault. */
  exposedBy?: Disturbance;
  annotations?: ToolAnnotations;
  make(place: Place): Behaviour;
}

export type Disturbance = 'repeat' | 'restart' | 'hour' | 'lost' | 'refused' | 'death' | 'race' | 'other';

/** A faulty behaviour. */
export function faulty(
  id: string,
  operator: string,
  exposedBy: Disturbance,
  make: Plan['make'],
  annotations?: ToolAnnotations,
): Plan {
  return { id, label: 'faulty', operator, exposedBy, make, ...(annotations && { annotations }) };
}

/** A sound behaviour. */
export function sound(id: string, operator: string, make: Plan['make'], annotations?: ToolAnnotations): Plan {
  return { id, label: 'sound', operator, make, ...(annotations && { annotations }) };
}
