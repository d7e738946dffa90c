import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

const config = `import { defineConfig } from 'touchstone/config';\nexport default defineConfig({});\n`;
const emptySpec = `import { test } from 'vitest';\ntest('is there', () => {});\n`;

let project: TemporaryProject;
const given = (files: Record<string, string>, packages?: string[]): TemporaryProject =>
  (project = temporaryProject(files, packages));
afterEach(() => project.dispose());

describe.skipIf(!isBuilt)('bad input ends with exit code 2 and one sentence (needs npm run build)', () => {
  test('an unknown command', async () => {
    given({});
    expect(await project.touchstone(['acept'])).toEqual({
      code: 2,
      out: '',
      err: "Unknown command 'acept'. Did you mean accept? See touchstone --help.\n",
    });
  });

  test('no configuration', async () => {
    given({});
    expect(await project.touchstone(['run'])).toEqual({
      code: 2,
      out: '',
      err: `There is no touchstone.config.ts in ${project.root}; make one with: npx touchstone init\n`,
    });
  });

  test.each([
    ['does not parse', 'export default {\n  specs: ;\n};', 'Unexpected token (touchstone.config.ts:2).'],
    [
      'throws',
      "const specs: string = 'x';\nthrow new Error('no luck');",
      'no luck (touchstone.config.ts:2).',
    ],
    [
      'imports a file that is not there',
      "import './tools.ts';\nexport default {};",
      'there is no file ./tools.ts.',
    ],
  ])('a configuration that %s', async (_what, text, reason) => {
    given({ 'touchstone.config.ts': text });
    expect(await project.touchstone(['run'])).toEqual({
      code: 2,
      out: '',
      err: `touchstone.config.ts cannot be loaded: ${reason}\n`,
    });
  });

  test('a configuration with an unknown key or a wrong value', async () => {
    given({ 'touchstone.config.ts': 'export default { spec: "x" };' });
    expect((await project.touchstone(['run'])).err).toBe(
      'touchstone.config.ts does not export a valid configuration as its default: Unrecognized key: "spec".\n',
    );
    project.write({ 'touchstone.config.ts': 'export default { recordings: 1 };' });
    expect((await project.touchstone(['run'])).err).toBe(
      'touchstone.config.ts does not export a valid configuration as its default at recordings: Invalid input: expected string, received number.\n',
    );
  });

  test('a spec that throws when it is imported', async () => {
    given({
      'touchstone.config.ts': config,
      'specs/fine.spec.ts': emptySpec,
      'specs/broken.spec.ts': `const port: number = 1;\nthrow new Error('no database');\n`,
    });
    const before = project.files();
    const { code, out } = await project.touchstone(['run']);
    expect({ code, files: project.files() }).toEqual({ code: 2, files: before });
    expect(out).toContain('could not run  specs/broken.spec.ts:2: no database');
  });

  test('a tool module that does not parse, or throws, is named with its line', async () => {
    const usesTool = (name: string): string =>
      `import { value } from '../tools/${name}.ts';\nimport { test } from 'touchstone/vitest';\ntest('uses it', () => void value);\n`;
    given({
      'touchstone.config.ts': config,
      'tools/torn.ts': 'export const other = 1;\nexport const value = ;\n',
      'tools/boom.ts': "export const value: number = 1;\nthrow new Error('no key');\n",
      'specs/torn.spec.ts': usesTool('torn'),
      'specs/boom.spec.ts': usesTool('boom'),
    });
    const before = project.files();
    const { code, out } = await project.touchstone(['run']);
    expect({ code, files: project.files() }).toEqual({ code: 2, files: before });
    expect(out).toContain('could not run  specs/torn.spec.ts: Unexpected token (tools/torn.ts:2)');
    expect(out).toContain('could not run  specs/boom.spec.ts: no key (tools/boom.ts:2)');
  });

  test('two tests of one name are told before the first one runs, so that nothing is written', async () => {
    const spec = `import { tool } from 'touchstone';
import { test } from 'touchstone/vitest';
import { z } from 'zod';
const ping = tool({
  name: 'ping', description: 'Answers, so that a caller knows that somebody is there.',
  inputSchema: z.object({}), outputSchema: z.object({ ok: z.boolean() }), execute: () => ({ ok: true }),
});
test('same', async ({ harness }) => void (await harness.call(ping, {})));
test('same', async ({ harness }) => void (await harness.call(ping, {})));
`;
    given({ 'touchstone.config.ts': config, 'specs/twins.spec.ts': spec });
    const before = project.files();
    const { code, out } = await project.touchstone(['run']);
    expect({ code, files: project.files() }).toEqual({ code: 2, files: before });
    const sentence = 'Two tests in specs/twins.spec.ts are called "same" (lines 8 and 9)';
    expect(out.split(sentence)).toHaveLength(2);
  });

  test('a filter that matches no spec', async () => {
    given({ 'touchstone.config.ts': config, 'specs/fine.spec.ts': emptySpec });
    const { code, out } = await project.touchstone(['run', 'nothing']);
    expect(code).toBe(2);
    expect(out).toContain('No test ran.');
  });

  test('a seed that is no number', async () => {
    given({ 'touchstone.config.ts': config });
    expect(await project.touchstone(['run', '--seed', 'x'])).toEqual({
      code: 2,
      out: '',
      err: '--seed takes a whole number from 0 up, not "x".\n',
    });
  });
});
