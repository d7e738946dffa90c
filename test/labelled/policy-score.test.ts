import { expect, test } from 'vitest';
import { runDetectors } from '../../src/detect/run-detectors.ts';
import { count, nothing, scoreLine, type Counts } from './statistics.ts';
import { policyUnits } from './policy-units.ts';

test('policy violations: the score and its targets', { timeout: 60_000 }, () => {
  const counts: Record<string, Counts> = { detector: nothing(), 'calls by name only': nothing() };
  const wrong: string[] = [];
  for (const { id, label, policy, trace, culprit } of policyUnits) {
    const findings = runDetectors({ trace, tools: [], policies: [policy] });
    const unsure = findings.some(({ ruleId }) => ruleId === 'policy/inconclusive');
    const found = findings.filter(({ ruleId }) => ruleId === 'policy/violation');
    const right = found.some(
      (finding) => finding.callId === culprit || JSON.stringify(finding.evidence).includes(`"${culprit}"`),
    );
    const said = unsure
      ? 'inconclusive'
      : found.length > 0 && (culprit === undefined || right)
        ? 'faulty'
        : 'sound';
    count(counts['detector']!, label === 'faulty', said);
    if (said !== label) wrong.push(`${id}: ${said} ${findings.map(({ message }) => message).join(' ')}`);
    count(
      counts['calls by name only']!,
      label === 'faulty',
      trace.calls.some(({ toolName }) => toolName === 'move') ? 'faulty' : 'sound',
    );
  }
  if (process.env['TOUCHSTONE_SCORE'] === 'whole') {
    const lines = Object.entries(counts).map(([name, found]) => scoreLine(name, found));
    console.log(['', 'policy/violation', ...lines, ...wrong].join('\n'));
  }
  expect(wrong).toEqual([]);
});
