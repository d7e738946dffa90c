import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toErrorRecord } from '../../core/errors.ts';
import type { RemoteEngine } from './remote-engine.ts';
import { ownerFile, writeOwner } from './owner-file.ts';

/** A request that is longer is refused, so that nobody fills the owner's memory. */
const MAX_REQUEST = 8_000_000;

type Method = (...args: never[]) => Promise<unknown>;

/**
 * Lets other processes of the same user look at the runs of a store and decide, while this process owns it: one JSON
 * object per line, `{ id, method, args }` in, `{ id, result }` or `{ id, error }` out. Gives the function that ends it.
 */
export async function serveOwner(store: string, engine: RemoteEngine, now: number): Promise<() => void> {
  // A folder of its own with mode 0700: the socket's path stays short and nobody else can reach it.
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  const socket = join(folder, 'owner.sock');
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.on('close', () => open.delete(connection));
    connection.on('error', () => connection.destroy());
    connection.unref();
    answerLines(connection, engine);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  server.unref();
  writeOwner(store, { pid: process.pid, startedAt: now, socket });
  return () => {
    server.close();
    for (const connection of open) connection.destroy();
    rmSync(dirname(socket), { recursive: true, force: true });
    rmSync(ownerFile(store), { force: true });
  };
}

function answerLines(connection: Socket, engine: RemoteEngine): void {
  let buffered = '';
  connection.setEncoding('utf8');
  connection.on('data', (chunk: string) => {
    buffered += chunk;
    if (buffered.length > MAX_REQUEST) return void connection.destroy();
    const lines = buffered.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) void answer(connection, engine, line);
  });
}

async function answer(connection: Socket, engine: RemoteEngine, line: string): Promise<void> {
  let id: unknown;
  try {
    const request = JSON.parse(line) as { id?: unknown; method?: unknown; args?: unknown };
    id = request.id;
    const name = String(request.method);
    if (!Object.hasOwn(engine, name))
      throw new Error(`There is no method ${JSON.stringify(name.slice(0, 40))}.`);
    const method = engine[name as keyof RemoteEngine] as Method;
    const result = await method(...((Array.isArray(request.args) ? request.args : []) as never[]));
    connection.write(`${JSON.stringify({ id, result })}\n`);
  } catch (thrown) {
    connection.write(`${JSON.stringify({ id, error: toErrorRecord(thrown) })}\n`);
  }
}
