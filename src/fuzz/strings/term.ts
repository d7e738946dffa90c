import { normalise, type CharSet } from './char-set.ts';

/**
 * A regular language as a term. Terms are made by `Terms`, which gives equal terms one identity; languages can be
 * joined, intersected and negated. Automata come from them by derivatives (Brzozowski 1964; Owens, Reppy, Turon 2009).
 */
export interface Term {
  readonly id: number;
  readonly kind: 'none' | 'empty' | 'set' | 'cat' | 'alt' | 'and' | 'not' | 'loop';
  /** Whether the empty text is in the language. */
  readonly nullable: boolean;
  readonly set?: CharSet;
  readonly parts: readonly Term[];
  readonly min: number;
  readonly max: number;
  /** Derivatives by number of the atom, filled when asked for. */
  readonly derivatives: (Term | undefined)[];
}

type Shape = Omit<Term, 'id' | 'derivatives' | 'min' | 'max' | 'parts'> &
  Partial<Pick<Term, 'min' | 'max' | 'parts'>>;

/** Makes terms, simplified and with one identity for equal ones. */
export class Terms {
  private readonly known = new Map<string, Term>();
  /** Every set of characters that occurs in a term. */
  readonly sets: CharSet[] = [];
  readonly universe: CharSet;
  readonly none: Term;
  readonly empty: Term;
  /** Any one character. */
  readonly any: Term;
  /** Any text. */
  readonly all: Term;

  constructor(universe: CharSet) {
    this.universe = universe;
    this.none = this.make('none', { kind: 'none', nullable: false });
    this.empty = this.make('empty', { kind: 'empty', nullable: true });
    this.any = this.chars(universe);
    this.all = this.loop(this.any, 0, Infinity);
  }

  private make(key: string, shape: Shape): Term {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const term: Term = { parts: [], min: 0, max: 0, ...shape, id: this.known.size, derivatives: [] };
    this.known.set(key, term);
    return term;
  }

  chars(ranges: CharSet): Term {
    const set = normalise(ranges);
    if (set.length === 0) return this.none;
    const key = `[${set.join()}]`;
    if (!this.known.has(key)) this.sets.push(set);
    return this.make(key, { kind: 'set', nullable: false, set });
  }

  text(text: string): Term {
    return this.cat(...[...text].map((char) => this.chars([char.codePointAt(0)!, char.codePointAt(0)!])));
  }

  cat(...terms: Term[]): Term {
    return terms.reduceRight((rest, term) => this.pair(term, rest), this.empty);
  }

  private pair(left: Term, right: Term): Term {
    if (left === this.none || right === this.none) return this.none;
    if (left === this.empty) return right;
    if (right === this.empty) return left;
    if (left.kind === 'cat') return this.pair(left.parts[0]!, this.pair(left.parts[1]!, right));
    if (left === this.all && right === this.all) return left;
    const nullable = left.nullable && right.nullable;
    return this.make(`${left.id}.${right.id}`, { kind: 'cat', nullable, parts: [left, right] });
  }

  alt(...terms: Term[]): Term {
    const parts = new Set<Term>();
    const add = (term: Term): void => {
      if (term.kind === 'alt') for (const part of term.parts) add(part);
      else if (term !== this.none) parts.add(term);
    };
    for (const term of terms) add(term);
    if (parts.has(this.all)) return this.all;
    const sets = [...parts].filter((part) => part.kind === 'set');
    if (sets.length > 1) {
      for (const set of sets) parts.delete(set);
      parts.add(this.chars(sets.flatMap((part) => [...part.set!])));
    }
    return this.join('alt', '|', parts, this.none, (part) => part.nullable, false);
  }

  and(...terms: Term[]): Term {
    const parts = new Set<Term>();
    const add = (term: Term): void => {
      if (term.kind === 'and') for (const part of term.parts) add(part);
      else if (term !== this.all) parts.add(term);
    };
    for (const term of terms) add(term);
    if (parts.has(this.none)) return this.none;
    if (parts.has(this.empty)) return [...parts].every((part) => part.nullable) ? this.empty : this.none;
    return this.join('and', '&', parts, this.all, (part) => !part.nullable, true);
  }

  private join(
    kind: 'alt' | 'and',
    sign: string,
    parts: Set<Term>,
    neutral: Term,
    decides: (part: Term) => boolean,
    otherwise: boolean,
  ): Term {
    if (parts.size === 0) return neutral;
    const sorted = [...parts].sort((left, right) => left.id - right.id);
    if (sorted.length === 1) return sorted[0]!;
    const nullable = sorted.some(decides) ? !otherwise : otherwise;
    return this.make(sorted.map((part) => part.id).join(sign), { kind, nullable, parts: sorted });
  }

  not(term: Term): Term {
    if (term.kind === 'not') return term.parts[0]!;
    if (term === this.none) return this.all;
    if (term === this.all) return this.none;
    return this.make(`!${term.id}`, { kind: 'not', nullable: !term.nullable, parts: [term] });
  }

  loop(term: Term, min: number, max: number): Term {
    if (max === 0 || term === this.empty) return this.empty;
    if (term === this.none) return min === 0 ? this.empty : this.none;
    if (min === 1 && max === 1) return term;
    if (term.kind === 'loop' && term.min === 0 && term.max === Infinity) return term;
    const low = term.nullable ? 0 : min;
    const key = `${term.id}{${low},${max}}`;
    return this.make(key, { kind: 'loop', nullable: low === 0, parts: [term], min: low, max });
  }

  /** Forgets all derivatives; needed when the atoms are others than before. */
  forgetDerivatives(): void {
    for (const term of this.known.values()) term.derivatives.length = 0;
  }

  /** What may follow after one character of an atom; `inSet` tells whether the atom lies in a set. */
  derive(term: Term, atom: number, inSet: (set: CharSet, atom: number) => boolean): Term {
    const known = term.derivatives[atom];
    if (known !== undefined) return known;
    const derived = this.deriveAnew(term, atom, inSet);
    term.derivatives[atom] = derived;
    return derived;
  }

  private deriveAnew(term: Term, atom: number, inSet: (set: CharSet, atom: number) => boolean): Term {
    const inner = (part: Term): Term => this.derive(part, atom, inSet);
    switch (term.kind) {
      case 'none':
      case 'empty':
        return this.none;
      case 'set':
        return inSet(term.set!, atom) ? this.empty : this.none;
      case 'cat': {
        const [left, right] = term.parts as [Term, Term];
        const first = this.cat(inner(left), right);
        return left.nullable ? this.alt(first, inner(right)) : first;
      }
      case 'alt':
        return this.alt(...term.parts.map(inner));
      case 'and':
        return this.and(...term.parts.map(inner));
      case 'not':
        return this.not(inner(term.parts[0]!));
      case 'loop': {
        const rest = this.loop(term.parts[0]!, Math.max(0, term.min - 1), term.max - 1);
        return this.cat(inner(term.parts[0]!), rest);
      }
    }
  }
}
