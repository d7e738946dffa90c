import type { PlanNode } from './node.ts';

/** A node inside another; `step` is the key under which its value lies, `*` for any, absent where it is the same value. */
export interface Child {
  node: PlanNode;
  step?: string;
}

/** The nodes directly inside a node, on the input side and the output side. */
export function childrenOf(node: PlanNode): Child[] {
  switch (node.kind) {
    case 'array':
    case 'set':
      return [{ node: node.element, step: '*' }];
    case 'tuple':
      return [
        ...node.items.map((item, index) => ({ node: item, step: String(index) })),
        ...(node.rest ? [{ node: node.rest, step: '*' }] : []),
      ];
    case 'object':
      return [
        ...node.properties.map((property) => ({ node: property.node, step: property.key })),
        ...(node.patterns ?? []).map(({ node: child }) => ({ node: child, step: '*' })),
        ...(typeof node.rest === 'string' ? [] : [{ node: node.rest, step: '*' }]),
      ];
    case 'record':
    case 'map':
      return [{ node: node.value, step: '*' }];
    case 'union':
      return node.options.map((option) => ({ node: option }));
    case 'intersection':
      return [{ node: node.left }, { node: node.right }];
    case 'pipe':
      return [{ node: node.from }, { node: node.to }];
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'success':
    case 'promise':
    case 'lazy':
      return [{ node: node.inner }];
    default:
      return [];
  }
}
