/**
 * Keeps the calls of one batch together: they are judged one after the other in their order, and none is executed before
 * every one of them has been let through or has ended.
 */
export interface BatchGate {
  /** Resolves when every call before this one has been judged. */
  enter(index: number): Promise<unknown>;
  /** The call was judged, or ended; it may still wait for a person. */
  judged(index: number): void;
  /** Nothing stands before the call's execution any more, or it has ended. */
  through(index: number): void;
  /** Resolves when this holds for all. */
  opened: Promise<unknown>;
}

/** Makes the gate for a batch of `size` calls. */
export function createBatchGate(size: number): BatchGate {
  const judged = Array.from({ length: size }, createLatch);
  const through = Array.from({ length: size }, createLatch);
  return {
    enter: (index) => Promise.all(judged.slice(0, index).map(({ opened }) => opened)),
    judged: (index) => judged[index]!.open(),
    through(index) {
      judged[index]!.open();
      through[index]!.open();
    },
    opened: Promise.all(through.map(({ opened }) => opened)),
  };
}

function createLatch(): { opened: Promise<void>; open: () => void } {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
