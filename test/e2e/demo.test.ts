import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type Ended, type TemporaryProject } from './temporary-project.ts';

const flawed = resolve(import.meta.dirname, '../../examples/flawed');

/** Splits a command line as a shell does, for the quotes that we print. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single?.replaceAll(`'\\''`, "'") ?? double ?? plain ?? '',
  );
}

describe.skipIf(!isBuilt)(
  'the demo over deliberately flawed tools (needs npm run build)',
  { timeout: 120_000 },
  () => {
    let project: TemporaryProject;
    let demo: Ended;
    beforeAll(async () => {
      project = temporaryProject();
      cpSync(flawed, join(project.root, 'examples/flawed'), {
        recursive: true,
        filter: (path) => !path.includes('.touchstone') && !path.endsWith('.new.json'),
      });
      demo = await project.touchstone(['run', '--config', 'examples/flawed/touchstone.config.ts']);
    }, 60_000);
    afterAll(() => project.dispose());

    test('flags one leak, one policy violation, one tool that is not idempotent and one golden change', () => {
      expect(demo.code).toBe(1);
      const rules = [...demo.out.matchAll(/^ error {2}(\S+)/gm)].map(([, rule]) => rule);
      expect(rules.sort()).toEqual(['leak/sensitive-field', 'policy/violation', 'tool/not-idempotent']);
      expect(demo.out).toContain('3 findings · 1 difference');
    });

    test('every command that it prints runs as pasted, in the folder where it was printed', async () => {
      const commands = [
        ...new Set([...demo.out.matchAll(/npx touchstone (.+)$/gm)].map(([, words]) => words!.trim())),
      ];
      expect(commands.length).toBeGreaterThanOrEqual(5);
      const late = commands.filter((words) => words.startsWith('accept'));
      for (const words of [...commands.filter((line) => !late.includes(line)), ...late]) {
        const { code, err } = await project.touchstone(wordsOf(words));
        expect({ words, code, err }).toEqual({ words, code: words.startsWith('accept') ? 0 : 1, err: '' });
      }
      expect(existsSync(join(project.root, 'examples/flawed/recordings/golden'))).toBe(true);
    });
  },
);
