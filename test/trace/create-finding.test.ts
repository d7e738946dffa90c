import { expect, test } from 'vitest';
import { createFinding } from '../../src/trace/create-finding.ts';

const base = { ruleId: 'run/loop', severity: 'warning', message: 'It loops.', toolName: 'find' } as const;

test('the same finding has the same id, whatever the words and the order of its evidence', () => {
  const left = createFinding({ ...base, evidence: { a: 1, b: 2 } });
  const right = createFinding({ ...base, message: 'It goes round.', evidence: { b: 2, a: 1 } });
  expect(left.id).toBe(right.id);
  expect(left.id).toMatch(/^[0-9a-f]{16}$/);
});

test('rule, tool and evidence each make another id; `about` stands in for the evidence and is not kept', () => {
  const ids = [
    createFinding({ ...base, evidence: { a: 1 } }),
    createFinding({ ...base, evidence: { a: 2 } }),
    createFinding({ ...base, toolName: 'other', evidence: { a: 1 } }),
    createFinding({ ...base, ruleId: 'run/other', evidence: { a: 1 } }),
  ].map((finding) => finding.id);
  expect(new Set(ids).size).toBe(4);
  const first = createFinding({ ...base, evidence: { a: 1 }, about: 'x' });
  const second = createFinding({ ...base, evidence: { a: 2 }, about: 'x' });
  expect(first.id).toBe(second.id);
  expect(Object.keys(first)).not.toContain('about');
});
