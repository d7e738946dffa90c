import type { Json } from '../core/json.ts';
import type { RunStatus } from '../trace/trace.ts';

type Awaitable<Value> = Value | Promise<Value>;

/** What a run waits for, as far as others must know to wake it. */
export interface RunWait {
  /** `timer`, `event`, `suspend`, `approval`, `child`. */
  kind: string;
  scope: string;
  key: string;
  /** For events. */
  topic?: string;
  /** When the wait is over by itself, in the clock's milliseconds. */
  dueAt?: number;
  /** What the code says about it, for people. */
  data?: Json;
  /** True when only something outside the engine can end the wait before it is due. */
  outside?: true;
}

/** One run as lists and recovery see it; its story stands in its journal. */
export interface RunRow {
  runId: string;
  /** `workflow`, `agent`, `tool`. */
  kind: string;
  name: string;
  version?: string;
  status: RunStatus;
  parentId?: string;
  rootId: string;
  /** In whose name a single call is made. */
  agentName?: string;
  createdAt: number;
  updatedAt: number;
  waits: RunWait[];
  /** Broadcast events up to this number happened before the run. */
  eventsFrom: number;
}

/** Something that belongs to a run and is looked up across runs, such as an approval. */
export interface StoredItem {
  itemId: string;
  runId: string;
  status: string;
  body: Json;
}

/** An event that was sent to a topic; kept, so that it may come before the wait. */
export interface StoredEvent {
  /** Given by the store, rising. */
  number: number;
  eventId: string;
  topic: string;
  /** The only run that may take it; absent for every run. */
  toRunId?: string;
  fromRunId?: string;
  data: Json;
  sentAt: number;
}

/** What one commit writes: all of it or nothing. */
export interface WriteBatch {
  rows: RunRow[];
  /** Texts of JSON arrays of records, each the part of one run in this commit. */
  journal: { runId: string; records: string }[];
  items: StoredItem[];
  /** One whose `eventId` is known already is left out. */
  events: Omit<StoredEvent, 'number'>[];
}

export interface RunFilter {
  statuses?: readonly RunStatus[];
  name?: string;
  parentId?: string;
  rootId?: string;
  /** Waiting for this topic. */
  topic?: string;
  /** Newest first. @default all */
  limit?: number;
}

/** Where runs are kept. A driver only reads and writes; when and what is the core's business. */
export interface Store {
  /** Takes the lease. @throws AppError STORE_UNAVAILABLE when another process has it or the place cannot be used. */
  open(): Awaitable<void>;
  /** Returns when the batch is durable. After a failure nothing more is written to this store. */
  write(batch: WriteBatch): Awaitable<void>;
  readRun(runId: string): Awaitable<RunRow | undefined>;
  readRuns(filter: RunFilter): Awaitable<RunRow[]>;
  /** One text per commit, in order. */
  readJournal(runId: string): Awaitable<string[]>;
  readItem(itemId: string): Awaitable<StoredItem | undefined>;
  readItems(filter: { runId?: string; status?: string }): Awaitable<StoredItem[]>;
  /** Events of a topic after a number, in order. */
  readEvents(topic: string, after: number): Awaitable<StoredEvent[]>;
  lastEvent(): Awaitable<number>;
  /** The key under which idempotency keys and input hashes are made; never leaves the store's process. */
  secret(): Awaitable<string>;
  /** Forgets runs that ended, with all that belongs to them. */
  remove(runIds: readonly string[]): Awaitable<void>;
  close(): Awaitable<void>;
}
