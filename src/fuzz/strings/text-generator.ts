import type { Check } from '../../schema/plan/node.ts';
import type { Generator } from '../generator.ts';
import type { Random } from '../random.ts';
import type { TextRules } from './text-rules.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.,:/@#';
const rare = [
  'é',
  'ß',
  'Ω',
  'д',
  '中',
  'ｱ',
  '"',
  "'",
  '\\',
  '<',
  '>',
  '&',
  '%',
  '\n',
  '\t',
  '\u0000',
  '\u200b',
  '\u202e',
];

/** Makes texts of a language. */
export function createTextGenerator(rules: TextRules, checks: readonly Check[]): Generator {
  const { automaton, min, max } = rules;
  const decorate = decoration(checks);
  if (automaton === undefined) return plainText(min, max, decorate);
  return {
    height: 0,
    generate: (random) => decorate(automaton.sample(random, min, max)!, random),
    *shrink(value) {
      if (typeof value === 'string') yield* automaton.shrink(value, min, max);
    },
    edges(random) {
      const lengths = automaton.lengths(min, max);
      const ends = [lengths[0]!, lengths[1] ?? lengths[0]!, lengths[lengths.length - 1]!];
      if (max !== Infinity) ends.push(...automaton.lengths(Math.max(min, max - 1), max));
      return [...new Set(ends)].map((length) => automaton.sample(random, length, length)!);
    },
  };
}

type Decorate = (text: string, random: Random) => string;

/** Undoes a step that changes text, so that the step has something to do: spaces round it, letters of the other case. */
function decoration(checks: readonly Check[]): Decorate {
  const steps = checks.flatMap((check) => (check.check === 'overwrite' ? [check.change] : []));
  const firstIsStep = checks[0]?.check === 'overwrite';
  if (!firstIsStep) return (text) => text;
  return (text, random) => {
    let result = text;
    if (!random.chance(0.3)) return result;
    if (steps[0] === 'lower_case') result = result.toUpperCase();
    if (steps[0] === 'upper_case') result = result.toLowerCase();
    if (steps[0] === 'trim') result = ` ${result} `;
    return result;
  };
}

function plainText(min: number, max: number, decorate: Decorate): Generator {
  const usual = Math.min(max, min + 12);
  const make = (random: Random, length: number): string => {
    let text = '';
    const plain = random.unit() < 0.9;
    for (let index = 0; index < length; index++) {
      text +=
        plain || random.unit() < 0.7
          ? letters[random.below(letters.length)]!
          : rare[random.below(rare.length)]!;
    }
    return text;
  };
  return {
    height: 0,
    generate: (random) => decorate(make(random, min + random.below(usual - min + 1)), random),
    shrink: (value) => (typeof value === 'string' ? shrinkPlain(value, min) : []),
    edges(random) {
      const lengths = [min, min + 1, max === Infinity ? min + 1_000 : max, max - 1];
      const legal = [...new Set(lengths)].filter(
        (length) => length >= min && length <= max && length < 70_000,
      );
      return [
        ...legal.map((length) => make(random, length)),
        ...hostileTexts.filter((text) => fits(text, min, max)),
      ];
    },
  };
}

/** Texts on which tools trip: names of prototypes, other alphabets, control characters, half characters, markup. */
export const hostileTexts = [
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '😀',
  'e\u0301',
  '\u202etxt',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '%s%n',
];

function fits(text: string, min: number, max: number): boolean {
  const length = [...text].length;
  return length >= min && length <= max;
}

/** Digits become zeros, everything else the letter a. */
function simplestLike(char: string): string {
  return /\d/.test(char) ? '0' : 'a';
}

function* shrinkPlain(text: string, min: number): Iterable<string> {
  const chars = [...text];
  if (chars.length > min) yield 'a'.repeat(min);
  const plain = chars.map(simplestLike).join('');
  if (text !== plain) yield plain;
  for (let length = Math.max(min, Math.floor(chars.length / 2)); length < chars.length;) {
    yield chars.slice(0, length).join('');
    const next = length + Math.max(1, Math.ceil((chars.length - length) / 2));
    length = next;
  }
  for (let place = 0; place < Math.min(chars.length, 64); place++) {
    if (chars.length > min) yield [...chars.slice(0, place), ...chars.slice(place + 1)].join('');
    const simplest = simplestLike(chars[place]!);
    if (chars[place] !== simplest)
      yield [...chars.slice(0, place), simplest, ...chars.slice(place + 1)].join('');
  }
}
