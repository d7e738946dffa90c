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
