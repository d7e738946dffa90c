import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Life {
  killed: boolean;
  /** What the process printed when it came to its end. */
  result: Record<string, unknown> | undefined;
  errors: string;
}

/** Runs one life of a worker in a process of its own; `killAfterMs` kills it with SIGKILL from outside. */
export function runWorker(script: string, settings: unknown, killAfterMs?: number): Promise<Life> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => {
      clearTimeout(timer);
      const killed = signal === 'SIGKILL';
      resolve({
        killed,
        result: killed || output === '' ? undefined : (JSON.parse(output) as never),
        errors,
      });
    });
  });
}
