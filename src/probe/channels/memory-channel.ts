import type { Channel } from '../../tool/channel.ts';
import { createOperations, type Operations } from './operations.ts';

/** A channel whose state lives in memory: one `observe` and operations that change what it shows. */
export function memoryChannel<Operated extends object>(
  name: string,
  observe: () => unknown,
  operate: (perform: Operations['perform']) => Operated,
): Channel & Operated {
  const { perform, operations, disturb, hold } = createOperations(name);
  const channel: Channel = {
    name,
    faults: ['refused', 'reply-dropped', 'crash'],
    observe,
    operations,
    disturb,
    hold,
  };
  return Object.assign(channel, operate(perform));
}
