import type { Check, PlanNode } from '../../schema/plan/node.ts';
import { impossible, oneOf, type Generator } from '../generator.ts';
import { createNumberGenerator } from '../numbers/number-generator.ts';
import { createTextGenerator } from '../strings/text-generator.ts';
import { readTextRules } from '../strings/text-rules.ts';
import { anyValue } from './any-value.ts';
import { except, unionGenerator, wrapperGenerator } from './choices.ts';
import { coerced } from './coerced.ts';
import { guarded } from './guarded.ts';
import { hintedGenerator } from './hinted.ts';
import { intersectNodes } from './intersect.ts';
import { mapGenerator, setGenerator } from './keyed-collections.ts';
import { objectGenerator, type Extras } from './objects.ts';
import { fileGenerator, opaqueGenerator } from './opaque.ts';
import { recordGenerator } from './records.ts';
import { arrayGenerator, tupleGenerator } from './sequences.ts';

/** Turns the nodes of a plan into generators, each once, and computes how deep their smallest values are. */
export class Compiler {
  private readonly known = new Map<PlanNode, Generator>();
  private open = 0;

  compile(node: PlanNode): Generator {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    // Handed out before it is filled: a recursive part refers to it.
    const generator = impossible(node, node.kind, 'it contains itself without an end');
    this.known.set(node, generator);
    this.open++;
    const made = this.make(node);
    this.open--;
    delete generator.impossible;
    Object.assign(generator, made);
    if (made.measure !== undefined) generator.height = Infinity;
    if (this.open === 0) this.measure();
    return generator;
  }

  /** The least fixed point: heights only fall, and every round lets at least one fall or ends. */
  private measure(): void {
    const measured = [...this.known.values()].filter((generator) => generator.measure !== undefined);
    for (let changed = true; changed;) {
      changed = false;
      for (const generator of measured) {
        const height = generator.measure!();
        if (height < generator.height) {
          generator.height = height;
          changed = true;
        }
      }
    }
  }

  private make(node: PlanNode): Generator {
    const hinted = hintedGenerator(node);
    if (hinted !== undefined) return hinted;
    const base = this.makeShape(node);
    const code = node.checks.find(isCode);
    if (code !== undefined) return guarded(node, base, code.check === 'custom' ? code.label : code.check);
    const decidesAlone =
      node.kind === 'pipe' || node.kind === 'intersection' || (node.kind === 'union' && node.mode === 'one');
    return decidesAlone || ('coerce' in node && node.coerce === true) ? guarded(node, base, node.kind) : base;
  }

  private makeShape(node: PlanNode): Generator {
    switch (node.kind) {
      case 'string':
      case 'number':
      case 'bigint':
      case 'date':
      case 'boolean':
        return node.coerce === true ? coerced(node, makeScalar(node)) : makeScalar(node);
      case 'template':
        return makeText(node, [{ check: 'regex', pattern: node.pattern }, ...node.checks]);
      case 'literal':
        return node.values.length > 0
          ? oneOf(node.values)
          : impossible(node, 'literal', 'it allows no value');
      case 'null':
        return oneOf([null]);
      case 'undefined':
      case 'void':
        return oneOf([undefined]);
      case 'nan':
        return oneOf([Number.NaN]);
      case 'symbol':
        return { ...oneOf([]), generate: () => Symbol('a'), edges: () => [Symbol('a')] };
      case 'any':
      case 'unknown':
      case 'transform':
        return anyValue;
      case 'never':
        return impossible(node, 'never', 'it allows no value');
      case 'function':
        return { ...oneOf([]), generate: () => () => undefined, edges: () => [() => undefined] };
      case 'file':
        return fileGenerator(node);
      case 'custom':
        return opaqueGenerator(node);
      default:
        return this.makeComposite(node);
    }
  }

