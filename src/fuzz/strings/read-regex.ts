import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { readSet, type SetFlags } from './read-set.ts';
import { wordCharacters } from './char-set.ts';
import type { Term, Terms } from './term.ts';

/** A counted repetition is not followed further than this over its minimum, unless nothing fits otherwise. */
const SPARE_REPEATS = 12;

export interface ReadOptions {
  /** Follows counted repetitions to their full maximum. */
  full?: boolean;
  /** Texts of a group that is referred back to; needed where an expression has back references. */
  sampleGroup?: (term: Term) => string[];
}

interface Reader {
  terms: Terms;
  flags: SetFlags & { multiline: boolean };
  options: ReadOptions;
  /** Groups whose text is fixed, for back references. */
  fixed: Map<AST.CapturingGroup, string>;
  /** Set where something was read wider than it is, so that texts must be tried. */
  widened: boolean;
}

/** The texts in which an expression finds a match. `exact` is false where the language is wider than the expression. */
export function readRegex(
  pattern: RegExp,
  terms: Terms,
  options: ReadOptions = {},
): { term: Term; exact: boolean } {
  const { source, flags } = pattern;
  const unicode = flags.includes('u') || flags.includes('v');
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const reader: Reader = {
    terms,
    flags: {
      unicode,
      ignoreCase: flags.includes('i'),
      dotAll: flags.includes('s'),
      multiline: flags.includes('m'),
    },
    options,
    fixed: new Map(),
    widened: false,
  };
  const before = flags.includes('y') ? terms.empty : terms.all;
  const choices = fixGroups(parsed, reader);
  const read = choices.map((fixed) =>
    readAlternatives(parsed.alternatives, before, terms.all, { ...reader, fixed }),
  );
  return { term: terms.alt(...read), exact: !reader.widened && choices.every((choice) => choice.size === 0) };
}

/** For each group that is referred back to, some of its texts: the union over them is a part of the language. */
function fixGroups(pattern: AST.Pattern, reader: Reader): Map<AST.CapturingGroup, string>[] {
  const groups = groupsReferredTo(pattern);
  if (groups.length === 0) return [new Map()];
  const texts = groups.map((group) => {
    const term = reader.terms.alt(...group.alternatives.map((part) => plain(part.elements, reader)));
    return reader.options.sampleGroup?.(term) ?? [''];
  });
  const count = Math.max(...texts.map((list) => list.length));
  return Array.from({ length: count }, (_, index) => {
    const entries = groups.map(
      (group, place) => [group, texts[place]![index % texts[place]!.length] ?? ''] as const,
    );
    return new Map(entries);
  });
}

function groupsReferredTo(pattern: AST.Pattern): AST.CapturingGroup[] {
  const found: AST.CapturingGroup[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, references, alternatives, elements, element } = node as Record<string, unknown>;
    if (type === 'CapturingGroup' && (references as unknown[]).length > 0)
      found.push(node as AST.CapturingGroup);
    for (const inner of [alternatives, elements].flat()) visit(inner);
    visit(element);
  };
  visit(pattern);
  return found;
}

function readAlternatives(
  alternatives: readonly AST.Alternative[],
  before: Term,
  after: Term,
  reader: Reader,
): Term {
  return reader.terms.alt(...alternatives.map((part) => readSequence(part.elements, before, after, reader)));
}

/** The whole texts `before · elements · after`, with everything that looks left or right taken into account. */
function readSequence(elements: readonly AST.Element[], before: Term, after: Term, reader: Reader): Term {
  const { terms } = reader;
  const index = elements.findIndex(looksAround);
  if (index === -1) return terms.cat(before, plain(elements, reader), after);
  const left = terms.cat(before, plain(elements.slice(0, index), reader));
  const rest = elements.slice(index + 1);
  const element = elements[index]!;
  if (element.type === 'Assertion') return readAssertion(element, left, rest, after, reader);
  if (element.type === 'Quantifier') {
    const most = Math.min(element.max, element.min + 3);
    const counts = Array.from({ length: most - element.min + 1 }, (_, extra) => element.min + extra);
    const repeated = counts.map((count) => [...Array<AST.Element>(count).fill(element.element), ...rest]);
    return terms.alt(...repeated.map((sequence) => readSequence(sequence, left, after, reader)));
  }
  const { alternatives } = element as AST.Group;
  return terms.alt(
    ...alternatives.map((part) => readSequence([...part.elements, ...rest], left, after, reader)),
  );
}

