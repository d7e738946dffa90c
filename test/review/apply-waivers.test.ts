import { expect, test } from 'vitest';
import { applyWaivers, type Waiver } from '../../src/review/apply-waivers.ts';
import { createFinding } from '../../src/trace/create-finding.ts';

const finding = createFinding({
  ruleId: 'tool/not-idempotent',
  severity: 'error',
  message: 'A retry paid twice.',
  toolName: 'refund',
  evidence: {},
});
const waiver: Waiver = {
  ruleId: 'tool/not-idempotent',
  reason: 'the service is replaced in May',
  expires: '2026-05-31',
};
const at = (day: string): number => Date.parse(`${day}T23:59:59Z`);
const judged = (waivers: Waiver[], day: string) =>
  applyWaivers([finding], waivers, at(day)).map(({ severity, message, id }) => ({
    severity,
    message,
    sameId: id === finding.id,
  }));

test('a waiver turns its finding into information with the reason, until its last day has ended', () => {
  expect(judged([waiver], '2026-05-31')).toEqual([
    {
      severity: 'info',
      message: 'A retry paid twice. Waived until 2026-05-31: the service is replaced in May',
      sameId: true,
    },
  ]);
});

test('the day after, the finding is as grave as before and says that its waiver expired', () => {
  expect(judged([waiver], '2026-06-01')).toEqual([
    { severity: 'error', message: 'A retry paid twice. Its waiver expired on 2026-05-31.', sameId: true },
  ]);
});

test('a waiver for another rule, tool or finding lets nothing pass', () => {
  const others = [
    { ...waiver, ruleId: 'leak/sensitive-field' },
    { ...waiver, toolName: 'mail' },
    { ...waiver, id: 'other' },
  ];
  expect(applyWaivers([finding], others, at('2026-01-01'))).toEqual([finding]);
});