  private makeComposite(node: PlanNode): Generator {
    const compile = (inner: PlanNode): Generator => this.compile(inner);
    switch (node.kind) {
      case 'array':
        return arrayGenerator(node, compile(node.element));
      case 'set':
        return setGenerator(node, compile(node.element));
      case 'map':
        return mapGenerator(node, compile(node.key), compile(node.value));
      case 'tuple':
        return tupleGenerator(node, node.items.map(compile), node.rest && compile(node.rest));
      case 'object':
        return objectGenerator(node, compile, this.extrasOf(node));
      case 'record':
        return recordGenerator(node, compile(node.key), compile(node.value));
      case 'union':
        return unionGenerator(node, node.options.map(compile), node.options);
      case 'intersection':
        return this.makeIntersection(node);
      case 'pipe':
        return this.makePipe(node);
      case 'nonoptional':
        return except(node, compile(node.inner), undefined);
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'catch':
      case 'readonly':
      case 'success':
      case 'promise':
      case 'lazy':
        return wrapperGenerator(node, compile(node.inner));
      default:
        return opaqueGenerator(node);
    }
  }

  private makePipe(node: PlanNode & { kind: 'pipe' }): Generator {
    const inner = node.how === 'preprocess' ? node.to : node.from;
    return delegate(inner, this.compile(inner));
  }

  private makeIntersection(node: PlanNode & { kind: 'intersection' }): Generator {
    const joined = intersectNodes(node.left, node.right);
    return delegate(joined, this.compile(joined));
  }

  private extrasOf(node: PlanNode & { kind: 'object' }): Extras | undefined {
    const { rest, patterns = [], names } = node;
    const nameOf = names && this.compile(names);
    const free = rest === 'loose' || typeof rest === 'object';
    if (!free && patterns.length === 0) return undefined;
    const value = typeof rest === 'object' ? this.compile(rest) : anyValue;
    const patterned = patterns.map(({ pattern, node: inner }) => ({
      pattern,
      key: makeText(node, [{ check: 'regex', pattern }]),
      value: this.compile(inner),
    }));
    return {
      key(random, taken) {
        const place = random.below(patterned.length + (free ? 1 : 0));
        const own = patterned[place];
        const source = own ?? { key: nameOf, value };
        if (source.value.height > 1 || (source.key?.height ?? 0) === Infinity) return undefined;
        const key = source.key ? source.key.generate(random, 1) : `extra${random.below(10)}`;
        if (typeof key !== 'string' || taken.has(key) || key in Object.prototype) return undefined;
        const claims = patterned.filter((other) => other.pattern.test(key));
        // A key that two patterns claim would have to please both.
        if (claims.length > (own ? 1 : 0)) return undefined;
        return { key, value: source.value.generate(random, 1) };
      },
    };
  }
}

/** Asks another generator, which may not be filled yet. */
function delegate(node: PlanNode, generator: Generator): Generator {
  return {
    height: 0,
    measure: () => generator.height,
    generate: (random, room) => generator.generate(random, room),
    shrink: (value) => generator.shrink(value),
    edges: (random) => generator.edges(random),
    children: [{ node, generator, step: undefined, put: (_random, _room, make) => make() }],
    ...(generator.domain && { domain: generator.domain }),
  };
}

/** Rules that only running tells. Steps that change a value to something unknown count among them. */
function isCode(check: Check): boolean {
  if (check.check === 'custom' || check.check === 'property') return true;
  if (check.check === 'overwrite') return check.change === 'unknown';
  return (
    check.check === 'format' &&
    check.pattern === undefined &&
    check.options.json !== true &&
    check.name !== 'url'
  );
}

function makeText(node: PlanNode, checks: readonly Check[]): Generator {
  const read = readTextRules(checks);
  return read.ok ? createTextGenerator(read.rules, checks) : impossible(node, 'string', read.reason);
}

function makeScalar(node: PlanNode): Generator {
  if (node.kind === 'boolean') return oneOf([false, true]);
  if (node.kind === 'string') return makeText(node, node.checks);
  const made = createNumberGenerator(node.kind as 'number' | 'bigint' | 'date', node.checks);
  return made.ok ? made.generator : impossible(node, node.kind, made.reason);
}
