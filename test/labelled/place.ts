import { createHash, randomUUID } from 'node:crypto';
import { virtualClock, type VirtualClock } from '../../src/core/clock.ts';
import { files, type Files } from '../../src/probe/channels/files.ts';
import { httpService, type HttpService } from '../../src/probe/channels/http-service.ts';
import { mailbox, type Mailbox } from '../../src/probe/channels/mailbox.ts';
import { queue, type Queue } from '../../src/probe/channels/queue.ts';
import { table, type Table } from '../../src/probe/channels/table.ts';
import type { Channel } from '../../src/tool/channel.ts';
import type { Job } from './looks.ts';

/** What a payment service has booked. */
export interface Books {
  refunds: { key: string | null; subject: string; amount: number }[];
  /** Searches are answered and booked nowhere. */
  tokens: number;
}

/** Everything that a tool of the set may touch. A part is a channel of the world once it was used. */
export interface Place {
  readonly clock: VirtualClock;
  readonly service: HttpService<Books>;
  readonly mail: Mailbox<unknown>;
  readonly jobs: Queue<unknown>;
  readonly rows: Table<Row>;
  readonly done: Table<{ atMs: number }>;
  readonly folder: Files;
  readonly used: Channel[];
}

export interface Row {
  value: number;
  status?: string;
}

/** Makes a fresh place. Channels come into being when a tool's maker asks for them. */
export function createPlace(): Place {
  const used: Channel[] = [];
  const lazy = <Made extends Channel>(make: () => Made): (() => Made) => {
    let made: Made | undefined;
    return () => {
      if (made === undefined) used.push((made = make()));
      return made;
    };
  };
  const service = lazy(() => httpService<Books>({ state: { refunds: [], tokens: 0 }, handle: serve }));
  const mail = lazy(() => mailbox());
  const jobs = lazy(() => queue());
  const rows = lazy(() =>
    table<Row>('rows', {
      's-1': { value: 10, status: 'pending' },
      's-100': { value: 10, status: 'pending' },
    }),
  );
  const done = lazy(() => table<{ atMs: number }>('done'));
  const folder = lazy(() => files('folder', { 'notes.txt': 'kept\n' }));
  return {
    clock: virtualClock(),
    used,
    get service() {
      return service();
    },
    get mail() {
      return mail();
    },
    get jobs() {
      return jobs();
    },
    get rows() {
      return rows();
    },
    get done() {
      return done();
    },
    get folder() {
      return folder();
    },
  };
}

// A service as payment services are: a known key gives the first answer again, another body under it is refused.
function serve(
  {
    method,
    path,
    headers,
    body,
  }: { method: string; path: string; headers: Record<string, string>; body: unknown },
  state: Books,
): { status?: number; body?: unknown } {
  if (path === '/search' || method === 'GET') {
    const { subject } = (body ?? {}) as Partial<Job>;
    return { body: state.refunds.filter((refund) => refund.subject === subject) };
  }
  const { subject, amount, unique } = body as Job & { unique?: string };
  const key = headers['idempotency-key'] ?? unique ?? null;
  const known = key === null ? undefined : state.refunds.find((refund) => refund.key === key);
  if (known !== undefined && headers['lenient'] === undefined && known.amount !== amount)
    return { status: 422 };
  if (known === undefined) state.refunds.push({ key, subject, amount });
  return { body: { refundId: `re_${subject}` } };
}

/** Asks the payment service; throws for every answer that is not 2xx. */
export async function post(
  place: Place,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const url = await place.service.url();
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

export const randomKey = (): string => randomUUID();
export const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
