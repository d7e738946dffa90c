import { spawnSync } from 'node:child_process';

/** How processes are kept together: in namespaces of their own, or by process group and mark only. */
export type Isolation = 'namespaces' | 'process-group';

const own = ['--pid', '--fork', '--kill-child', '--mount-proc', '--ipc'];
let known: { words: string[] } | undefined;

/** What is put before a command so that it runs in namespaces of its own; empty where the machine has none. */
export function namespaceWords(): readonly string[] {
  known ??= { words: find() };
  return known.words;
}

function find(): string[] {
  if (process.platform !== 'linux') return [];
  const candidates = [
    ['unshare', ...own],
    ['unshare', '--user', '--map-current-user', ...own],
  ];
  return candidates.find(([program = '', ...args]) => works(program, args)) ?? [];
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, [...args, '--', 'true'], { timeout: 2_000, stdio: 'ignore' }).status === 0;
}
