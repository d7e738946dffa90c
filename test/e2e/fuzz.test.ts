import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

const config = `import { defineConfig } from 'touchstone/config';
export default defineConfig({ tools: 'tools/*.ts' });
`;
const tools = `import { tool } from 'touchstone';
import { z } from 'zod';
const base = { description: 'A sample.', outputSchema: z.number(), annotations: { readOnlyHint: true } };
const inputSchema = z.object({ count: z.int().min(0).max(1000) });
export const good = tool({ ...base, name: 'good', inputSchema, execute: ({ count }) => count });
export const crashing = tool({ ...base, name: 'crashing', inputSchema, execute: ({ count }) => {
  if (count > 99) return (undefined as never as string).length;
  return count;
} });
export const ending = tool({ ...base, name: 'ending', inputSchema, execute: ({ count }) => {
  if (count > 900) process.exit(3);
  return count;
} });
export const writing = tool({ ...base, annotations: {}, name: 'writing', inputSchema, execute: () => 1 });
`;

let project: TemporaryProject;
afterEach(() => project.dispose());

describe.skipIf(!isBuilt)('touchstone fuzz (needs npm run build)', { timeout: 60_000 }, () => {
  test('finds a planted crash, and the printed command repeats it', async () => {
    project = temporaryProject({ 'touchstone.config.ts': config, 'tools/a.ts': tools });
    const first = await project.touchstone(['fuzz', 'crashing', '--seed', '1', '--json']);
    expect(first.code).toBe(1);
    const { findings } = JSON.parse(first.out) as {
      findings: { ruleId: string; evidence: { input: unknown }; reproduce: string }[];
    };
    expect(findings.map(({ ruleId, evidence }) => [ruleId, evidence.input])).toEqual([
      ['fuzz/crash', { count: 100 }],
    ]);
    const words = findings[0]!.reproduce.split(' ').slice(2);
    const again = await project.touchstone([...words, '--json']);
    expect([again.code, JSON.parse(again.out).findings[0].evidence.input]).toEqual([1, { count: 100 }]);
    expect(project.files()).toContain('specs/.corpus/crashing.json');
  });

  test('goes on after a tool that ends the process, lets a good one pass, and calls none that may have effects', async () => {
    project = temporaryProject({ 'touchstone.config.ts': config, 'tools/a.ts': tools });
    const { code, out } = await project.touchstone([
      'fuzz',
      'ending',
      'writing',
      'good',
      '--seed',
      '1',
      '--runs',
      '60',
    ]);
    expect(code).toBe(1);
    expect(out).toContain('✗ ending  ended the process');
    expect(out).toContain('✓ good');
    expect(out).toContain('may have effects: give it a world in touchstone.config.ts, or allow effects');
  });

  test('a tool that is not there and a seed that is none are one sentence', async () => {
    project = temporaryProject({ 'touchstone.config.ts': config, 'tools/a.ts': tools });
    const missing = await project.touchstone(['fuzz', 'nothing']);
    expect(missing).toEqual({
      code: 2,
      out: '',
      err: 'There is no tool named nothing; the tools are: good, crashing, ending, writing.\n',
    });
    const seed = await project.touchstone(['fuzz', '--seed', 'x']);
    expect([seed.code, seed.err]).toEqual([
      2,
      '"x" is no seed; give a number or the seed:path that a finding shows.\n',
    ]);
  });
});
