import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../src/runtime/create-engine.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.touchstone', `snippets-${process.pid}`);
const ancestors = join(root, '../shared/ancestors');
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ours = (code: string): string =>
  code
    .replaceAll(/(['"])@assemble-dev\/sdk\1/g, `'../../src/index.ts'`)
    .replaceAll(/(['"])touchstone\1/g, `'../../src/index.ts'`)
    .replaceAll(/(['"])touchstone\/(\w+)\1/g, `'../../src/$2.ts'`);

function write(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${ours(code)}\nexport {};\n`);
  return file;
}

/** Type-checks files under the project's own strict options. */
function faultsOf(files: string[]): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram(files, { ...options, noUnusedLocals: false });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });
}

const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

test('every TypeScript block of the README and of the docs compiles', { timeout: 60_000 }, () => {
  const files = pages.flatMap((page) => {
    const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
    const name = page.replaceAll(/\W/g, '-');
    return blocks.map(([, block], index) => write(`${name}-${index}.ts`, block!));
  });
  expect(files.length).toBeGreaterThan(20);
  expect(faultsOf(files)).toEqual([]);
});

// Specs run under their runner (test/e2e/readme.test.ts); models, servers and files of the reader's own are not here.
const needsMore = /\/vitest'|toolsFromMcp|mcpWorld|toolsToMcp|^declare |\.json'/m;

test('every TypeScript block that stands alone runs', { timeout: 60_000 }, async () => {
  const faults: Record<string, string> = {};
  let ran = 0;
  const before = process.cwd();
  process.chdir(folder);
  for (const page of pages) {
    const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)];
    for (const [index, [, block = '']] of blocks.entries()) {
      if (needsMore.test(block)) continue;
      const file = write(`run-${page.replaceAll(/\W/g, '-')}-${index}.ts`, block);
      await import(file).catch((error: Error) => (faults[`${page} ${index}`] = error.message));
      ran += 1;
    }
  }
  process.chdir(before);
  expect(ran).toBeGreaterThan(8);
  expect(faults).toEqual({});
});

test.skipIf(!existsSync(ancestors))(
  'what the page on tools of the ancestor shows compiles and runs as printed (skipped where the page is absent)',
  { timeout: 60_000 },
  async () => {
    const page = readFileSync(
      join(
        ancestors,
        readdirSync(ancestors).find((name) => name.startsWith('000'))!,
      ),
      'utf8',
    );
    const [declared, bound] = page
      .split(/^(?=import \{ (?:tool|workflow) \})/m)
      .slice(1)
      .map((part) => part.slice(0, part.search(/^\}\);$/m) + 3));
    const parts = write(
      'parts.ts',
      `import { agent } from 'touchstone';
       import { z } from 'zod';
       export const RefundDecisionSchema = z.object({ orderId: z.string(), amount: z.number() });
       export const classifier = agent({ name: 'classifier', run: () => 'refund' });
       export const refundSpecialist = agent({ name: 'refund-specialist', run: () => ({ orderId: 'o-1', amount: 5 }) });`,
    );
    const first = write('declared.ts', declared!);
    const names = 'RefundDecisionSchema, classifier, refundSpecialist';
    const second = write(
      'bound.ts',
      `import { ${names} } from './parts.ts';\nimport { issueRefund } from './declared.ts';\n${bound}`,
    );
    expect(faultsOf([parts, first, second])).toEqual([]);
    const { supportWorkflow } = (await import(second)) as { supportWorkflow: never };
    const run = await createEngine().run(supportWorkflow, { ticket: 'broken mug' } as never);
    expect(run.status).toBe('completed');
    expect(run.toolCalls).toMatchObject([
      {
        toolName: 'issueRefund',
        agentName: 'refund-specialist',
        status: 'succeeded',
        output: { refundId: 're_o-1' },
      },
    ]);
  },
);
