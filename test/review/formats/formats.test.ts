import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { githubAnnotations } from '../../../src/review/formats/github-annotations.ts';
import { junitXml } from '../../../src/review/formats/junit.ts';
import { markdownSummary } from '../../../src/review/formats/markdown-summary.ts';
import { sarifLog } from '../../../src/review/formats/sarif.ts';
import { reportItems } from '../../../src/review/report-items.ts';
import { amountChanged, exampleReport, exampleRun, exampleTest, secondRefund } from '../example-report.ts';
import { hostile, hostileReport } from '../hostile-report.ts';

const require = createRequire(import.meta.url);
// The schema is draft 4; what it uses of it means the same in draft 7.
const {
  $schema: _draft,
  id: _id,
  ...sarifSchema
} = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as Record<string, unknown>;
const isSarif = new Ajv({
  strict: false,
  unicodeRegExp: false,
  validateFormats: false,
  logger: false,
}).compile(sarifSchema);

const changed = { runs: [exampleRun({ differences: [amountChanged] })] };
const report = exampleReport(
  [
    exampleTest('small order', { ...changed, findings: [secondRefund] }),
    exampleTest('large order', changed),
    exampleTest(
      'miss',
      { misses: [{ callId: 'c', toolName: 'lookup', message: 'lookup was never recorded.' }] },
      { state: 'failed', errors: ['boom'] },
    ),
  ],
  { unusedRecordings: ['recordings/old.trace.json'] },
);

interface Sarif {
  runs: { results: { ruleId: string; partialFingerprints: Record<string, string> }[] }[];
}

describe('the same things in every format', () => {
  const items = reportItems(report);

  test('a change in two tests, a finding, a miss and an unused recording are four things', () => {
    expect(items.map(({ ruleId, severity, testIds }) => ({ ruleId, severity, testIds }))).toEqual([
      { ruleId: 'tool/not-idempotent', severity: 'error', testIds: ['refund/small-order'] },
      { ruleId: 'golden/changed', severity: 'error', testIds: ['refund/small-order', 'refund/large-order'] },
      { ruleId: 'replay/miss', severity: 'error', testIds: ['refund/miss'] },
      { ruleId: 'golden/unused', severity: 'warning', testIds: [] },
    ]);
  });

  test('SARIF is valid and has their ids', () => {
    const log = sarifLog(report) as Sarif;
    expect([isSarif(log), isSarif.errors ?? []]).toEqual([true, []]);
    expect(
      log.runs[0]!.results.map(({ partialFingerprints }) => partialFingerprints['touchstone/v1']),
    ).toEqual(items.map(({ id }) => id));
  });

  test('the schema refuses what is no SARIF', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false);
  });

  test('JUnit has a failed case for each', () => {
    const xml = junitXml(report);
    expect(items.every(({ id }) => xml.includes(id))).toBe(true);
    expect(xml.match(/<failure type=/g)?.length).toBe(items.length);
  });

  test('GitHub gets an annotation for each, on the line of the tool or the spec', () => {
    expect(githubAnnotations(report)).toEqual([
      '::error file=src/tools/refund.ts,line=12,title=tool/not-idempotent issueRefund::A retry after a timeout issued a second refund.%0ASend ctx.idempotencyKey with the request. npx touchstone probe issueRefund --seed 7:3',
      '::error file=specs/refund.spec.ts,line=18,title=golden/changed issueRefund::refund-specialist → issueRefund: input.amount changed (40 → 400). The same in 1 more tests.%0Anpx touchstone diff refund/small-order',
      '::error file=specs/refund.spec.ts,line=18,title=replay/miss lookup::lookup was never recorded.%0Anpx touchstone record specs/refund.spec.ts',
      '::warning file=recordings/old.trace.json,line=1,title=golden/unused::No test uses the golden recording recordings/old.trace.json.%0Agit rm recordings/old.trace.json',
    ]);
  });

  test('past ten annotations of a level the last one counts the rest', () => {
    const many = exampleReport(
      Array.from({ length: 30 }, (_, n) =>
        exampleTest(`t${n}`, { findings: [{ ...secondRefund, id: `f${n}` }] }),
      ),
    );
    const lines = githubAnnotations(many);
    expect([lines.length, lines.at(-1)]).toEqual([
      10,
      '::error title=Touchstone::21 more of this level: see the step summary or the report page.',
    ]);
  });

  test('the summary tells verdict, change with its values and number of tests, and findings', () => {
    expect(markdownSummary(report)).toMatchInlineSnapshot(`
      "## ❌ Touchstone: 2 changed calls, 1 finding, 1 replay miss, 1 failed test

      3 tests, 3 runs, 12 calls in 812 ms; mode replay; no tool executed.

      ### Changed behaviour

      | severity | tool | change | where | golden | now | tests |
      | --- | --- | --- | --- | --- | --- | ---: |
      | 🔴 high | <code>issueRefund</code> | args-changed | <code>input.amount</code> | <code>40</code> | <code>400</code> | 2 |

      ### Findings

      - 🔴 <code>tool/not-idempotent</code> at <code>src/tools/refund.ts:12</code>: <code>A retry after a timeout issued a second refund.</code><br><code>Send ctx.idempotencyKey with the request. npx touchstone probe issueRefund --seed 7:3</code>
      - 🔴 <code>replay/miss</code> at <code>specs/refund.spec.ts:18</code>: <code>lookup was never recorded.</code><br><code>npx touchstone record specs/refund.spec.ts</code>
      - 🟠 <code>golden/unused</code> at <code>recordings/old.trace.json:1</code>: <code>No test uses the golden recording recordings/old.trace.json.</code><br><code>git rm recordings/old.trace.json</code>

      ### Tests

      | test | state | calls | severity | findings | reason |
      | --- | --- | --- | --- | ---: | --- |
      | <code>refund &gt; small order</code> | passed | +0 −0 ~1 | high | 1 |  |
      | <code>refund &gt; large order</code> | passed | +0 −0 ~1 | high | 0 |  |
      | <code>refund &gt; miss</code> | failed | +0 −0 ~0 |  | 0 |  |

      If the new behaviour is right, accept it locally and commit the golden traces:

      <code>npx touchstone record</code> then <code>npx touchstone review</code>

      "
    `);
  });

  test('the summary stays below the limit of a comment', () => {
    const groups = Array.from({ length: 400 }, (_, n) => ({
      ...amountChanged,
      toolName: `tool${n}`,
      expected: 'x'.repeat(500),
    }));
    const big = exampleReport([exampleTest('a', { runs: [exampleRun({ differences: groups })] })]);
    expect(markdownSummary(big).length).toBeLessThan(65_536);
    expect(markdownSummary(big, 2_000).length).toBeLessThan(2_000);
  });
});

