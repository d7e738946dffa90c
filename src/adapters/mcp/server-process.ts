import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../../core/printable.ts';
import { FAMILY_VARIABLE, killTree } from '../../sandbox/process/kill-tree.ts';

const MESSAGE_LIMIT = 16 * 1024 * 1024;
const UNASKED_LIMIT = 64 * 1024 * 1024;
const KEPT_STDERR = 4_000;
const GRACE_MS = 500;

export interface ServerProcessOptions {
  /** The program and its arguments; no shell reads them. */
  command: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
}

/** A started MCP server as a transport, which knows why it ended. */
export interface ServerProcess extends Transport {
  /** Says how the server ended or misbehaved, in words for the end of a sentence; undefined while all is well. */
  fault(): string | undefined;
  /** The last of what the server wrote to stderr, made safe for one line. */
  complaints(): string;
}

/**
 * Makes a transport that starts a server in its own process group and speaks JSON lines with it. A server that writes a
 * line of more than 16 MiB, or 64 MiB without being asked, is killed.
 */
export function serverProcess(options: ServerProcessOptions): ServerProcess {
  const family = randomUUID();
  const state: { child?: ChildProcess; fault?: string; stderr: string; noise?: string; unasked: number } = {
    stderr: '',
    unasked: 0,
  };
  const stop = (fault?: string): void => {
    if (fault !== undefined) state.fault ??= fault;
    if (state.child?.pid !== undefined) killTree(state.child.pid, family);
  };
  const lines = readLines((line) => {
    const message = parse(line);
    if (message === undefined) state.noise ??= line.slice(0, 120);
    else transport.onmessage?.(message);
  });
  const transport: ServerProcess = {
    start: () =>
      new Promise((resolve, reject) => {
        const child = launch(options, family);
        state.child = child;
        child.once('spawn', resolve);
        child.once('error', (error) => {
          state.fault ??= `could not be started (${error.message})`;
          reject(error);
        });
        child.once('close', (code, signal) => {
          state.fault ??= signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
          transport.onclose?.();
        });
        child.stdout!.on('data', (chunk: Buffer) => {
          state.unasked += chunk.length;
          if (state.unasked > UNASKED_LIMIT) stop('wrote more than 64 MiB without being asked and was ended');
          else if (!lines(chunk)) stop('wrote a line of more than 16 MiB and was ended');
        });
        child.stderr!.on('data', (chunk: Buffer) => {
          state.stderr = (state.stderr + chunk.toString('utf8')).slice(-KEPT_STDERR);
        });
        child.stdin!.on('error', () => undefined);
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        state.unasked = 0;
        const { stdin, exitCode } = state.child ?? {};
        if (stdin === undefined || stdin === null || exitCode !== null || !stdin.writable) {
          reject(new Error(`The server ${state.fault ?? 'is not running'}.`));
          return;
        }
        stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
      }),
    async close() {
      const { child } = state;
      if (child?.pid === undefined) return;
      state.fault ??= 'was closed';
      const ended = new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once('exit', () => resolve());
      });
      child.stdin?.end();
      const timer = setTimeout(stop, GRACE_MS);
      await ended;
      clearTimeout(timer);
      // The server may have left processes behind.
      stop();
    },
    fault: () =>
      state.fault ??
      (state.noise && `writes lines that are not JSON-RPC, such as "${printable(state.noise)}"`),
    complaints: () => printable(state.stderr.trim().slice(-400)),
  };
  return transport;
}

function launch({ command, cwd, environment }: ServerProcessOptions, family: string): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    cwd,
    env: { ...environment, [FAMILY_VARIABLE]: family },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Cuts a stream into lines; answers false once a line is too long. */
function readLines(onLine: (line: string) => void): (chunk: Buffer) => boolean {
  let parts: Buffer[] = [];
  let held = 0;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(parts).toString('utf8').trim();
      parts = [];
      held = 0;
      start = end + 1;
      if (line !== '') onLine(line);
    }
    parts.push(chunk.subarray(start));
    held += chunk.length - start;
    return held <= MESSAGE_LIMIT;
  };
}

function parse(line: string): JSONRPCMessage | undefined {
  try {
    const message: unknown = JSON.parse(line);
    const isMessage = typeof message === 'object' && message !== null && 'jsonrpc' in message;
    return isMessage ? (message as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
