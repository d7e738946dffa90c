import type { RunRow, Store, StoredEvent, StoredItem, WriteBatch } from './store.ts';

/** Gathers what all runs want to keep and writes it in one commit per turn of the event loop. */
export interface Committer {
  /** Adds a record (JSON text) to the journal of a run; `onDurable` is called when it is on disk. */
  append(runId: string, record: string, onDurable?: () => void): void;
  saveRow(row: RunRow): void;
  saveItem(item: StoredItem): void;
  saveEvent(event: Omit<StoredEvent, 'number'>): void;
  /** Resolves when all that was handed in so far is durable. @throws what the store threw */
  flush(): Promise<void>;
}

interface Open {
  rows: Map<string, RunRow>;
  journal: Map<string, string[]>;
  items: Map<string, StoredItem>;
  events: Omit<StoredEvent, 'number'>[];
  callbacks: (() => void)[];
  done: Promise<void>;
  settle: { resolve: () => void; reject: (thrown: unknown) => void };
}

/** After a failed write nothing more is written: what the disk holds then is not known. `onFailure` hears of it once. */
export function createCommitter(store: Store, onFailure: (thrown: unknown) => void): Committer {
  let open: Open | undefined;
  let writing: Promise<void> | undefined;
  let failed: { thrown: unknown } | undefined;

  const write = async (): Promise<void> => {
    const batch = open!;
    open = undefined;
    try {
      if (failed !== undefined) throw failed.thrown;
      const written = store.write(toBatch(batch));
      if (written instanceof Promise) await written;
    } catch (thrown) {
      const first = failed === undefined;
      failed = { thrown };
      batch.settle.reject(thrown);
      if (first) onFailure(thrown);
      return;
    }
    for (const callback of batch.callbacks) callback();
    batch.settle.resolve();
  };
  const schedule = (): void => {
    setImmediate(() => {
      // An asynchronous store takes one batch at a time; what comes meanwhile goes into the next.
      if (writing !== undefined) return void writing.then(schedule);
      writing = write().finally(() => (writing = undefined));
    });
  };
  const current = (): Open => {
    if (open === undefined) {
      open = createOpen();
      schedule();
    }
    return open;
  };
  return {
    append(runId, record, onDurable) {
      const { journal, callbacks } = current();
      const records = journal.get(runId);
      if (records === undefined) journal.set(runId, [record]);
      else records.push(record);
      if (onDurable !== undefined) callbacks.push(onDurable);
    },
    saveRow: (row) => void current().rows.set(row.runId, row),
    saveItem: (item) => void current().items.set(item.itemId, item),
    saveEvent: (event) => void current().events.push(event),
    flush: () =>
      open?.done ?? writing ?? (failed === undefined ? Promise.resolve() : Promise.reject(failed.thrown)),
  };
}

function createOpen(): Open {
  let settle!: Open['settle'];
  const done = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // Those who flush see the failure; without them it must not end the process.
  done.catch(() => undefined);
  return { rows: new Map(), journal: new Map(), items: new Map(), events: [], callbacks: [], done, settle };
}

function toBatch({ rows, journal, items, events }: Open): WriteBatch {
  return {
    rows: [...rows.values()],
    journal: [...journal].map(([runId, records]) => ({ runId, records: `[${records.join(',')}]` })),
    items: [...items.values()],
    events,
  };
}
