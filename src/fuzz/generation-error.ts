import { AppError } from '../core/errors.ts';
import type { PlanNode } from '../schema/plan/node.ts';
import type { Generator } from './generator.ts';
import type { Stuck } from './generator.ts';

/** Says which part of a schema cannot be generated, by which rule, and why. */
export interface GenerationProblem {
  /** Such as `$.user.email`; `*` stands for any index or key. */
  path: string;
  rule: string;
  reason: string;
}

/** The error of a schema, or a part of one, for which no values can be made: code CONFIG_INVALID, `details` the problem. */
export function generationError(problem: GenerationProblem): AppError {
  const message = `No value can be generated for ${problem.path}: ${problem.reason} (rule ${problem.rule}).`;
  const error = new AppError('CONFIG_INVALID', message, { details: { ...problem } });
  error.name = 'GenerationError';
  return error;
}

/** The place and rule of what made a generator stop. */
export function problemOf(stuck: Stuck, root: Generator): GenerationProblem {
  return { path: findPath(stuck.node, root) ?? '$', rule: stuck.rule, reason: stuck.message };
}

/** Finds the part that makes the whole impossible: the deepest one without a finite value. */
export function findImpossible(root: Generator): GenerationProblem {
  const seen = new Set<Generator>();
  let [generator, path] = [root, '$'];
  for (;;) {
    seen.add(generator);
    const next = generator.children?.find(
      (child) => child.generator.height === Infinity && !seen.has(child.generator),
    );
    if (next === undefined) break;
    if (next.step !== undefined) path += `.${next.step}`;
    generator = next.generator;
  }
  const { rule, reason } = generator.impossible ?? {
    rule: 'recursion',
    reason: 'it contains itself without an end',
  };
  return { path, rule, reason };
}

function findPath(node: PlanNode, root: Generator): string | undefined {
  const seen = new Set<Generator>();
  const queue: { generator: Generator; path: string }[] = [{ generator: root, path: '$' }];
  for (const { generator, path } of queue) {
    if (seen.has(generator)) continue;
    seen.add(generator);
    for (const child of generator.children ?? []) {
      const inner = child.step === undefined ? path : `${path}.${child.step}`;
      if (child.node === node) return inner;
      queue.push({ generator: child.generator, path: inner });
    }
  }
  return undefined;
}
