import { Worker } from 'node:worker_threads';
import { fromErrorRecord, type ErrorRecord } from '../../core/errors.ts';
import type { FuzzJob, FuzzMessage } from './fuzz-job.ts';

/** A call that never came back, or that took the thread down. */
export interface LostCall {
  toolName: string;
  family: string;
  input: unknown;
  how: 'never returned' | 'ended the process' | 'ran out of memory';
}

type WorkerMessage = FuzzMessage | { type: 'end' } | { type: 'failed'; error: ErrorRecord };

/** A call may block the thread for so long before it is cut off. */
const SILENCE_MS = 15_000;

/**
 * Runs a job in a thread of its own and watches it. A tool that blocks the thread for good, or ends it, is given back as a
 * lost call with the input in flight; the caller goes on without it.
 * @throws AppError where the job could not be done.
 */
export async function superviseJob(
  job: FuzzJob,
  tell: (message: FuzzMessage) => void,
  silenceMs = SILENCE_MS,
): Promise<LostCall | undefined> {
  const worker = new Worker(new URL('./fuzz-worker.js', import.meta.url), { workerData: job });
  let inFlight: Omit<LostCall, 'how'> | undefined;
  let heard = Date.now();
  return new Promise((resolve, reject) => {
    const watch = setInterval(() => {
      if (inFlight !== undefined && Date.now() - heard > silenceMs)
        finish(() => resolve({ ...inFlight!, how: 'never returned' }));
    }, 200);
    const finish = (settle: () => void): void => {
      clearInterval(watch);
      worker.removeAllListeners();
      void worker.terminate().then(settle);
    };
    worker.on('message', (message: WorkerMessage) => {
      heard = Date.now();
      if (message.type === 'end') return finish(() => resolve(undefined));
      if (message.type === 'failed') return finish(() => reject(fromErrorRecord(message.error)));
      if (message.type === 'call') inFlight = message;
      if (message.type === 'checked') inFlight = undefined;
      tell(message);
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (inFlight === undefined) return finish(() => reject(error));
      const how = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'ran out of memory' : 'ended the process';
      finish(() => resolve({ ...inFlight!, how }));
    });
    worker.on('exit', () => {
      if (inFlight !== undefined) finish(() => resolve({ ...inFlight!, how: 'ended the process' }));
      else finish(() => reject(new Error('The thread of the fuzzer ended without a word.')));
    });
  });
}
