import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../../core/errors.ts';
import type { Channel } from '../../tool/channel.ts';
import { createOperations, orderedFault } from './operations.ts';

/** A request as the handler of a fake service sees it. */
export interface ServiceRequest {
  method: string;
  /** The path without the query. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The parsed JSON body, the text where it is no JSON, or undefined. */
  body: unknown;
}

export interface ServiceReply {
  /** @default 200 */
  status?: number;
  body?: unknown;
}

/** What a fake service is made of. */
export interface HttpServiceOptions<State> {
  /** @default 'http' */
  name?: string;
  /** The service's state: what is in it counts as committed. Plain JSON. */
  state: State;
  /** Answers a request and commits its effects by changing `state`. */
  handle(request: ServiceRequest, state: State): ServiceReply | Promise<ServiceReply>;
}

/** A real HTTP server on this machine that stands for a service on the network. */
export interface HttpService<State> extends Channel {
  readonly state: State;
  /** Without a slash at its end; the server starts when it is first asked for. */
  url(): Promise<string>;
}

/**
 * Makes a fake HTTP service. Faults: a request refused before it commits (503), its connection broken after the commit,
 * a 500 after the commit, or no answer at all.
 */
export function httpService<State>(options: HttpServiceOptions<State>): HttpService<State> {
  const { name = 'http', state, handle } = options;
  const { perform, operations, disturb, hold } = createOperations(name);
  const hosts: string[] = [];
  let server: Server | undefined;
  let listening: Promise<string> | undefined;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const request = await readRequest(incoming);
      const reply = await perform(async () => handle(request, state));
      send(response, reply.status ?? 200, reply.body);
    } catch (thrown) {
      const fault = orderedFault(thrown);
      if (fault === 'reply-dropped') incoming.socket.destroy();
      else if (fault === undefined) send(response, 500, { error: messageOf(thrown) });
      else send(response, fault === 'refused' ? 503 : 500, { error: 'unavailable' });
    }
  };
  const listen = (): Promise<string> =>
    new Promise((resolve, reject) => {
      server = createServer((incoming, response) => void answer(incoming, response));
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const { port } = server!.address() as AddressInfo;
        hosts.push(`127.0.0.1:${port}`);
        resolve(`http://127.0.0.1:${port}`);
      });
    });
  return {
    name,
    state,
    hosts,
    faults: ['refused', 'reply-dropped', 'error-after-commit', 'crash'],
    url: () => (listening ??= listen()),
    observe: () => structuredClone(state),
    operations,
    disturb,
    hold,
    dispose() {
      server?.closeAllConnections();
      server?.close();
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://service');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([key, value]) => [key, String(value)])),
    body: readBody(Buffer.concat(chunks).toString('utf8')),
  };
}

function readBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
