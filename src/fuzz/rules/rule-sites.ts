import type { PlanNode } from '../../schema/plan/node.ts';
import type { Generator, Place } from '../generator.ts';
import type { ValueSource } from '../value-source.ts';
import { breakablesOf } from './break-node.ts';
import { wrap, type RuleSite } from './rule-site.ts';

/** Rules are listed up to this many; enormous schemas are cut. */
const MAX_SITES = 5_000;

const known = new WeakMap<ValueSource, RuleSite[]>();

/** All rules of a schema with their places; a recursive part is entered once. */
export function ruleSites(source: ValueSource): RuleSite[] {
  let sites = known.get(source);
  if (sites === undefined) {
    sites = collect(source);
    known.set(source, sites);
  }
  return sites;
}

function collect(source: ValueSource): RuleSite[] {
  const sites: RuleSite[] = [];
  const open = new Set<PlanNode>();
  const visit = (node: PlanNode, generator: Generator, path: string[], chain: Place[]): void => {
    if (open.has(node) || sites.length >= MAX_SITES) return;
    open.add(node);
    for (const { name, codes, opaque, step, bad } of breakablesOf(node, generator)) {
      const place = step === undefined ? path : [...path, step];
      sites.push({
        rule: `${['$', ...place].join('.')} · ${name}`,
        path: place,
        node,
        codes,
        opaque: opaque === true,
        make: wrap(chain, bad),
      });
    }
    for (const child of generator.children ?? []) {
      if (child.generator.height === Infinity && child.node.kind !== 'never') continue;
      visit(child.node, child.generator, child.step === undefined ? path : [...path, child.step], [
        ...chain,
        child,
      ]);
    }
    open.delete(node);
  };
  visit(source.schema.plan().root, source.generator, [], []);
  return sites;
}
