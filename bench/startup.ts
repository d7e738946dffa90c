import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

// How long `touchstone --help` takes beside an empty Node process. Run: npx vite-node or node with type stripping; see
// bench/README.md. The target is three times the empty process.
const cli = resolve(import.meta.dirname, '../dist/src/cli/main.js');
const RUNS = 15;

function median(words: string[]): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    spawnSync(process.execPath, words, { stdio: 'ignore' });
    return performance.now() - started;
  }).sort((left, right) => left - right);
  return times[Math.floor(RUNS / 2)]!;
}

const empty = median(['-e', '0']);
const help = median([cli, '--help']);
console.log(
  `node -e 0 ${empty.toFixed(0)} ms   touchstone --help ${help.toFixed(0)} ms   ${(help / empty).toFixed(2)}x (target 3x)`,
);
process.exitCode = help / empty <= 3 ? 0 : 1;
