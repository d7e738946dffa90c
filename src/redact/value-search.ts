import type { ValueForm } from './placeholders.ts';
import {
  isDistinctive,
  needlesOf,
  strippedValue,
  strippedView,
  viewsOf,
  type TextView,
} from './value-forms.ts';

/** A sensitive value found inside a text, in one of the forms in which programs write values. */
export interface ValueHit {
  value: string;
  form: ValueForm;
  start: number;
  end: number;
}

/** Finds known sensitive values inside texts. */
export interface ValueSearch {
  /** Makes a value known; false where it is too short or too simple to be searched for. */
  add(value: string): boolean;
  /** The hits in a text, in order, not overlapping. */
  find(text: string): ValueHit[];
  readonly size: number;
}

interface Needle {
  text: string;
  value: string;
  form: ValueForm;
}

const HEAD = 8;

/** Makes an empty search. A text is read once per view, whatever the number of values. */
export function createValueSearch(): ValueSearch {
  const plain = createIndex();
  const stripped = createIndex();
  const known = new Set<string>();
  return {
    get size() {
      return known.size;
    },
    add(value) {
      if (known.has(value)) return true;
      if (!isDistinctive(value)) return false;
      known.add(value);
      for (const { text, form } of needlesOf(value)) plain.add({ text: fold(text), value, form });
      const core = strippedValue(value);
      if (core !== undefined) stripped.add({ text: fold(core), value, form: 'spaced' });
      return true;
    },
    find(text) {
      if (known.size === 0 || text.length < HEAD) return [];
      const hits = plain.find(text, fold(text), undefined);
      for (const view of viewsOf(text)) addHits(hits, plain.find(text, fold(view.text), view));
      if (stripped.size > 0) {
        const view = strippedView(text);
        if (view !== undefined) addHits(hits, stripped.find(text, fold(view.text), view));
        else addHits(hits, stripped.find(text, fold(text), { text, form: 'spaced' }));
      }
      return hits.sort((left, right) => left.start - right.start);
    },
  };
}

function addHits(hits: ValueHit[], more: readonly ValueHit[]): void {
  for (const hit of more) {
    if (hits.every((other) => hit.end <= other.start || hit.start >= other.end)) hits.push(hit);
  }
}

interface NeedleIndex {
  readonly size: number;
  add(needle: Needle): void;
  find(original: string, folded: string, view: TextView | undefined): ValueHit[];
}

/** The needles that begin alike, found by their whole text, the longest first. */
interface Bucket {
  lengths: number[];
  byText: Map<string, Needle>;
}

// Three characters choose a bit, eight a bucket of needles: most places of a text cost one look at the bits.
function createIndex(): NeedleIndex {
  const bits = new Uint8Array(1 << 16);
  const byHead = new Map<string, Bucket>();
  return {
    get size() {
      return byHead.size;
    },
    add(needle) {
      const head = needle.text.slice(0, HEAD);
      bits[bitOf(head, 0)] = 1;
      const bucket: Bucket = byHead.get(head) ?? { lengths: [], byText: new Map() };
      byHead.set(head, bucket);
      bucket.byText.set(needle.text, needle);
      const { length } = needle.text;
      if (bucket.lengths.includes(length)) return;
      bucket.lengths.push(length);
      bucket.lengths.sort((left, right) => right - left);
    },
    find(original, folded, view) {
      const hits: ValueHit[] = [];
      let first = folded.charCodeAt(0);
      let second = folded.charCodeAt(1);
      for (let at = 0; at <= folded.length - HEAD; at += 1) {
        const third = folded.charCodeAt(at + 2);
        const bit = bits[(first * 961 + second * 31 + third) & 0xffff];
        first = second;
        second = third;
        if (bit === 0) continue;
        const needle = longestAt(byHead.get(folded.slice(at, at + HEAD)), folded, at);
        if (needle === undefined) continue;
        hits.push(hitOf(needle, at, original, view));
        at += needle.text.length - 1;
        first = folded.charCodeAt(at + 1);
        second = folded.charCodeAt(at + 2);
      }
      return hits;
    },
  };
}

function longestAt(bucket: Bucket | undefined, folded: string, at: number): Needle | undefined {
  for (const length of bucket?.lengths ?? []) {
    const needle = bucket!.byText.get(folded.slice(at, at + length));
    if (needle !== undefined) return needle;
  }
  return undefined;
}

function bitOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;
}

function hitOf(needle: Needle, at: number, original: string, view: TextView | undefined): ValueHit {
  const last = at + needle.text.length;
  const start = view?.places?.[at] ?? at;
  const end = view?.places === undefined ? last : endOf(view, last);
  const { value } = needle;
  if (needle.form !== 'raw' || view !== undefined) {
    return { value, form: needle.form === 'raw' ? view!.form : needle.form, start, end };
  }
  return { value, form: original.slice(start, end) === value ? 'raw' : 'folded', start, end };
}

// Of a text without separators the last character counts, so that those behind it stay; of others the whole escape.
function endOf({ places, form }: TextView, last: number): number {
  const before = places![last - 1]!;
  if (form === 'spaced') return before + 1;
  let next = last;
  while (next < places!.length - 1 && places![next] === before) next += 1;
  return places![next]!;
}

function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
