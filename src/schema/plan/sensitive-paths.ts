import type { PlanNode } from './node.ts';
import { childrenOf } from './children.ts';

/** Paths of the nodes marked sensitive, each once, sorted; `*` stands for any index or key. */
export function sensitivePathsOf(root: PlanNode): string[] {
  const found = new Set<string>();
  const open = new Set<PlanNode>();
  const visit = (node: PlanNode, path: readonly string[]): void => {
    // A recursive schema repeats its paths for ever; once round is enough to know the names.
    if (open.has(node)) return;
    open.add(node);
    if (node.meta.sensitive === true) found.add(path.join('.'));
    for (const { node: child, step } of childrenOf(node))
      visit(child, step === undefined ? path : [...path, step]);
    open.delete(node);
  };
  visit(root, []);
  return [...found].sort();
}
