import { expect, test } from 'vitest';
import { scriptedApprover } from '../../src/harness/approver.ts';
import type { Approval } from '../../src/runtime/run-state.ts';

const approvalOf = (toolName: string): Approval => ({
  approvalId: 'a-1',
  runId: 'r-1',
  callId: `main/${toolName}#1`,
  toolName,
  reasons: [],
  input: {},
  inputHash: '',
  status: 'pending',
  requestedAt: 0,
  form: { title: '', description: '', fields: [], context: { tool: toolName, input: {} } },
});

test('one decision answers every approval of a tool, a list is used up in order', () => {
  const approver = scriptedApprover({
    mail: 'approve',
    refund: ['approve', { decision: 'reject', note: 'no' }],
  });
  expect(['mail', 'mail', 'refund', 'refund'].map((name) => approver(approvalOf(name)))).toEqual([
    'approve',
    'approve',
    'approve',
    { decision: 'reject', note: 'no' },
  ]);
});

test('an approval that the script does not foresee is an error, also for names of Object.prototype', () => {
  const approver = scriptedApprover({ refund: ['approve'] });
  approver(approvalOf('refund'));
  expect(() => approver(approvalOf('refund'))).toThrow('no decision for approval 2 of refund');
  expect(() => approver(approvalOf('constructor'))).toThrow('no decision for approval 1 of constructor');
});

test('otherwise answers or leaves open what is not in the script', () => {
  expect(scriptedApprover({}, { otherwise: 'reject' })(approvalOf('refund'))).toBe('reject');
  expect(scriptedApprover({}, { otherwise: 'leave-open' })(approvalOf('refund'))).toBeUndefined();
});
