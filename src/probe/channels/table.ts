import type { Channel } from '../../tool/channel.ts';
import { memoryChannel } from './memory-channel.ts';

/** A database table: rows by key. Every operation is atomic; what a tool does between two of them is not. */
export interface Table<Row> extends Channel {
  get(key: string): Promise<Row | undefined>;
  put(key: string, row: Row): Promise<void>;
  /** False when the key is taken: `INSERT … ON CONFLICT DO NOTHING`. */
  insert(key: string, row: Row): Promise<boolean>;
  /** Reads and writes in one operation; undefined from `change` leaves the row alone. False when there is no row. */
  update(key: string, change: (row: Row) => Row | undefined): Promise<boolean>;
  delete(key: string): Promise<boolean>;
}

/** Makes a fake table, with the rows that it starts with. */
export function table<Row>(name: string, rows: Readonly<Record<string, Row>> = {}): Table<Row> {
  const stored = new Map(Object.entries(structuredClone(rows)));
  const observe = (): unknown => [...stored].sort(([left], [right]) => (left < right ? -1 : 1));
  return memoryChannel(
    name,
    () => structuredClone(observe()),
    (perform) => ({
      get: (key: string) => perform(() => structuredClone(stored.get(key))),
      put: (key: string, row: Row) => perform(() => void stored.set(key, structuredClone(row))),
      insert: (key: string, row: Row) =>
        perform(() => {
          if (stored.has(key)) return false;
          stored.set(key, structuredClone(row));
          return true;
        }),
      update: (key: string, change: (row: Row) => Row | undefined) =>
        perform(() => {
          const row = stored.get(key);
          if (row === undefined) return false;
          const changed = change(structuredClone(row));
          if (changed !== undefined) stored.set(key, structuredClone(changed));
          return true;
        }),
      delete: (key: string) => perform(() => stored.delete(key)),
    }),
  );
}
