import type { Turn } from '../call.ts';

/** A line in which calls come to their turn in the order in which they entered. */
export interface Line {
  enter(): Turn;
}

/** Makes an empty line. While nobody stands before a call it does not wait at all. */
export function createLine(): Line {
  let last: Promise<void> | undefined;
  return {
    enter() {
      const before = last;
      let release!: () => void;
      const mine = new Promise<void>((resolve) => {
        release = resolve;
      });
      last = mine;
      return {
        wait: () => before,
        release() {
          release();
          if (last === mine) last = undefined;
        },
      };
    },
  };
}
