import type { Turn } from '../call.ts';

/** A line in which calls come to their turn in the order in which they entered. */
export interface Line {
  enter(): Turn;
}

/** Makes an empty line. While nobody stands before a call it does not wait at all. */
export function createLine(): Line {
  let last: Place | undefined;
  return {
    enter() {
      const place = new Place(last);
      last = place;
      return place;
    },
  };
}

/** A call's place in the line; it is over when the call has released it and every place before it is over. */
class Place implements Turn {
  #isFirst: boolean;
  #isReleased = false;
  #next: Place | undefined;
  #wake: (() => void) | undefined;

  constructor(before: Place | undefined) {
    this.#isFirst = before === undefined || before.#isOver();
    if (before !== undefined && !this.#isFirst) before.#next = this;
  }

  wait(): Promise<void> | undefined {
    if (this.#isFirst) return undefined;
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    // A call may end before its turn, so those behind it still wait for those before it.
    if (!this.#isOver()) return;
    let next = this.#passOn();
    while (next !== undefined && next.#isOver()) next = next.#passOn();
  }

  #isOver(): boolean {
    return this.#isFirst && this.#isReleased;
  }

  #passOn(): Place | undefined {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined) return undefined;
    next.#isFirst = true;
    next.#wake?.();
    return next;
  }
}
