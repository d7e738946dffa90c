const PLACEHOLDER = /\[REDACTED:([^\]#[]{1,80})#(\d{1,9})\]/g;

/** How a sensitive value was written at a place. */
export type ValueForm = 'raw' | 'json' | 'url' | 'html' | 'unicode' | 'base64' | 'hex' | 'folded' | 'spaced';

/** Gives every sensitive value of one run a placeholder: equal values share one, and none can be turned back. */
export interface Placeholders {
  /** The placeholder of a value; the label says what it is and is the one of the first to ask. */
  of(value: string, label: string, form?: ValueForm): string;
  /** Keeps the numbers of the placeholders that stand in a text from being given again. */
  reserve(text: string): void;
}

/** Starts the placeholders of one run. */
export function createPlaceholders(): Placeholders {
  const given = new Map<string, { label: string; number: number }>();
  const counts = new Map<string, number>();
  return {
    reserve(text) {
      for (const { label, text: found } of placeholdersIn(text)) {
        const name = label.replace(/\/[a-z0-9]+$/, '');
        const number = Number(/#(\d+)\]$/.exec(found)![1]);
        if (number > (counts.get(name) ?? 0)) counts.set(name, number);
      }
    },
    of(value, label, form = 'raw') {
      let known = given.get(value);
      if (known === undefined) {
        const safe = label.replaceAll(/[^A-Za-z0-9_.-]/g, '-').slice(0, 50) || 'value';
        const number = (counts.get(safe) ?? 0) + 1;
        counts.set(safe, number);
        known = { label: safe, number };
        given.set(value, known);
      }
      return `[REDACTED:${known.label}${form === 'raw' ? '' : `/${form}`}#${known.number}]`;
    },
  };
}

/** Tells whether a text is one placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return text.length < 120 && /^\[REDACTED:[^\]#[]{1,80}#\d{1,9}\]$/.test(text);
}

/** A placeholder that stands in a text. */
export interface FoundPlaceholder {
  text: string;
  label: string;
  start: number;
  end: number;
}

/** The placeholders that stand in a text, in order. */
export function placeholdersIn(text: string): FoundPlaceholder[] {
  if (!text.includes('[REDACTED:')) return [];
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    text: match[0],
    label: match[1]!,
    start: match.index,
    end: match.index + match[0].length,
  }));
}
