import { AppError } from '../../core/errors.ts';
import type { Channel, FaultKind } from '../../tool/channel.ts';

interface Armed {
  fault: FaultKind;
  struck: () => void;
}

/** The line in which the operations of one channel are counted, held and disturbed. */
export interface Operations extends Pick<Channel, 'operations' | 'disturb' | 'hold'> {
  /** Performs one operation. A fault is thrown as an AppError with `details.fault`. */
  perform<Value>(commit: () => Value | Promise<Value>): Promise<Value>;
}

/** Makes the line of a channel; without disturbance an operation is just performed. */
export function createOperations(channelName: string): Operations {
  let count = 0;
  let gate: (() => Promise<void>) | undefined;
  const armed = new Map<number, Armed>();
  return {
    async perform(commit) {
      count += 1;
      const number = count;
      await gate?.();
      const disturbance = armed.get(number);
      if (disturbance?.fault === 'refused') {
        disturbance.struck();
        throw failureOf(channelName, 'refused');
      }
      const value = await commit();
      if (disturbance === undefined) return value;
      disturbance.struck();
      if (disturbance.fault === 'crash') return new Promise(() => undefined);
      throw failureOf(channelName, disturbance.fault);
    },
    operations: () => count,
    disturb: (fault, operation) => new Promise((struck) => void armed.set(operation, { fault, struck })),
    hold(next) {
      gate = next;
    },
  };
}

function failureOf(channelName: string, fault: FaultKind): Error {
  const what = fault === 'refused' ? 'refused the operation' : 'broke off after the operation';
  return new AppError('TOOL_EXECUTION_FAILED', `${channelName} ${what}.`, { details: { fault } });
}

/** The fault that the experiment ordered, where an error came of one. */
export function orderedFault(thrown: unknown): FaultKind | undefined {
  return AppError.is(thrown) ? (thrown.details?.['fault'] as FaultKind | undefined) : undefined;
}
