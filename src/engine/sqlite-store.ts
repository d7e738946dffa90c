import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type Database from 'libsql';
import { AppError } from '../core/errors.ts';
import { closeDatabase, openDatabase, storeError } from './sqlite-store-open.ts';
import type { RunFilter, RunRow, Store, StoredEvent, StoredItem, WriteBatch } from './store.ts';

type Connection = Database.Database;

/**
 * Keeps runs in one SQLite file: every commit is on disk before the run goes on (WAL, `synchronous=FULL`). One process at
 * a time owns the file; the lock ends with the process, however it ends. The file is made with mode 0600.
 * @throws AppError STORE_UNAVAILABLE on first use, when another process has the file, it is no store, it is damaged or
 * newer than this version, or its folder cannot be written.
 */
export function sqliteStore(file: string): Store & { readonly file: string } {
  if (typeof file !== 'string' || file === '') {
    throw new AppError('CONFIG_INVALID', 'sqliteStore needs the path of a file.');
  }
  const path = resolve(file);
  let open: { db: Connection; statements: Statements } | undefined;
  const use = (): { db: Connection; statements: Statements } => {
    if (open !== undefined) return open;
    throw new AppError('STORE_UNAVAILABLE', `The store "${path}" is not open.`);
  };
  return {
    file: path,
    async open() {
      if (open !== undefined) return;
      touch(path);
      const db = await openDatabase(path);
      open = { db, statements: prepare(db) };
    },
    write: (batch) => guard(path, () => writeBatch(use(), batch)),
    readRun: (runId) => parse<RunRow>(use().statements.readRun.get(runId)),
    readRuns: (filter) => readRuns(use().db, filter),
    readJournal: (runId) => use().statements.readJournal.all(runId).map(bodyOf),
    readItem: (itemId) => parse<StoredItem>(use().statements.readItem.get(itemId)),
    readItems: (filter) => readItems(use().db, filter),
    readEvents: (topic, after) =>
      (use().statements.readEvents.all(topic, after) as { number: number; body: string }[]).map((row) => ({
        ...(JSON.parse(row.body) as Omit<StoredEvent, 'number'>),
        number: row.number,
      })),
    lastEvent: () => Number((use().statements.lastEvent.get() as { last: number | null }).last ?? 0),
    secret: () => guard(path, () => readSecret(use().db)),
    remove: (runIds) => guard(path, () => remove(use().db, runIds)),
    close() {
      if (open !== undefined) closeDatabase(open.db);
      open = undefined;
    },
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Connection) {
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    saveRun: db.prepare(
      'INSERT INTO runs (run_id, status, name, parent_id, root_id, created_at, topics, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ' +
        'ON CONFLICT (run_id) DO UPDATE SET status = excluded.status, topics = excluded.topics, body = excluded.body',
    ),
    saveRecords: db.prepare('INSERT INTO journal (run_id, body) VALUES (?, ?)'),
    saveItem: db.prepare(
      'INSERT INTO items (item_id, run_id, status, body) VALUES (?, ?, ?, ?) ' +
        'ON CONFLICT (item_id) DO UPDATE SET status = excluded.status, body = excluded.body',
    ),
    saveEvent: db.prepare('INSERT OR IGNORE INTO events (event_id, topic, body) VALUES (?, ?, ?)'),
    readRun: db.prepare('SELECT body FROM runs WHERE run_id = ?'),
    readJournal: db.prepare('SELECT body FROM journal WHERE run_id = ? ORDER BY id'),
    readItem: db.prepare('SELECT body FROM items WHERE item_id = ?'),
    readEvents: db.prepare('SELECT number, body FROM events WHERE topic = ? AND number > ? ORDER BY number'),
    lastEvent: db.prepare('SELECT max(number) AS last FROM events'),
  };
}

function writeBatch({ db, statements }: { db: Connection; statements: Statements }, batch: WriteBatch): void {
  statements.begin.run();
  try {
    for (const row of batch.rows) {
      const { runId, status, name, parentId = null, rootId, createdAt } = row;
      const topics = row.waits.flatMap(({ topic }) => topic ?? []);
      const marked = topics.length === 0 ? '' : `\n${topics.join('\n')}\n`;
      statements.saveRun.run(runId, status, name, parentId, rootId, createdAt, marked, JSON.stringify(row));
    }
    for (const { runId, records } of batch.journal) statements.saveRecords.run(runId, records);
    for (const item of batch.items) {
      statements.saveItem.run(item.itemId, item.runId, item.status, JSON.stringify(item));
    }
    for (const event of batch.events)
      statements.saveEvent.run(event.eventId, event.topic, JSON.stringify(event));
    statements.commit.run();
  } catch (thrown) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
}

function readRuns(db: Connection, filter: RunFilter): RunRow[] {
  const { statuses, name, parentId, rootId, topic, limit } = filter;
  const conditions: [string, unknown[]][] = [];
  if (statuses !== undefined)
    conditions.push([`status IN (${statuses.map(() => '?').join(', ')})`, [...statuses]]);
  if (name !== undefined) conditions.push(['name = ?', [name]]);
  if (parentId !== undefined) conditions.push(['parent_id = ?', [parentId]]);
  if (rootId !== undefined) conditions.push(['root_id = ?', [rootId]]);
  if (topic !== undefined) conditions.push(['instr(topics, ?) > 0', [`\n${topic}\n`]]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  const values = [...conditions.flatMap(([, bound]) => bound), limit ?? -1];
  const found = db
    .prepare(`SELECT body FROM runs ${where} ORDER BY created_at DESC, rowid DESC LIMIT ?`)
    .all(...values);
  return found.map((row) => JSON.parse(bodyOf(row)) as RunRow);
}

function readItems(db: Connection, { runId, status }: { runId?: string; status?: string }): StoredItem[] {
  const found = db
    .prepare(
      'SELECT body FROM items WHERE (?1 IS NULL OR run_id = ?1) AND (?2 IS NULL OR status = ?2) ORDER BY rowid',
    )
    .all(runId ?? null, status ?? null);
  return found.map((row) => JSON.parse(bodyOf(row)) as StoredItem);
}

function readSecret(db: Connection): string {
  const known = db.prepare("SELECT body FROM meta WHERE name = 'secret'").get();
  if (known !== undefined) return bodyOf(known);
  const secret = randomBytes(32).toString('hex');
  db.prepare("INSERT INTO meta (name, body) VALUES ('secret', ?)").run(secret);
  return secret;
}

function remove(db: Connection, runIds: readonly string[]): void {
  db.transaction(() => {
    for (const runId of runIds) {
      for (const table of ['runs', 'journal', 'items'])
        db.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(runId);
    }
  })();
}

function bodyOf(row: unknown): string {
  return (row as { body: string }).body;
}

function parse<Value>(row: unknown): Value | undefined {
  return row === undefined ? undefined : (JSON.parse(bodyOf(row)) as Value);
}

function guard<Value>(file: string, act: () => Value): Value {
  try {
    return act();
  } catch (thrown) {
    throw storeError(file, thrown);
  }
}

// SQLite would make the file readable for others; its side files take over the mode.
function touch(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (thrown) {
    throw storeError(file, thrown);
  }
}
