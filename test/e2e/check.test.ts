import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeRecording } from '../../src/record/recording-file.ts';
import { buildTrace } from '../../src/trace/build-trace.ts';
import { isBuilt, temporaryProject, type TemporaryProject } from './temporary-project.ts';

let project: TemporaryProject;
beforeEach(() => (project = temporaryProject({ 'specs/refund.spec.ts': '' })));
afterEach(() => project.dispose());

const configWith = (parts: string): string => `import { defineConfig } from 'touchstone/config';
import { policy, tool } from 'touchstone';
import { z } from 'zod';
const issueRefund = tool({
  name: 'issueRefund',
  description: 'Pays money back to the customer of an order.',
  inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
  outputSchema: z.object({ refundId: z.string() }),
  execute: () => { throw new Error('check executes nothing'); },
});
const limit = policy({
  name: 'limit',
  rules: [{ type: 'block', when: { field: 'input.amount', op: 'gt', value: 100 }, reason: 'Refunds end at 100.' }],
});
export default defineConfig({ ${parts} });
`;

function record(name: string, amount: number, spec = 'specs/refund.spec.ts'): void {
  const call = { callId: 'refund/issueRefund#1', toolName: 'issueRefund', scope: 'refund' };
  writeRecording(join(project.root, 'recordings', `${name}.trace.json`), {
    header: { format: 'touchstone-recording', version: 1, spec, test: name, complete: true, tools: [] },
    runs: [
      buildTrace('main', [
        { seq: 1, type: 'run.started', target: { kind: 'workflow', name: 'refund' }, input: {} },
        {
          seq: 2,
          type: 'tool.requested',
          ...call,
          agentName: 'clerk',
          stepIndex: 0,
          input: { orderId: 'o-1', amount },
        },
        { seq: 3, type: 'tool.allowed', ...call },
        { seq: 4, type: 'tool.attempt_started', ...call, attempt: 1 },
        { seq: 5, type: 'tool.succeeded', ...call, output: { refundId: 're_1' } },
        { seq: 6, type: 'run.completed', output: null },
      ]),
    ],
  });
}

describe.skipIf(!isBuilt)('touchstone check (needs npm run build)', () => {
  test("passes recordings that today's policies allow, and says what it judged", async () => {
    project.write({ 'touchstone.config.ts': configWith('tools: [issueRefund], policies: [limit]') });
    record('small', 40);
    expect(await project.touchstone(['check'])).toEqual({
      code: 0,
      out: '✓ passed   1 recording, 1 run, 1 call judged by 1 policy and 1 tool of today; nothing was executed\n',
      err: '',
    });
  });

  test('a policy of today finds what was accepted yesterday; without the policy nothing is found', async () => {
    project.write({ 'touchstone.config.ts': configWith('tools: [issueRefund], policies: [limit]') });
    record('large', 250);
    const { code, out } = await project.touchstone(['check', '--json']);
    const { findings } = JSON.parse(out) as { findings: { ruleId: string; reproduce: string }[] };
    expect({ code, rules: findings.map(({ ruleId, reproduce }) => ({ ruleId, reproduce })) }).toEqual({
      code: 1,
      rules: [{ ruleId: 'policy/violation', reproduce: 'npx touchstone check large' }],
    });
    project.write({ 'touchstone.config.ts': configWith('tools: [issueRefund]') });
    expect((await project.touchstone(['check'])).code).toBe(0);
  });

  test('a waiver with a reason lets a finding pass until its day', async () => {
    const waiver = (expires: string): string =>
      `policies: [limit], waivers: [{ ruleId: 'policy/violation', reason: 'agreed with Ada', expires: '${expires}' }]`;
    record('large', 250);
    project.write({ 'touchstone.config.ts': configWith(waiver('9999-12-31')) });
    const waived = await project.touchstone(['check']);
    expect(waived.code).toBe(0);
    expect(waived.out).toContain('Waived until 9999-12-31: agreed with Ada');
    project.write({ 'touchstone.config.ts': configWith(waiver('2020-01-01')) });
    const expired = await project.touchstone(['check']);
    expect(expired.code).toBe(1);
    expect(expired.out).toContain('Its waiver expired on 2020-01-01.');
  });

  test('a recording whose spec is gone is unused', async () => {
    project.write({ 'touchstone.config.ts': configWith('') });
    record('orphan', 40, 'specs/gone.spec.ts');
    const { code, out } = await project.touchstone(['check']);
    expect(code).toBe(1);
    expect(out).toContain('The recording orphan belongs to specs/gone.spec.ts, which is no longer there.');
  });

  test('with nothing to judge it could not run', async () => {
    project.write({ 'touchstone.config.ts': configWith('') });
    expect(await project.touchstone(['check'])).toEqual({
      code: 2,
      out: '',
      err: 'There is no golden recording in recordings to check; make them with npx touchstone record, then npx touchstone accept --all.\n',
    });
  });
});
