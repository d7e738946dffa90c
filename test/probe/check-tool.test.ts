import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkTool, type ToolCheck } from '../../src/probe/check-tool.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';

const define = (
  execute: (input: { text: string; count: number; password?: string | undefined }) => unknown,
): Tool =>
  tool({
    name: 'sample',
    description: 'A tool with one fault or none.',
    inputSchema: z.object({
      text: z.string().max(50),
      count: z.int().min(0).max(1_000),
      password: z.string().optional(),
    }),
    outputSchema: z.object({ result: z.string() }),
    execute: execute as never,
  }) as unknown as Tool;

const brief = ({ laws, passed }: ToolCheck) => ({
  passed,
  broken: laws.flatMap(({ law, counterexample }) =>
    counterexample ? [{ law, input: counterexample.input }] : [],
  ),
});

const check = async (execute: Parameters<typeof define>[0], seed: number | string = 1) =>
  checkTool(define(execute), { seed, runs: 150, callMs: 500 });

describe('checkTool', () => {
  test('lets a good tool pass, also one that refuses with an error of its own', async () => {
    const result = await check(({ text, count }) => {
      if (count > 500) throw new Error('count is too large');
      return { result: text.slice(0, count) };
    });
    expect(brief(result)).toEqual({ passed: true, broken: [] });
    expect(result.laws.map(({ law, status }) => `${law} ${status}`)).toMatchInlineSnapshot(`
      [
        "no-crash held",
        "output-matches held",
        "ends-in-time held",
        "no-pollution held",
        "keeps-secrets held",
        "reads-only skipped",
        "refuses-invalid held",
        "survives-edges held",
      ]
    `);
  });

  test('finds a crash with the simplest input', async () => {
    const result = await check(({ count }) => ({
      result: (count > 99 ? (undefined as never as string) : 'a').trim(),
    }));
    expect(brief(result)).toEqual({
      passed: false,
      broken: [{ law: 'no-crash', input: { text: '', count: 100 } }],
    });
  });

  test('finds an output that breaks its schema', async () => {
    const result = await check(({ text }) => ({ result: text.includes('b') ? 5 : text }));
    expect(brief(result)).toEqual({
      passed: false,
      broken: [{ law: 'output-matches', input: { text: 'b', count: 0 } }],
    });
  });

  test('finds a call that never ends', async () => {
    const result = await checkTool(
      define(({ count }) => (count === 7 ? new Promise(() => undefined) : { result: 'a' })),
      { seed: 1, runs: 2_000, callMs: 20, laws: ['ends-in-time'] },
    );
    expect(brief(result)).toEqual({
      passed: false,
      broken: [{ law: 'ends-in-time', input: { text: '', count: 7 } }],
    });
  });

  test('finds a secret in an error message', async () => {
    const result = await check(({ password }) => {
      if (password !== undefined) throw new Error(`wrong password ${password}`);
      return { result: 'a' };
    });
    expect(brief(result).broken.map(({ law }) => law)).toEqual(['keeps-secrets']);
    expect(JSON.stringify(result.findings)).not.toContain('canary');
  });

  test('finds a prototype that was changed, and puts it right again', async () => {
    const result = await check(({ text }) => {
      if (text === 'constructor') Object.assign(Object.prototype, { polluted: true });
      return { result: 'a' };
    });
    expect(brief(result).broken.map(({ law }) => law)).toEqual(['no-pollution']);
    expect('polluted' in {}).toBe(false);
  });

  test('finds several faults of one tool, each once', async () => {
    const result = await check(({ text, count }) => {
      if (count > 900) return (null as never as string).trim();
      return { result: text.length > 5 ? 1 : text };
    });
    expect(brief(result).broken).toEqual([
      { law: 'no-crash', input: { text: '', count: 901 } },
      { law: 'output-matches', input: { text: 'aaaaaa', count: 0 } },
    ]);
  });

  test('repeats a fault from its token', async () => {
    const execute = ({ count }: { count: number }) => ({
      result: count > 400 ? (5 as never as string) : 'a',
    });
    const first = await check(execute, 3);
    const token = first.laws.find(({ law }) => law === 'output-matches')!.counterexample!.token;
    const again = await checkTool(define(execute), { seed: token, laws: ['output-matches'] });
    expect(again.laws[0]!.counterexample).toEqual(first.laws[1]!.counterexample);
    expect(again.laws[0]!.runs).toBe(1);
  });

  test('tries known inputs first', async () => {
    const execute = ({ text }: { text: string }) =>
      ({ result: text === 'needle in a haystack' ? 1 : text }) as never;
    const result = await checkTool(define(execute), {
      seed: 1,
      runs: 5,
      examples: [{ law: 'output-matches', input: { text: 'needle in a haystack', count: 0 }, token: '9:1' }],
    });
    expect(brief(result).broken).toEqual([
      { law: 'output-matches', input: { text: 'needle in a haystack', count: 0 } },
    ]);
  });

  test('finds a tool that only says that it reads', async () => {
    let rows: string[] = [];
    const write = tool({
      name: 'listOrders',
      description: 'Lists orders.',
      inputSchema: z.object({ query: z.string() }),
      outputSchema: z.number(),
      annotations: { readOnlyHint: true },
      execute: ({ query }) => (query.length > 3 ? rows.push(query) : 0),
    }) as unknown as Tool;
    const world = () => {
      rows = [];
      return { tools: [write], observe: () => [...rows], dispose: () => undefined };
    };
    const result = await checkTool(write, { world, seed: 1 });
    expect(brief(result).broken).toEqual([{ law: 'reads-only', input: { query: 'aaaa' } }]);
  });

  test('says what it could not try', async () => {
    const result = await checkTool(
      tool({
        name: 'odd',
        description: 'Cannot be given an input.',
        inputSchema: z.object({ a: z.string().refine(() => false) }),
        outputSchema: z.string(),
        execute: () => 'a',
      }) as unknown as Tool,
      { seed: 1 },
    );
    expect(result.laws.find(({ law }) => law === 'no-crash')).toMatchObject({
      status: 'skipped',
      reason: 'No value can be generated for $.a: its code accepted 0 % of 1000 values (rule refine).',
    });
  });

  test('refuses a wrong seed and an unknown law in one sentence', async () => {
    const good = define(() => ({ result: '' }));
    await expect(checkTool(good, { seed: 'abc' })).rejects.toThrow(
      '"abc" is no seed; give a number or the seed:path that a finding shows.',
    );
    await expect(checkTool(good, { laws: ['no-fun' as never] })).rejects.toThrow('There is no law "no-fun"');
  });
});
