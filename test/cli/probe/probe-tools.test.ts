import { expect, test } from 'vitest';
import type { CommandContext } from '../../../src/cli/command.ts';
import { readProbeOptions } from '../../../src/cli/probe/probe-options.ts';
import { probeTools } from '../../../src/cli/probe/probe-tools.ts';
import { checkLines, probeSummary } from '../../../src/cli/probe/probe-text.ts';
import { createWorld } from '../../../src/probe/channels/create-world.ts';
import { mailbox } from '../../../src/probe/channels/mailbox.ts';
import { checkHints } from '../../../src/probe/check-hints.ts';
import { declare, inputs } from '../../probe/refund-bench.ts';

function contextOf(
  options: Record<string, unknown>,
  args: string[] = [],
): CommandContext & { printed: string[] } {
  const printed: string[] = [];
  return {
    args,
    options,
    cwd: process.cwd(),
    printed,
    print: (text) => void printed.push(text),
    printJson: (value) => void printed.push(JSON.stringify(value)),
    note: () => undefined,
  };
}

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return 'nothing was refused';
};

test('options that make no sense are refused in one sentence', () => {
  const read = (options: Record<string, unknown>) => (): unknown => readProbeOptions(contextOf(options));
  expect([
    messageOf(read({ input: ['{'] })).replace(/JSON: .*/, 'JSON: …'),
    messageOf(read({ runs: '0' })),
    messageOf(read({ seed: 'x' })),
    messageOf(read({ seed: '1:2', runs: '10', input: ['{"a":1}'] })),
  ]).toEqual([
    '--input is no JSON: …',
    '--runs must be a number from 1 to 1000, not 0.',
    '--seed must be <number> or <number>:<number>, not x.',
    'nothing was refused',
  ]);
});

test('a tool is shown with its verdict and one line for each hint that it gives', async () => {
  const world = createWorld(() => {
    const mail = mailbox();
    return { channels: [mail], tools: () => [declare(() => mail.send('x'), { idempotentHint: true })] };
  });
  const check = await checkHints({ world, toolName: 'refund', inputs, quietMs: 0 });
  expect([...checkLines(check), probeSummary([check], check.findings)].join('\n')).toMatchInlineSnapshot(`
    "✗ refund  non-idempotent   2 of 2 inputs, 1 probe
        ✗ idempotent   says yes  dishonest   refund changed the world again when it was executed a second time under the same idempotency key: mail[1] was added: "x".
    1 tool: non-idempotent 1 · 1 finding"
  `);
});

test(
  'the demo’s tool is probed from its configuration, and the command runs as printed',
  { timeout: 30_000 },
  async () => {
    const context = contextOf({ config: 'examples/flawed/touchstone.config.ts', json: true }, [
      'issueRefund',
    ]);
    expect(await probeTools(context)).toBe(1);
    const { verdict, findings } = JSON.parse(context.printed[0]!) as {
      verdict: string;
      findings: { ruleId: string; reproduce: string }[];
    };
    expect([verdict, findings.map(({ ruleId, reproduce }) => [ruleId, reproduce])]).toEqual([
      'failed',
      [
        [
          'tool/not-idempotent',
          'npx touchstone probe issueRefund --seed 1:0 --config examples/flawed/touchstone.config.ts',
        ],
      ],
    ]);
  },
);
