import { normalise, type CharSet } from './char-set.ts';
import { createCharGroup, type CharGroup } from './char-group.ts';
import type { Term, Terms } from './term.ts';

/** A state of an automaton from which an accepted text can still be made. */
export interface State {
  accepting: boolean;
  edges: { group: CharGroup; target: number }[];
}

/**
 * Turns a term into a deterministic automaton whose every state can still lead to an accepted text; state 0 is the
 * start. An empty list means that the language is empty; undefined that there are more states than `limit`.
 */
export function buildAutomaton(terms: Terms, start: Term, limit: number): State[] | undefined {
  const atoms = splitIntoAtoms(terms);
  terms.forgetDerivatives();
  const inSet = membership(atoms);
  const numbers = new Map<Term, number>([[start, 0]]);
  const queue = [start];
  const moves: Map<number, number[]>[] = [];
  for (let index = 0; index < queue.length; index++) {
    const byTarget = new Map<number, number[]>();
    for (let atom = 0; atom < atoms.length; atom++) {
      const next = terms.derive(queue[index]!, atom, inSet);
      if (next === terms.none) continue;
      let target = numbers.get(next);
      if (target === undefined) {
        target = queue.length;
        if (target >= limit) return undefined;
        numbers.set(next, target);
        queue.push(next);
      }
      const known = byTarget.get(target);
      if (known) known.push(atom);
      else byTarget.set(target, [atom]);
    }
    moves.push(byTarget);
  }
  return keepLive(
    queue.map((term) => term.nullable),
    moves,
    atoms,
  );
}

/** Splits the universe into sets of characters that no set of the language tells apart. */
function splitIntoAtoms(terms: Terms): CharSet[] {
  const cuts = new Set<number>();
  for (const set of [terms.universe, ...terms.sets]) {
    for (let index = 0; index < set.length; index += 2) cuts.add(set[index]!).add(set[index + 1]! + 1);
  }
  const sorted = [...cuts].sort((left, right) => left - right);
  const bySignature = new Map<string, number[]>();
  const cursors = terms.sets.map(() => 0);
  for (let index = 0; index + 1 < sorted.length; index++) {
    const low = sorted[index]!;
    if (!contains(terms.universe, low)) continue;
    const signature = terms.sets.map((set, place) => {
      while (cursors[place]! < set.length && set[cursors[place]! + 1]! < low) cursors[place]! += 2;
      return cursors[place]! < set.length && set[cursors[place]!]! <= low ? '1' : '0';
    });
    const key = signature.join('');
    const ranges = bySignature.get(key) ?? [];
    ranges.push(low, sorted[index + 1]! - 1);
    bySignature.set(key, ranges);
  }
  return [...bySignature.values()].map(normalise);
}

function contains(set: CharSet, point: number): boolean {
  for (let index = 0; index < set.length; index += 2) {
    if (point >= set[index]! && point <= set[index + 1]!) return true;
  }
  return false;
}

function membership(atoms: readonly CharSet[]): (set: CharSet, atom: number) => boolean {
  const known = new Map<CharSet, Uint8Array>();
  return (set, atom) => {
    let table = known.get(set);
    if (table === undefined) {
      table = Uint8Array.from(atoms, (ranges) => (contains(set, ranges[0]!) ? 1 : 0));
      known.set(set, table);
    }
    return table[atom] === 1;
  };
}

/** Drops the states from which nothing is accepted any more. */
function keepLive(accepting: boolean[], moves: Map<number, number[]>[], atoms: CharSet[]): State[] {
  const sources: number[][] = accepting.map(() => []);
  for (const [state, byTarget] of moves.entries()) {
    for (const target of byTarget.keys()) sources[target]!.push(state);
  }
  const live = new Set<number>();
  const queue = accepting.flatMap((accepts, state) => (accepts ? [state] : []));
  for (const state of queue) live.add(state);
  for (let index = 0; index < queue.length; index++) {
    for (const source of sources[queue[index]!]!) {
      if (live.has(source)) continue;
      live.add(source);
      queue.push(source);
    }
  }
  if (!live.has(0)) return [];
  const order = [...live].sort((left, right) => left - right);
  const renamed = new Map(order.map((state, index) => [state, index]));
  const groups = new Map<string, CharGroup>();
  const groupOf = (numbers: number[]): CharGroup => {
    const key = numbers.join();
    let group = groups.get(key);
    if (group === undefined) {
      group = createCharGroup(normalise(numbers.flatMap((atom) => [...atoms[atom]!])));
      groups.set(key, group);
    }
    return group;
  };
  return order.map((state) => ({
    accepting: accepting[state]!,
    edges: [...moves[state]!]
      .filter(([target]) => live.has(target))
      .map(([target, numbers]) => ({ group: groupOf(numbers), target: renamed.get(target)! })),
  }));
}
