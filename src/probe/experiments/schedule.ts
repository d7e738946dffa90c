/** Decides which of several waiting operations goes first, and remembers what else could have been decided. */
export interface Schedule {
  /** A place among `waiting` operations, from 0. */
  choose(waiting: number): number;
  /** The choices for the next order to try, depth first; undefined when every order was tried. */
  next(): readonly number[] | undefined;
  readonly name: string;
}

/** Makes the schedule that begins with the given choices and goes on first come, first served. */
export function createSchedule(choices: readonly number[]): Schedule {
  const taken: number[] = [];
  const widths: number[] = [];
  return {
    name: choices.length === 0 ? 'first come, first served' : `order ${choices.join('')}`,
    choose(waiting) {
      const choice = Math.min(choices[taken.length] ?? 0, waiting - 1);
      taken.push(choice);
      widths.push(waiting);
      return choice;
    },
    next() {
      for (let place = taken.length - 1; place >= 0; place -= 1) {
        if (taken[place]! + 1 < widths[place]!) return [...taken.slice(0, place), taken[place]! + 1];
      }
      return undefined;
    },
  };
}
