import type { Random } from '../random.ts';
import { intersect, sizeOf, type CharSet } from './char-set.ts';

/** Characters that lead from one state to another, with those that are pleasant to read first. */
export interface CharGroup {
  set: CharSet;
  /** Printable ASCII of the set. */
  pleasant: readonly string[];
  size: number;
  /** The simplest character: digits, then lower case, then upper case, then the rest. */
  simplest: string;
  rank: number;
}

const printable: CharSet = [0x20, 0x7e];

export function createCharGroup(set: CharSet): CharGroup {
  const ascii = intersect(set, printable);
  const pleasant: string[] = [];
  for (let index = 0; index < ascii.length; index += 2) {
    for (let point = ascii[index]!; point <= ascii[index + 1]!; point++)
      pleasant.push(String.fromCodePoint(point));
  }
  const first =
    pleasant.length > 0
      ? pleasant.reduce((left, right) => (rankOf(right) < rankOf(left) ? right : left))
      : String.fromCodePoint(set[0]!);
  return { set, pleasant, size: sizeOf(set), simplest: first, rank: rankOf(first) };
}

/** How simple a character is; smaller is simpler. */
export function rankOf(char: string): number {
  const point = char.codePointAt(0)!;
  if (point >= 0x30 && point <= 0x39) return point - 0x30;
  if (point >= 0x61 && point <= 0x7a) return point - 0x61 + 10;
  if (point >= 0x41 && point <= 0x5a) return point - 0x41 + 36;
  return point >= 0x20 && point < 0x7f ? point + 100 : point + 1_000;
}

/** A character of the group: mostly a pleasant one, now and then any. */
export function pickChar(group: CharGroup, random: Random): string {
  const { pleasant } = group;
  if (pleasant.length > 0 && (pleasant.length === group.size || random.unit() < 0.95)) {
    return pleasant[random.below(pleasant.length)]!;
  }
  let place = random.below(group.size);
  for (let index = 0; index < group.set.length; index += 2) {
    const span = group.set[index + 1]! - group.set[index]! + 1;
    if (place < span) return String.fromCodePoint(group.set[index]! + place);
    place -= span;
  }
  return group.simplest;
}

export function includesChar(group: CharGroup, point: number): boolean {
  for (let index = 0; index < group.set.length; index += 2) {
    if (point >= group.set[index]! && point <= group.set[index + 1]!) return true;
  }
  return false;
}
