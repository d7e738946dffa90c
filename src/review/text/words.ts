import { printable } from '../../core/printable.ts';

/** A number with its noun: `1 run`, `2 runs`, `1,200 inputs`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A duration with its unit: `840 ms`, `1.2 s`, `3 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}

/** A word of a command line that can be pasted into any POSIX shell. */
export function shellWord(text: string): string {
  const safe = printable(text);
  return /^[\w./:@=#+-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** Cuts a text for one line and says that it did. */
export function folded(text: string, limit: number): string {
  const letters = [...text];
  return letters.length <= limit ? text : `${letters.slice(0, limit - 1).join('')}…`;
}