function readAssertion(
  assertion: AST.Assertion,
  left: Term,
  rest: readonly AST.Element[],
  after: Term,
  reader: Reader,
): Term {
  const { terms, flags } = reader;
  const newLine = terms.chars([0x0a, 0x0a]);
  const tail = (): Term => readRest(rest, after, reader);
  switch (assertion.kind) {
    case 'start': {
      const start = flags.multiline ? terms.alt(terms.empty, terms.cat(terms.all, newLine)) : terms.empty;
      return readSequence(rest, terms.and(left, start), after, reader);
    }
    case 'end': {
      const end = flags.multiline ? terms.alt(terms.empty, terms.cat(newLine, terms.all)) : terms.empty;
      return terms.cat(left, terms.and(tail(), end));
    }
    case 'word': {
      const word = terms.chars(wordCharacters);
      const [endsInWord, startsWithWord] = [terms.cat(terms.all, word), terms.cat(word, terms.all)];
      const sides = (first: Term, second: Term): Term =>
        terms.cat(terms.and(left, first), terms.and(tail(), second));
      const [noEnd, noStart] = [terms.not(endsInWord), terms.not(startsWithWord)];
      return assertion.negate
        ? terms.alt(sides(endsInWord, startsWithWord), sides(noEnd, noStart))
        : terms.alt(sides(endsInWord, noStart), sides(noEnd, startsWithWord));
    }
    case 'lookahead': {
      const ahead = readAlternatives(assertion.alternatives, terms.empty, terms.all, reader);
      return terms.cat(left, terms.and(tail(), assertion.negate ? terms.not(ahead) : ahead));
    }
    case 'lookbehind': {
      const behind = readAlternatives(assertion.alternatives, terms.all, terms.empty, reader);
      const fits = terms.and(left, assertion.negate ? terms.not(behind) : behind);
      return readSequence(rest, fits, after, reader);
    }
  }
}

/**
 * What follows a place that cannot be told from the start. A look to the left is exact where text of the rest lies
 * before it; where none does, it is read as "may hold".
 */
function readRest(rest: readonly AST.Element[], after: Term, reader: Reader): Term {
  let consumes = false;
  const kept = rest.filter((element) => {
    const looksLeft =
      element.type === 'Assertion' &&
      (element.kind === 'lookbehind' || element.kind === 'word' || element.kind === 'start');
    if (looksLeft && (!consumes || element.kind === 'lookbehind')) reader.widened = true;
    if (!looksAround(element) && !plainElement(element, reader).nullable) consumes = true;
    return !looksLeft || consumes;
  });
  return readSequence(kept, reader.terms.empty, after, reader);
}

function looksAround(node: AST.Element): boolean {
  if (node.type === 'Assertion') return true;
  if (node.type === 'Quantifier') return looksAround(node.element);
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return false;
  return node.alternatives.some((part) => part.elements.some(looksAround));
}

/** A sequence in which nothing looks around. */
function plain(elements: readonly AST.Element[], reader: Reader): Term {
  return reader.terms.cat(...elements.map((element) => plainElement(element, reader)));
}

function plainElement(element: AST.Element, reader: Reader): Term {
  const { terms, options } = reader;
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup': {
      const fixed = element.type === 'CapturingGroup' ? reader.fixed.get(element) : undefined;
      if (fixed !== undefined) return terms.text(fixed);
      return terms.alt(...element.alternatives.map((part) => plain(part.elements, reader)));
    }
    case 'Quantifier': {
      const max = options.full === true ? element.max : Math.min(element.max, element.min + SPARE_REPEATS);
      return terms.loop(
        plainElement(element.element, reader),
        element.min,
        element.max === Infinity ? Infinity : max,
      );
    }
    case 'Backreference': {
      const group = Array.isArray(element.resolved) ? element.resolved[0] : element.resolved;
      return terms.text((group && reader.fixed.get(group)) ?? '');
    }
    case 'Assertion':
      reader.widened = true;
      return terms.empty;
    default: {
      const { set, texts } = readSet(element, reader.flags, terms.universe);
      return terms.alt(terms.chars(set), ...texts.map((text) => terms.text(text)));
    }
  }
}
