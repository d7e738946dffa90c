import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/engine/memory-store.ts';
import { sqliteStore } from '../../src/engine/sqlite-store.ts';
import type { RunRow, Store, WriteBatch } from '../../src/engine/store.ts';

const folders: string[] = [];
const closers: Store[] = [];

afterEach(async () => {
  for (const store of closers.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-store-'));
  folders.push(folder);
  return join(folder, 'runs.db');
}

async function opened(store: Store): Promise<Store> {
  closers.push(store);
  await store.open();
  return store;
}

const row = (runId: string, more: Partial<RunRow> = {}): RunRow => ({
  runId,
  kind: 'workflow',
  name: 'flow',
  status: 'running',
  rootId: runId,
  createdAt: 1,
  updatedAt: 1,
  waits: [],
  eventsFrom: 0,
  ...more,
});

const batch = (parts: Partial<WriteBatch>): WriteBatch => ({
  rows: [],
  journal: [],
  items: [],
  events: [],
  ...parts,
});

describe.each([
  ['memory', () => memoryStore()],
  ['sqlite', () => sqliteStore(makeFile())],
])('the %s store', (_name, make) => {
  test('gives back rows as they were saved last, newest first, by any filter', async () => {
    const store = await opened(make());
    const wait = { kind: 'event', scope: 'flow', key: 'k', topic: 'news', outside: true as const };
    await store.write(batch({ rows: [row('a'), row('b', { createdAt: 2, parentId: 'a', rootId: 'a' })] }));
    await store.write(batch({ rows: [row('c', { createdAt: 3, status: 'waiting', waits: [wait] })] }));
    await store.write(batch({ rows: [row('a', { status: 'completed', updatedAt: 9 })] }));
    const ids = async (filter: Parameters<Store['readRuns']>[0]) =>
      (await store.readRuns(filter)).map(({ runId }) => runId);
    expect(await ids({})).toEqual(['c', 'b', 'a']);
    expect(await ids({ limit: 1 })).toEqual(['c']);
    expect(await ids({ statuses: ['completed', 'waiting'] })).toEqual(['c', 'a']);
    expect(await ids({ parentId: 'a' })).toEqual(['b']);
    expect(await ids({ rootId: 'a' })).toEqual(['b', 'a']);
    expect(await ids({ topic: 'news' })).toEqual(['c']);
    expect(await ids({ topic: 'new' })).toEqual([]);
    expect(await ids({ name: 'other' })).toEqual([]);
    expect(await store.readRun('c')).toEqual(row('c', { createdAt: 3, status: 'waiting', waits: [wait] }));
    expect(await store.readRun('z')).toBeUndefined();
  });

  test('keeps journals in order, apart for each run', async () => {
    const store = await opened(make());
    await store.write(
      batch({
        journal: [
          { runId: 'a', records: '[1]' },
          { runId: 'b', records: '[2]' },
        ],
      }),
    );
    await store.write(batch({ journal: [{ runId: 'a', records: '["ü\\u0000",3]' }] }));
    expect(await store.readJournal('a')).toEqual(['[1]', '["ü\\u0000",3]']);
    expect(await store.readJournal('b')).toEqual(['[2]']);
    expect(await store.readJournal('z')).toEqual([]);
  });

  test('keeps items and events; an event is kept once', async () => {
    const store = await opened(make());
    const item = { itemId: 'i', runId: 'a', status: 'pending', body: { deep: [1] } };
    const event = { eventId: 'e', topic: 't', data: 1, sentAt: 5 };
    await store.write(batch({ items: [item], events: [event, { ...event, data: 2 }] }));
    await store.write(
      batch({ items: [{ ...item, status: 'done' }], events: [event, { ...event, eventId: 'f' }] }),
    );
    expect(await store.readItem('i')).toEqual({ ...item, status: 'done' });
    expect(await store.readItems({ status: 'pending' })).toEqual([]);
    expect(await store.readItems({ runId: 'a', status: 'done' })).toHaveLength(1);
    const events = await store.readEvents('t', 0);
    expect(events.map(({ eventId, data }) => [eventId, data])).toEqual([
      ['e', 1],
      ['f', 1],
    ]);
    expect(await store.readEvents('t', events[0]!.number)).toHaveLength(1);
    expect(await store.lastEvent()).toBe(events[1]!.number);
  });

  test('has one secret, and forgets runs with all that belongs to them', async () => {
    const store = await opened(make());
    expect(await store.secret()).toBe(await store.secret());
    expect(await store.secret()).toMatch(/^[0-9a-f]{64}$/);
    const item = { itemId: 'i', runId: 'a', status: 'pending', body: 1 };
    await store.write(batch({ rows: [row('a')], items: [item], journal: [{ runId: 'a', records: '[1]' }] }));
    await store.remove(['a']);
    expect([await store.readRun('a'), await store.readItem('i'), await store.readJournal('a')]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

describe('the sqlite file', () => {
  test('keeps what was written for the next process, in files that only the owner can read', async () => {
    const file = makeFile();
    const first = await opened(sqliteStore(file));
    await first.write(batch({ rows: [row('a')], journal: [{ runId: 'a', records: '[1]' }] }));
    const secret = await first.secret();
    const files = [file, `${file}-wal`].filter((name) => existsSync(name));
    expect(files.map((name) => statSync(name).mode & 0o077)).toEqual(files.map(() => 0));
    await first.close();
    const second = await opened(sqliteStore(file));
    expect([await second.readJournal('a'), await second.secret()]).toEqual([['[1]'], secret]);
  });

  test('a second owner, a foreign file, a damaged file, a newer version and a missing folder are refused in words', async () => {
    const file = makeFile();
    const first = await opened(sqliteStore(file));
    await expect(sqliteStore(file).open()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('is owned by another process'),
    });
    await first.close();
    const { default: Database } = await import('libsql');
    const edit = (path: string, sql: string): void => {
      const db = new Database(path);
      db.exec(sql);
      db.close();
    };
    edit(file, 'PRAGMA user_version = 99');
    await expect(sqliteStore(file).open()).rejects.toThrow(/has version 99, this package reads up to 1/);
    const foreign = makeFile();
    edit(foreign, 'CREATE TABLE theirs (x)');
    await expect(sqliteStore(foreign).open()).rejects.toThrow(/is a database of something else/);
    const { writeFileSync } = await import('node:fs');
    const damaged = makeFile();
    writeFileSync(damaged, 'this is no database at all'.repeat(100));
    await expect(sqliteStore(damaged).open()).rejects.toThrow(/is damaged or no store/);
    await expect(sqliteStore('/nowhere/at/all.db').open()).rejects.toThrow(/cannot be opened/);
    expect(() => sqliteStore('')).toThrow(/path of a file/);
  });
});
