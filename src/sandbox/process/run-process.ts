import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { FAMILY_VARIABLE, killTree } from './kill-tree.ts';
import { namespaceWords, type Isolation } from './isolation.ts';
import { outputText } from './output-text.ts';

export interface ProcessOptions {
  /** The program and its arguments. */
  argv: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** The most characters of each stream that are given back. */
  maxOutputChars: number;
  signal?: AbortSignal;
  /** @default namespaces where the machine has them */
  isolation?: Isolation;
}

/** How a process ended. */
export interface ProcessResult {
  /** 137 after a timeout, 127 where the program was not found, 128 + the signal's number after a signal. */
  exitCode: number;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Whether the middle of a stream was left out. */
  truncated: boolean;
  timedOut: boolean;
}

// What a program leaves running when it ends holds its pipes open; it is ended after this long.
const LINGER_MS = 50;
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Runs a program without a shell, without input, and with nothing but the given environment. When it ends, is aborted or
 * its time is up, every process that it started is killed, also those that left its process group.
 */
export function runProcess(options: ProcessOptions): Promise<ProcessResult> {
  const startedAt = performance.now();
  const [out, err] = [outputText(options.maxOutputChars), outputText(options.maxOutputChars)];
  return new Promise((resolve) => {
    const family = randomUUID();
    const words = options.isolation === 'process-group' ? [] : namespaceWords();
    const [program = '', ...args] = words.length === 0 ? options.argv : [...words, '--', ...options.argv];
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...options.environment, [FAMILY_VARIABLE]: family },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    let timedOut = false;
    const kill = (): void => {
      if (child.pid !== undefined) killTree(child.pid, family);
    };
    const onTime = (): void => {
      timedOut = true;
      kill();
    };
    const timer = setTimeout(onTime, Math.min(options.timeoutMs, LONGEST_MS));
    const finish = (exitCode: number, note = ''): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', kill);
      kill();
      const [stdout, stderr] = [out.finish(), err.finish()];
      resolve({
        exitCode: timedOut ? 137 : exitCode,
        stdout: stdout.text,
        stderr: `${stderr.text}${timedOut ? `\n[ended after ${options.timeoutMs} ms]` : note}`,
        durationMs: Math.round(performance.now() - startedAt),
        truncated: stdout.truncated || stderr.truncated,
        timedOut,
      });
    };
    options.signal?.addEventListener('abort', kill);
    if (options.signal?.aborted === true) kill();
    child.stdout.on('data', (chunk: Buffer) => out.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.add(chunk));
    child.once('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ENOENT' ? 127 : 126, error.message),
    );
    child.once('exit', () => setTimeout(kill, LINGER_MS));
    child.once('close', (code, signal) => finish(code ?? 128 + (signal === 'SIGKILL' ? 9 : 15)));
  });
}
