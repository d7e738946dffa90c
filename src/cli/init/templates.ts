/** The files of a new project, by path. */
export type Templates = Readonly<Record<string, string>>;

const config = (tools: readonly string[]): string => `import { defineConfig } from 'touchstone/config';

export default defineConfig({
  specs: 'specs/**/*.spec.ts',
  recordings: 'recordings',
  tools: [${tools.map((path) => `'${path}'`).join(', ')}],
});
`;

const exampleTool = `import { tool } from 'touchstone';
import { z } from 'zod';

const prices = new Map([
  ['mug', 12],
  ['teapot', 40],
]);

/** An example: says what an order costs. Put your own tools beside it. */
export const quoteOrder = tool({
  name: 'quoteOrder',
  description: 'Says what an order of one article costs, in euros, before it is placed.',
  inputSchema: z.object({
    article: z.string().describe('The name of the article, such as mug'),
    quantity: z.number().int().min(1).max(100).describe('How many pieces'),
  }),
  outputSchema: z.object({ total: z.number() }),
  annotations: { readOnlyHint: true },
  execute({ article, quantity }) {
    const price = prices.get(article);
    if (price === undefined) throw new Error(\`There is no article \${article}.\`);
    return { total: price * quantity };
  },
});
`;

const exampleSpec = `import { expect, test } from 'touchstone/vitest';
import { quoteOrder } from '../tools/quote-order.ts';

test('quotes an order of two mugs', async ({ harness }) => {
  const quote = await harness.call(quoteOrder, { article: 'mug', quantity: 2 });

  expect(quote).toHaveStatus('succeeded');
  await expect(quote).toMatchGolden();
  expect(quote).toHaveNoFindings();
});

test('rejects an order of nothing before the tool runs', async ({ harness }) => {
  const quote = await harness.call(quoteOrder, { article: 'mug', quantity: 0 });

  expect(quote).toHaveStatus('failed');
  await expect(quote).toMatchGolden();
});
`;

/** A tool of the project, as the first spec needs it. */
export interface KnownTool {
  exportName: string;
  toolName: string;
  module: string;
}

const knownToolsSpec = (tools: readonly KnownTool[]): string => {
  const imports = tools.map(({ exportName, module }) => `import { ${exportName} } from '../${module}';`);
  return `import type { Tool } from 'touchstone';
import { expect, test } from 'touchstone/vitest';
${imports.join('\n')}

// A start that executes nothing: what is not even an object never reaches a tool. Add calls of your own.
test.for([${tools.map(({ exportName }) => exportName).join(', ')}])('$name rejects what is no object', async (tool, { harness }) => {
  const call = await harness.call(tool as Tool, 'not an object');

  expect(call).toHaveStatus('failed');
  await expect(call).toMatchGolden();
});
`;
};

const workflow = `name: touchstone
on:
  push:
    branches: [main]
  pull_request:
jobs:
  tools:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install
      - run: npx touchstone run
`;

/** The files for a project whose tools are known, or with an example tool where none are. */
export function projectTemplates(tools: readonly KnownTool[]): Templates {
  const modules = [...new Set(tools.map(({ module }) => module))];
  if (tools.length > 0) {
    return {
      'touchstone.config.ts': config(modules),
      'specs/tools.spec.ts': knownToolsSpec(tools),
      '.github/workflows/touchstone.yml': workflow,
    };
  }
  return {
    'touchstone.config.ts': config(['tools/**/*.ts']),
    'tools/quote-order.ts': exampleTool,
    'specs/quote-order.spec.ts': exampleSpec,
    '.github/workflows/touchstone.yml': workflow,
  };
}