describe('hostile texts stay texts', () => {
  const evil = hostileReport();

  test('in SARIF', () => {
    const log = sarifLog(evil);
    expect([isSarif(log), isSarif.errors ?? []]).toEqual([true, []]);
  });

  test('in GitHub commands: one line each, nothing but our own properties', () => {
    const lines = githubAnnotations(evil);
    // oxlint-disable-next-line no-control-regex
    expect(lines.filter((line) => /[\u0000-\u001f\u202e]|##\[/.test(line))).toEqual([]);
    expect(
      lines.every((line) => /^::(error|warning|notice) (file=[^,:]+,)?(line=\d+,)?title=[^,:]+::/.test(line)),
    ).toBe(true);
  });

  test('in Markdown: no element, link, mention or table cell of their own', () => {
    const outside = markdownSummary(evil).replaceAll(/<code>[^<]*<\/code>/g, 'CODE');
    expect(outside.match(/<(?!br>)|\]\(|@everyone|javascript:/g)).toBe(null);
    expect(markdownSummary(evil)).not.toContain('|[a]');
  });

  test('in JUnit: no element of their own, no character that XML forbids', () => {
    const xml = junitXml(evil);
    expect(new Set(xml.match(/<\/?[a-z?-]+/g))).toEqual(
      new Set([
        '<?xml',
        '<testsuites',
        '<testsuite',
        '<testcase',
        '<properties',
        '<property',
        '</properties',
        '<failure',
        '</failure',
        '</testcase',
        '</testsuite',
        '</testsuites',
      ]),
    );
    // oxlint-disable-next-line no-control-regex
    expect(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}/u.test(xml)).toBe(false);
    expect(xml).not.toContain(hostile);
  });
});
