import { readdirSync, readFileSync } from 'node:fs';

/** Name of the environment variable by which every descendant of a started process is found again. */
export const FAMILY_VARIABLE = 'TOUCHSTONE_FAMILY';

/**
 * Kills a process, its process group and, on Linux, every descendant that left the group: children are followed by their
 * parent, and processes whose parent has ended are known by the family mark in their environment.
 */
export function killTree(pid: number, family?: string): void {
  const members = new Set([pid, ...descendants(pid), ...(family === undefined ? [] : marked(family))]);
  kill(-pid);
  for (const member of members) kill(member);
  // Between the look and the kill a child may have been born; who is left carries the mark.
  if (family !== undefined) for (const member of marked(family)) kill(member);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const pid of processes()) {
    const parent = parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  const queue = [root];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    queue.push(...own);
  }
  return found;
}

/** The living processes that carry a family mark; empty where there is no /proc. */
export function marked(family: string): number[] {
  const mark = `${FAMILY_VARIABLE}=${family}`;
  return processes().filter((pid) => {
    if (pid === process.pid || isZombie(pid)) return false;
    return (read(`/proc/${pid}/environ`) ?? '').split('\0').includes(mark);
  });
}

function isZombie(pid: number): boolean {
  return / Z /.test((read(`/proc/${pid}/stat`) ?? '').replace(/^.*\)/s, ''));
}

function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function parentOf(pid: number): number | undefined {
  // The name of a process may hold spaces and brackets; what follows its last bracket is fixed.
  const match = /^\s\S\s(\d+)/.exec((read(`/proc/${pid}/stat`) ?? '').replace(/^.*\)/s, ''));
  return match === null ? undefined : Number(match[1]);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
