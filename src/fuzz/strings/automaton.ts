import type { Random } from '../random.ts';
import type { State } from './build-automaton.ts';
import { includesChar, pickChar, rankOf } from './char-group.ts';

type Edge = State['edges'][number];

/** How many lengths are offered beyond the shortest that fits. */
const LENGTHS_OFFERED = 40;
/** Texts longer than this are not looked for when a language has no short ones. */
const LONGEST_SEARCH = 4_096;

/** A deterministic automaton that makes texts of a wanted length, in code points, without ever running into a dead end. */
export class Automaton {
  readonly states: readonly State[];
  /** For each number of characters still to come, the states that can make exactly that many. */
  private readonly rows: Uint8Array[] = [];
  private readonly choices = new Map<number, Edge[]>();
  private readonly offered = new Map<string, number[]>();

  constructor(states: readonly State[]) {
    this.states = states;
    this.rows.push(Uint8Array.from(states, (state) => (state.accepting ? 1 : 0)));
  }

  get isEmpty(): boolean {
    return this.states.length === 0;
  }

  private row(length: number): Uint8Array {
    while (this.rows.length <= length) {
      const previous = this.rows[this.rows.length - 1]!;
      this.rows.push(
        Uint8Array.from(this.states, (state) =>
          state.edges.some(({ target }) => previous[target] === 1) ? 1 : 0,
        ),
      );
    }
    return this.rows[length]!;
  }

  /** Lengths from `min` to `max` that texts of the language have, shortest first; a bounded number of them. */
  lengths(min: number, max: number): number[] {
    const key = `${min},${max}`;
    const known = this.offered.get(key);
    if (known !== undefined) return known;
    const found: number[] = [];
    if (!this.isEmpty) {
      const longest = Math.min(max, min + LONGEST_SEARCH);
      for (let length = 0; length <= longest; length++) {
        const row = this.row(length);
        if (row[0] === 1 && length >= min) found.push(length);
        if (found.length > 0 && length >= found[0]! + LENGTHS_OFFERED) break;
        if (!row.includes(1)) break;
      }
    }
    this.offered.set(key, found);
    return found;
  }

  private edges(state: number, left: number): Edge[] {
    const key = left * this.states.length + state;
    let edges = this.choices.get(key);
    if (edges === undefined) {
      const next = this.row(left - 1);
      edges = this.states[state]!.edges.filter(({ target }) => next[target] === 1);
      this.choices.set(key, edges);
    }
    return edges;
  }

  /** A text with a length from `min` to `max`, or undefined where there is none. */
  sample(random: Random, min: number, max: number): string | undefined {
    const lengths = this.lengths(min, max);
    if (lengths.length === 0) return undefined;
    const chance = random.unit();
    let left = lengths[Math.floor(chance * chance * lengths.length)]!;
    let text = '';
    for (let state = 0; left > 0; left--) {
      const edges = this.edges(state, left);
      const edge = edges.length === 1 ? edges[0]! : edges[random.below(edges.length)]!;
      text += pickChar(edge.group, random);
      state = edge.target;
    }
    return text;
  }

  /** The simplest text of a length; where `near` is given, as much of it as fits is kept. */
  simplest(length: number, near: readonly string[] = []): string {
    let text = '';
    for (let state = 0, place = 0; place < length; place++) {
      const edges = this.edges(state, length - place);
      const wanted = near[place];
      const kept =
        wanted === undefined
          ? undefined
          : edges.find(({ group }) => includesChar(group, wanted.codePointAt(0)!));
      const edge = kept ?? edges.reduce((left, right) => (right.group.rank < left.group.rank ? right : left));
      text += kept === undefined ? edge.group.simplest : wanted!;
      state = edge.target;
    }
    return text;
  }

  accepts(text: string): boolean {
    return this.path(text) !== undefined;
  }

  private path(text: string): Edge[] | undefined {
    if (this.isEmpty) return undefined;
    const path: Edge[] = [];
    let state = 0;
    for (const char of text) {
      const edge = this.states[state]!.edges.find(({ group }) => includesChar(group, char.codePointAt(0)!));
      if (edge === undefined) return undefined;
      path.push(edge);
      state = edge.target;
    }
    return this.states[state]!.accepting ? path : undefined;
  }

  /** Simpler texts of the language, the boldest first. */
  *shrink(text: string, min: number, max: number): Iterable<string> {
    const chars = [...text];
    const path = this.path(text);
    if (path === undefined) return;
    const lengths = this.lengths(min, max).filter((length) => length < chars.length);
    if (lengths.length > 0) yield this.simplest(lengths[0]!);
    yield this.simplest(chars.length);
    for (let from = 0, step = Math.ceil(lengths.length / 2); step >= 1 && from < lengths.length;) {
      yield this.simplest(lengths[from]!, chars);
      from += step;
      step = step === 1 && from >= lengths.length ? 0 : Math.max(1, Math.floor(step / 2));
    }
    for (let place = 0; place < Math.min(chars.length, 64); place++) {
      const shorter = [...chars.slice(0, place), ...chars.slice(place + 1)].join('');
      if (chars.length > min && this.accepts(shorter)) yield shorter;
    }
    for (const [place, edge] of path.slice(0, 64).entries()) {
      if (rankOf(chars[place]!) <= edge.group.rank) continue;
      yield [...chars.slice(0, place), edge.group.simplest, ...chars.slice(place + 1)].join('');
    }
  }
}
