import type { PlanNode } from '../../schema/plan/node.ts';
import { impossible, oneOf, type Generator } from '../generator.ts';

/** Values of many kinds, offered to code of which nothing is known. */
const candidates: (() => unknown)[] = [
  () => 'a',
  () => '',
  () => 'abc',
  () => '1',
  () => '10px',
  () => 'a@b.co',
  () => '2024-01-01',
  () => 'https://a.test/',
  () => 0,
  () => 1,
  () => 42,
  () => -1,
  () => 0.5,
  () => true,
  () => false,
  () => null,
  () => undefined,
  () => 1n,
  () => [],
  () => ['a'],
  () => [1],
  () => ({}),
  () => ({ a: 1 }),
  () => () => undefined,
  () => Symbol('a'),
  () => new Date(0),
  () => new URL('https://a.test/'),
  () => new URLSearchParams('a=1'),
  () => /a/,
  () => new Map(),
  () => new Set(),
  () => new WeakMap(),
  () => new WeakSet(),
  () => new Error('a'),
  () => new TypeError('a'),
  () => new RangeError('a'),
  () => Promise.resolve(),
  () => new Uint8Array([1, 2, 3]),
  () => Buffer.from('abc'),
  () => new ArrayBuffer(4),
  () => new DataView(new ArrayBuffer(4)),
  () => new Float64Array(2),
  () => new Int32Array(2),
  () => new Blob(['a']),
  () => new File(['a'], 'a.txt'),
  () => new FormData(),
  () => new Headers(),
  () => new Request('https://a.test/'),
  () => new Response('a'),
  () => new AbortController(),
  () => new AbortController().signal,
  () => new EventTarget(),
  () => new Event('a'),
  () => new TextEncoder(),
  () => new TextDecoder(),
  () => new ReadableStream(),
];

/** For code that decides alone (`z.custom`, `z.instanceof`): those of many common values that it accepts. */
export function opaqueGenerator(node: PlanNode): Generator {
  const accepted = candidates
    .map((make) => make())
    .filter((value) => {
      if (node.accepts === undefined) return true;
      return node.accepts(value) === true;
    });
  if (accepted.length === 0) {
    return impossible(
      node,
      'custom',
      'its code accepts none of the values that are tried; give values with .meta({ touchstone: { examples: [...] } })',
    );
  }
  const { domain: _, ...generator } = oneOf(accepted);
  return generator;
}

/** Makes files of the sizes and types that the checks ask for. */
export function fileGenerator(node: PlanNode): Generator {
  let [min, max] = [0, Infinity];
  let types: readonly string[] = ['text/plain', 'application/json', ''];
  for (const check of node.checks) {
    if (check.check === 'min_size' || check.check === 'size_equals') min = Math.max(min, check.value);
    if (check.check === 'max_size' || check.check === 'size_equals') max = Math.min(max, check.value);
    if (check.check === 'mime_type') types = check.types;
  }
  if (min > max || types.length === 0) return impossible(node, 'size', 'no file has that size and type');
  const make = (size: number, type: string): File => new File([new Uint8Array(size)], 'file', { type });
  return {
    height: 0,
    generate: (random) => make(min + random.below(Math.min(64, max - min) + 1), random.pick(types)),
    *shrink(value) {
      if (value instanceof File && value.size > min) yield make(min, value.type);
    },
    edges: () => [min, ...(max < 1_000_000 ? [max] : [])].map((size) => make(size, types[0]!)),
  };
}
