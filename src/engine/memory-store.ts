import { randomBytes } from 'node:crypto';
import type { RunFilter, RunRow, Store, StoredEvent, StoredItem } from './store.ts';

/** Keeps runs in memory, for tests and short scripts: they are gone when the process ends. */
export function memoryStore(): Store {
  const rows = new Map<string, RunRow>();
  const journals = new Map<string, string[]>();
  const items = new Map<string, StoredItem>();
  const events: StoredEvent[] = [];
  const eventIds = new Set<string>();
  const secret = randomBytes(32).toString('hex');
  return {
    open() {},
    write(batch) {
      for (const row of batch.rows) rows.set(row.runId, structuredClone(row));
      for (const { runId, records } of batch.journal) {
        const journal = journals.get(runId);
        if (journal === undefined) journals.set(runId, [records]);
        else journal.push(records);
      }
      for (const item of batch.items) items.set(item.itemId, structuredClone(item));
      for (const event of batch.events) {
        if (eventIds.has(event.eventId)) continue;
        eventIds.add(event.eventId);
        events.push({ ...structuredClone(event), number: events.length + 1 });
      }
    },
    readRun: (runId) => structuredClone(rows.get(runId)),
    readRuns: (filter) => structuredClone(selectRuns([...rows.values()], filter)),
    readJournal: (runId) => [...(journals.get(runId) ?? [])],
    readItem: (itemId) => structuredClone(items.get(itemId)),
    readItems: ({ runId, status }) =>
      structuredClone(
        [...items.values()].filter(
          (item) =>
            (runId === undefined || item.runId === runId) && (status === undefined || item.status === status),
        ),
      ),
    readEvents: (topic, after) =>
      structuredClone(events.filter((event) => event.topic === topic && event.number > after)),
    lastEvent: () => events.length,
    secret: () => secret,
    remove(runIds) {
      for (const runId of runIds) {
        rows.delete(runId);
        journals.delete(runId);
        for (const [itemId, item] of items) if (item.runId === runId) items.delete(itemId);
      }
    },
    close() {},
  };
}

/** The rows that a filter lets through, newest first. */
export function selectRuns(rows: RunRow[], filter: RunFilter): RunRow[] {
  const { statuses, name, parentId, rootId, topic, limit } = filter;
  const found = rows.filter(
    (row) =>
      (statuses === undefined || statuses.includes(row.status)) &&
      (name === undefined || row.name === name) &&
      (parentId === undefined || row.parentId === parentId) &&
      (rootId === undefined || row.rootId === rootId) &&
      (topic === undefined || row.waits.some((wait) => wait.topic === topic)),
  );
  found.sort((left, right) => right.createdAt - left.createdAt);
  return limit === undefined ? found : found.slice(0, limit);
}
