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

/**
 * An MCP server in its own process group, as a transport that speaks JSON lines with it and knows why it ended. A server
 * that writes a line of more than 16 MiB, or 64 MiB without being asked, is killed.
 */
export class ServerProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <Message extends JSONRPCMessage>(message: Message) => void;
  readonly #options: ServerProcessOptions;
  readonly #family = randomUUID();
  readonly #lines = readLines((line) => this.#receive(line));
  #child: ChildProcess | undefined;
  #fault: string | undefined;
  #noise: string | undefined;
  #stderr = '';
  #unasked = 0;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = launch(this.#options, this.#family);
      this.#child = child;
      child.once('spawn', resolve);
      child.once('error', (error) => {
        this.#fault ??= `could not be started (${error.message})`;
        reject(error);
      });
      child.once('close', (code, signal) => {
        this.#fault ??= signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
        this.onclose?.();
      });
      child.stdout!.on('data', (chunk: Buffer) => this.#read(chunk));
      child.stderr!.on('data', (chunk: Buffer) => {
        this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-KEPT_STDERR);
      });
      child.stdin!.on('error', () => undefined);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#unasked = 0;
    const { stdin, exitCode } = this.#child ?? {};
    if (stdin === undefined || stdin === null || exitCode !== null || !stdin.writable) {
      return Promise.reject(new Error(`The server ${this.#fault ?? 'is not running'}.`));
    }
    return new Promise((resolve) => {
      stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    this.#fault ??= 'was closed';
    const ended = new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
    child.stdin?.end();
    const timer = setTimeout(() => this.#kill(), GRACE_MS);
    await ended;
    clearTimeout(timer);
    // The server may have left processes behind.
    this.#kill();
  }

  /** Says how the server ended or misbehaved, in words for the end of a sentence; undefined while all is well. */
  fault(): string | undefined {
    if (this.#fault !== undefined || this.#noise === undefined) return this.#fault;
    return `writes lines that are not JSON-RPC, such as "${printable(this.#noise)}"`;
  }

  /** The last of what the server wrote to stderr, made safe for one line. */
  complaints(): string {
    return printable(this.#stderr.trim().slice(-400));
  }

  #read(chunk: Buffer): void {
    this.#unasked += chunk.length;
    if (this.#unasked > UNASKED_LIMIT) this.#stop('wrote more than 64 MiB without being asked and was ended');
    else if (!this.#lines(chunk)) this.#stop('wrote a line of more than 16 MiB and was ended');
  }

  #receive(line: string): void {
    const message = parse(line);
    if (message === undefined) this.#noise ??= line.slice(0, 120);
    else this.onmessage?.(message);
  }

  #stop(fault: string): void {
    this.#fault ??= fault;
    this.#kill();
  }

  #kill(): void {
    if (this.#child?.pid !== undefined) killTree(this.#child.pid, this.#family);
  }
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
