import type { Report } from '../../src/review/report.ts';
import { amountChanged, exampleReport, exampleRun, exampleTest, secondRefund } from './example-report.ts';

/** What tools, models and users may put into any text. */
export const hostile =
  '<script>window.pwned=1</script><img src=x onerror="window.pwned=1">\u001b[2J\r\n::error::x ##[warning]y ]]> --> `|[a](javascript:1) @everyone \u202eabc \ud800 & " \'';

/** A report in which every text that comes from outside is hostile. */
export function hostileReport(): Report {
  const finding = {
    ...secondRefund,
    id: 'hostile',
    ruleId: hostile,
    message: hostile,
    toolName: hostile,
    location: { file: hostile, line: 3 },
    evidence: { [hostile]: hostile, list: [hostile], deep: { [hostile]: [hostile] } },
    fix: hostile,
    reproduce: hostile,
  };
  const difference = {
    ...amountChanged,
    toolName: hostile,
    agentName: hostile,
    path: hostile,
    actual: hostile,
    message: hostile,
  };
  const record = {
    spec: hostile,
    recording: hostile,
    pending: hostile,
    findings: [finding],
    misses: [{ callId: hostile, toolName: hostile, message: hostile }],
    runs: [exampleRun({ name: hostile, targetName: hostile, differences: [difference] })],
    probes: [{ toolName: hostile, verdict: hostile }],
  };
  const test = exampleTest('x', record, {
    id: hostile,
    name: hostile,
    spec: hostile,
    state: 'failed',
    errors: [hostile],
    location: { file: hostile, line: 1 },
  });
  return exampleReport([test], {
    problems: [hostile],
    unusedRecordings: [hostile],
    mode: hostile,
    toolVersion: hostile,
  });
}
