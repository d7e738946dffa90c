import type { ForeignCall } from './conversation.ts';

/** The turns of a conversation while its messages are read, and the calls that wait for their results. */
export interface PendingCalls {
  readonly turns: ForeignCall[][];
  beginTurn(): void;
  ask(id: string, call: ForeignCall): void;
  /** Gives a result to the oldest call of this id that has none; false where there is none. */
  answer(id: string, result: NonNullable<ForeignCall['result']>): boolean;
}

/** Starts reading a conversation. Ids may repeat in it: a result belongs to the oldest open call of its id. */
export function createPendingCalls(): PendingCalls {
  const turns: ForeignCall[][] = [];
  const open = new Map<string, ForeignCall[]>();
  let turn: ForeignCall[] | undefined;
  return {
    turns,
    beginTurn() {
      turn = undefined;
    },
    ask(id, call) {
      if (turn === undefined) turns.push((turn = []));
      turn.push(call);
      open.set(id, [...(open.get(id) ?? []), call]);
    },
    answer(id, result) {
      const call = open.get(id)?.shift();
      if (call === undefined) return false;
      call.result = result;
      return true;
    },
  };
}
