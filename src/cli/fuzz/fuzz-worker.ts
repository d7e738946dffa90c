import { parentPort, workerData } from 'node:worker_threads';
import { toErrorRecord } from '../../core/errors.ts';
import { runFuzzJob, type FuzzJob } from './fuzz-job.ts';

// The body of the thread in which tools are called; whatever they do, the command line above it stays alive.
const port = parentPort!;
try {
  await runFuzzJob(workerData as FuzzJob, (message) => port.postMessage(message));
  port.postMessage({ type: 'end' });
} catch (thrown) {
  port.postMessage({ type: 'failed', error: toErrorRecord(thrown) });
}
