import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Who owns a store, as the file beside it says. */
export interface OwnerRecord {
  pid: number;
  /** When the owner opened the store, in milliseconds since the epoch. */
  startedAt: number;
  /** The path of the socket on which the owner answers. */
  socket: string;
}

/** The place of the record, beside the store. */
export function ownerFile(store: string): string {
  return `${store}.owner`;
}

/** The record as it stands; undefined where there is none that can be read. Its owner may be gone. */
export function readOwner(store: string): OwnerRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(ownerFile(store), 'utf8')) as Partial<OwnerRecord>;
    const { pid, startedAt, socket } = record;
    if (typeof pid !== 'number' || typeof startedAt !== 'number' || typeof socket !== 'string')
      return undefined;
    return { pid, startedAt, socket };
  } catch {
    return undefined;
  }
}

export function writeOwner(store: string, record: OwnerRecord): void {
  rmSync(ownerFile(store), { force: true });
  writeFileSync(ownerFile(store), JSON.stringify(record), { mode: 0o600 });
}
