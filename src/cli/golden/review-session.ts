import type { Colors } from 'picocolors/types.js';
import { printable } from '../../core/printable.ts';
import { signatureOf } from '../../review/group-differences.ts';
import { changeLines } from '../../review/text/change-text.ts';
import type { PendingChange } from './pending-changes.ts';
import { acceptChanges, needsReason, rejectChanges } from './settle.ts';

/** What a review needs of a terminal; tests hand in their own. */
export interface Desk {
  colors: Colors;
  print(text: string): void;
  /** Asks for a line; undefined where the input ended. */
  ask(question: string): Promise<string | undefined>;
  /** Shows the changes as a page in the browser or tells where it is. */
  openPage(): Promise<void>;
}

export interface ReviewResult {
  accepted: string[];
  rejected: string[];
  skipped: string[];
}

const help =
  'a accept · r reject · s skip · g accept this change wherever it is the same · o open the page · q quit';

/** Goes through what waits, one change at a time, the gravest first. Grave changes need a typed word and a reason. */
export async function reviewSession(
  folder: string,
  pending: readonly PendingChange[],
  desk: Desk,
): Promise<ReviewResult> {
  const result: ReviewResult = { accepted: [], rejected: [], skipped: [] };
  const open = [...pending];
  let place = 0;
  while (open.length > 0) {
    const current = open[0]!;
    const same = open.slice(1).filter((other) => isSameChange(other, current));
    place += 1;
    present(desk, current, { place, total: pending.length, same: same.length });
    const settled = await decide(folder, { current, same }, desk, result);
    if (settled === 'quit') break;
    for (const change of settled) open.splice(open.indexOf(change), 1);
    place += settled.length - 1;
  }
  result.skipped.push(...open.map(({ found }) => found.id));
  return result;
}

function present(
  desk: Desk,
  { change }: PendingChange,
  where: { place: number; total: number; same: number },
): void {
  const others = where.same === 0 ? '' : `   same change in ${where.same} more`;
  desk.print('');
  desk.print(
    desk.colors.dim(
      `[${where.place}/${where.total}] ${printable(change.spec)} › ${printable(change.test)}${others}`,
    ),
  );
  for (const line of changeLines(change, desk.colors)) desk.print(line);
}

async function decide(
  folder: string,
  { current, same }: { current: PendingChange; same: PendingChange[] },
  desk: Desk,
  result: ReviewResult,
): Promise<PendingChange[] | 'quit'> {
  for (;;) {
    const answer = (await desk.ask(`${help}\n> `))?.trim().toLowerCase();
    if (answer === undefined || answer === 'q') return 'quit';
    if (answer === 's') {
      result.skipped.push(current.found.id);
      return [current];
    }
    if (answer === 'r') {
      rejectChanges([current]);
      result.rejected.push(current.found.id);
      return [current];
    }
    if (answer === 'o') await desk.openPage();
    if (answer === 'a' || answer === 'g') {
      const chosen = answer === 'g' ? [current, ...same] : [current];
      if (await accept(folder, chosen, desk)) {
        result.accepted.push(...chosen.map(({ found }) => found.id));
        return chosen;
      }
    }
  }
}

async function accept(folder: string, chosen: PendingChange[], desk: Desk): Promise<boolean> {
  if (!chosen.some(needsReason)) {
    acceptChanges(folder, chosen, undefined);
    return true;
  }
  const word = await desk.ask('This changes what a tool does to the world. Type yes to accept it: ');
  if (word?.trim().toLowerCase() !== 'yes') return false;
  const reason = await desk.ask('Why is it right? ');
  if (reason === undefined || reason.trim() === '') {
    desk.print('It is not accepted: a change like this needs a reason.');
    return false;
  }
  acceptChanges(folder, chosen, reason);
  return true;
}

// New recordings are never accepted as a group: nothing says that they are alike.
function isSameChange(one: PendingChange, other: PendingChange): boolean {
  return one.change.state === 'changed' && signatures(one) === signatures(other);
}

function signatures({ change }: PendingChange): string {
  return change.differences.map(signatureOf).sort().join('\n');
}
