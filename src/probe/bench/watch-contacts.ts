import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** The hosts that code asked over HTTP, as `name:port`, in the order of the first request. */
export type Contacts = ReadonlySet<string>;

const watched = new AsyncLocalStorage<Set<string>>();
let listening = false;

/**
 * Runs code and notes every host that it asks over HTTP, by fetch or by node:http, also after it has ended. Nothing is
 * changed or held up.
 */
export async function watchContacts<Value>(
  act: (contacts: Contacts) => Promise<Value>,
): Promise<{ value: Value; contacts: Contacts }> {
  listen();
  const contacts = new Set<string>();
  const value = await watched.run(contacts, () => act(contacts));
  return { value, contacts };
}

// Node tells of requests on these channels; subscribing is passive and costs nothing while nobody watches.
function listen(): void {
  if (listening) return;
  listening = true;
  channel('undici:request:create').subscribe((message) => {
    const { origin } = (message as { request?: { origin?: unknown } }).request ?? {};
    if (origin !== undefined) note(String(origin));
  });
  channel('http.client.request.start').subscribe((message) => {
    const { request } = message as { request?: { protocol?: string; getHeader?(name: string): unknown } };
    const host = request?.getHeader?.('host');
    if (typeof host === 'string') note(`${request?.protocol ?? 'http:'}//${host}`);
  });
}

function note(origin: string): void {
  if (!URL.canParse(origin)) return;
  const { hostname, port, protocol } = new URL(origin);
  watched.getStore()?.add(`${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`);
}

/** Tells whether a host is this machine itself, where a world keeps what it can see. */
export function isLocalHost(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[^:]*\.localhost):\d+$/.test(host);
}
