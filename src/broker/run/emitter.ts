import type { NewEvent, TraceEvent } from '../../trace/events.ts';

export type EventObserver = (event: TraceEvent) => unknown;

/**
 * Numbers events from 1, in place, and tells an observer of each. Whatever the observer does, throw, reject or never answer, the
 * run goes on; only its own output is lost.
 */
export function createEmitter(observer: EventObserver, elapsedMs?: () => number): (event: NewEvent) => void {
  let seq = 0;
  return (event) => {
    const numbered = event as TraceEvent;
    numbered.seq = seq += 1;
    if (elapsedMs !== undefined && numbered.atMs === undefined) numbered.atMs = elapsedMs();
    try {
      const answer: unknown = observer(numbered);
      if (answer instanceof Promise) answer.catch(() => undefined);
    } catch {
      // The observer's own fault.
    }
  };
}
