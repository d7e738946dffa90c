import type { AST } from '@eslint-community/regexpp';
import {
  digits,
  foldCase,
  intersect,
  lineEnds,
  scan,
  spaces,
  subtract,
  union,
  wordCharacters,
  type CharSet,
} from './char-set.ts';

export interface SetFlags {
  unicode: boolean;
  ignoreCase: boolean;
  dotAll: boolean;
}

/** What one place of an expression matches: single characters, and with the flag `v` also texts. */
export interface ReadSet {
  set: CharSet;
  texts: string[];
}

type SetNode =
  | AST.Character
  | AST.CharacterSet
  | AST.CharacterClass
  | AST.CharacterClassRange
  | AST.ExpressionCharacterClass
  | AST.ClassIntersection
  | AST.ClassSubtraction
  | AST.ClassStringDisjunction;

/** Reads a character, a class or a set of an expression as the characters of the universe that it matches. */
export function readSet(node: SetNode, flags: SetFlags, universe: CharSet): ReadSet {
  const read = (inner: SetNode): ReadSet => readSet(inner, flags, universe);
  const fold = (set: CharSet): CharSet => intersect(universe, flags.ignoreCase ? foldCase(set) : set);
  switch (node.type) {
    case 'Character':
      return { set: fold([node.value, node.value]), texts: [] };
    case 'CharacterClassRange':
      return { set: fold([node.min.value, node.max.value]), texts: [] };
    case 'CharacterSet':
      return { set: fold(readNamed(node, flags, universe)), texts: [] };
    case 'CharacterClass': {
      const parts = (node.elements as SetNode[]).map(read);
      const set = union(...parts.map((part) => part.set));
      // A negated class has no texts by the rules of the language.
      return node.negate
        ? { set: subtract(universe, set), texts: [] }
        : { set, texts: parts.flatMap((part) => part.texts) };
    }
    case 'ExpressionCharacterClass': {
      const inner = read(node.expression);
      return node.negate ? { set: subtract(universe, inner.set), texts: [] } : inner;
    }
    case 'ClassIntersection': {
      const [left, right] = [read(node.left), read(node.right)];
      return {
        set: intersect(left.set, right.set),
        texts: left.texts.filter((text) => right.texts.includes(text)),
      };
    }
    case 'ClassSubtraction': {
      const [left, right] = [read(node.left), read(node.right)];
      return {
        set: subtract(left.set, right.set),
        texts: left.texts.filter((text) => !right.texts.includes(text)),
      };
    }
    case 'ClassStringDisjunction': {
      const texts = node.alternatives.map((part) =>
        String.fromCodePoint(...part.elements.map(({ value }) => value)),
      );
      const single = texts.filter((text) => [...text].length === 1).map((text) => text.codePointAt(0)!);
      return {
        set: fold(union(...single.map((point) => [point, point]))),
        texts: texts.filter((text) => [...text].length !== 1),
      };
    }
  }
}

function readNamed(node: AST.CharacterSet, flags: SetFlags, universe: CharSet): CharSet {
  switch (node.kind) {
    case 'any':
      return flags.dotAll ? universe : subtract(universe, lineEnds);
    case 'digit':
      return node.negate ? subtract(universe, digits) : digits;
    case 'space':
      return node.negate ? subtract(universe, spaces) : spaces;
    case 'word':
      return node.negate ? subtract(universe, wordCharacters) : wordCharacters;
    case 'property':
      return readProperty(node.raw, universe, node.strings);
  }
}

const properties = new Map<string, CharSet>();

function readProperty(raw: string, universe: CharSet, strings: boolean): CharSet {
  const key = `${raw} ${universe.length}`;
  let set = properties.get(key);
  if (set === undefined) {
    set = scan(universe, new RegExp(`^${raw}$`, strings ? 'v' : 'u'));
    properties.set(key, set);
  }
  return set;
}
