import { defineTool } from 'touchstone';
import { z } from 'zod';

const operations: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => {
    if (right === 0) throw new RangeError('division by zero');
    return left / right;
  },
};

export const calculator = defineTool(
  {
    id: 'calculator',
    description: 'Works out one sum, difference, product or quotient of two numbers.',
    inputSchema: z.object({
      expression: z
        .string()
        .regex(/^\s*-?\d+(\.\d+)?\s*[-+*/]\s*-?\d+(\.\d+)?\s*$/)
        .describe('Two numbers with + - * or / between them, such as 10 / 4'),
    }),
    outputSchema: z.object({ result: z.number(), error: z.string().nullable().default(null) }),
    annotations: { readOnlyHint: true },
  },
  async (_ctx, { expression }) => {
    const [, left, sign, right] = /^\s*(-?[\d.]+)\s*([-+*/])\s*(-?[\d.]+)\s*$/.exec(expression) ?? [];
    return { result: operations[sign!]!(Number(left), Number(right)) };
  },
);
