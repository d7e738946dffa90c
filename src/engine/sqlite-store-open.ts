import { readFileSync } from 'node:fs';
import type Database from 'libsql';
import { AppError, messageOf } from '../core/errors.ts';

type Connection = Database.Database;

/** What brings a store from each version to the next; the version stands in `user_version`. */
const migrations = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, body TEXT NOT NULL);
   CREATE TABLE runs (run_id TEXT PRIMARY KEY, status TEXT NOT NULL, name TEXT NOT NULL, parent_id TEXT,
     root_id TEXT NOT NULL, created_at INTEGER NOT NULL, topics TEXT NOT NULL, body TEXT NOT NULL);
   CREATE INDEX runs_by_status ON runs (status);
   CREATE INDEX runs_by_parent ON runs (parent_id);
   CREATE TABLE journal (id INTEGER PRIMARY KEY, run_id TEXT NOT NULL, body TEXT NOT NULL);
   CREATE INDEX journal_by_run ON journal (run_id);
   CREATE TABLE items (item_id TEXT PRIMARY KEY, run_id TEXT NOT NULL, status TEXT NOT NULL, body TEXT NOT NULL);
   CREATE INDEX items_by_run ON items (run_id);
   CREATE INDEX items_by_status ON items (status);
   CREATE TABLE events (number INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE, topic TEXT NOT NULL,
     body TEXT NOT NULL);
   CREATE INDEX events_by_topic ON events (topic, number);`,
];

/** Marks the file as one of ours ("tsto"), so that no other database is changed by mistake. */
const APPLICATION_ID = 0x7473_746f;

/** Opens the file, takes its lock for as long as the process lives, and brings it to this version. */
export async function openDatabase(file: string): Promise<Connection> {
  const { default: Connect } = await import('libsql').catch((thrown: unknown) => {
    const message = `sqliteStore needs the package libsql, which cannot be loaded here: ${messageOf(thrown)}.`;
    throw new AppError('STORE_UNAVAILABLE', message, { cause: thrown });
  });
  let db: Connection | undefined;
  try {
    db = new Connect(file, { timeout: 0 });
    checkOwner(db, file);
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    // The lock is taken with the first write transaction and kept.
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    db.exec('BEGIN EXCLUSIVE');
    migrate(db, file);
    db.exec('COMMIT');
    return db;
  } catch (thrown) {
    if (db !== undefined) closeDatabase(db);
    throw storeError(file, thrown);
  }
}

/** Closes the file and gives the lock back at once. */
export function closeDatabase(db: Connection): void {
  try {
    if (db.inTransaction) db.exec('ROLLBACK');
    // Statements that are not collected yet keep the connection alive, and the lock with it: leave both modes first.
    db.exec('PRAGMA journal_mode = DELETE');
    db.exec('PRAGMA locking_mode = NORMAL');
    db.prepare('SELECT count(*) FROM meta').get();
  } catch {
    // A store that failed is closed all the same.
  }
  db.close();
}

function migrate(db: Connection, file: string): void {
  const version = readPragma(db, 'user_version');
  if (version > migrations.length) {
    const message = `The store "${file}" has version ${version}, this package reads up to ${migrations.length}: update touchstone.`;
    throw new AppError('STORE_UNAVAILABLE', message, { details: { version, supported: migrations.length } });
  }
  for (const sql of migrations.slice(version)) db.exec(sql);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  db.exec(`PRAGMA user_version = ${migrations.length}`);
}

// Before anything is written, so that nobody else's database is changed.
function checkOwner(db: Connection, file: string): void {
  const owner = readPragma(db, 'application_id');
  const tables = (db.prepare('SELECT count(*) AS count FROM sqlite_master').get() as { count: number }).count;
  if (owner !== APPLICATION_ID && tables > 0) {
    throw new AppError(
      'STORE_UNAVAILABLE',
      `The file "${file}" is a database of something else: give another path.`,
    );
  }
}

function readPragma(db: Connection, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>;
  return Number(row[name]);
}

const reasons: [RegExp, (file: string) => string][] = [
  [/BUSY|LOCKED/, (file) => `is owned by another process${ownerOf(file)}: one process at a time may run it`],
  [/NOTADB|CORRUPT|MALFORMED/, () => 'is damaged or no store: restore it from a copy or give another path'],
  [/FULL|ENOSPC/, () => 'cannot grow, since the disk is full'],
  [/READONLY|EACCES|EROFS|EPERM/, () => 'cannot be written: check the permissions of its folder'],
  [/CANTOPEN|ENOENT|ENOTDIR|EISDIR/, () => 'cannot be opened: its folder must exist and it must be a file'],
  [/IOERR|EIO/, () => 'cannot be read or written, since the disk reports errors'],
];

/** What went wrong with a store, in words that say what to do. */
export function storeError(file: string, thrown: unknown): AppError {
  if (AppError.is(thrown)) return thrown;
  const code = String((thrown as { code?: unknown } | undefined)?.code ?? '');
  const text = `${code} ${messageOf(thrown)}`.toUpperCase();
  const known = reasons.find(([pattern]) => pattern.test(text));
  const why = known === undefined ? `failed (${messageOf(thrown)})` : known[1](file);
  return new AppError('STORE_UNAVAILABLE', `The store "${file}" ${why}.`, {
    cause: thrown,
    details: { file, code },
  });
}

function ownerOf(file: string): string {
  try {
    const { pid } = JSON.parse(readFileSync(`${file}.owner`, 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? ` (pid ${pid})` : '';
  } catch {
    return '';
  }
}
