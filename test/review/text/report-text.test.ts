import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { reportText } from '../../../src/review/text/report-text.ts';
import { amountChanged, exampleReport, exampleRun, exampleTest, secondRefund } from '../example-report.ts';

const plain = picocolors.createColors(false);
const text = (...given: Parameters<typeof exampleReport>) => reportText(exampleReport(...given), plain);
const pending = {
  pending: 'recordings/refund/small-order.trace.new.json',
  pendingReason: 'changed' as const,
};

test('a green run is a verdict, a line for each spec and a summary', () => {
  expect(text([exampleTest('small order'), exampleTest('large order')])).toMatchInlineSnapshot(`
    " ✓ passed   TOUCHSTONE 0.1.0   mode replay   seed 7

     specs/refund.spec.ts   2 runs   8 calls   ✓ golden

     0 findings · 0 differences · 2 runs replayed in 812 ms, no tool was executed"
  `);
});

test('a golden change shows the call, the values, the place and the commands', () => {
  const changed = { ...pending, runs: [exampleRun({ differences: [amountChanged] })] };
  expect(text([exampleTest('small order', changed), exampleTest('b', { ...changed, pending: 'x' })]))
    .toMatchInlineSnapshot(`
      " ✗ failed   TOUCHSTONE 0.1.0   mode replay   seed 7

       specs/refund.spec.ts   2 runs   8 calls   ✗ 2 differences

       ✗ refund > small order   recordings/refund/small-order.trace.json
         1 difference, severity high: issueRefund is called with other arguments

         refund-specialist → issueRefund    args-changed
              input.amount     40  →  400
         3 more calls same

         same change in 1 other test: refund/b
         first differs at call 2 · specs/refund.spec.ts:18:1
         look    npx touchstone diff refund/small-order
         accept  npx touchstone accept refund/small-order --reason "…"

       0 findings · 2 differences · 2 runs replayed in 812 ms, no tool was executed
       next  npx touchstone review"
    `);
});

test('a finding shows evidence, fix and the command that shows it again', () => {
  expect(text([exampleTest('small order', { findings: [secondRefund] })])).toMatchInlineSnapshot(`
    " ✗ failed   TOUCHSTONE 0.1.0   mode replay   seed 7

     specs/refund.spec.ts   1 run   4 calls   ✗ 1 finding

     error  tool/not-idempotent   issueRefund   src/tools/refund.ts:12
       A retry after a timeout issued a second refund.
       probe     timeout after commit
       input     { orderId: "", amount: 0.01 }
       effects   once: re_1
                 twice: re_1, re_2
       fix       Send ctx.idempotencyKey with the request.
       again     npx touchstone probe issueRefund --seed 7:3

     1 finding · 0 differences · 1 run replayed in 812 ms, no tool was executed
     next  npx touchstone probe issueRefund --seed 7:3"
  `);
});

test('a miss shows its message and how to record', () => {
  const miss = {
    callId: 'c',
    toolName: 'issueRefund',
    message: 'REPLAY_MISMATCH issueRefund was called with arguments that were never recorded.\n  called  …',
  };
  expect(
    text([
      exampleTest('small order', { misses: [miss] }, { state: 'failed', errors: ['REPLAY_MISMATCH …'] }),
    ]),
  ).toMatchInlineSnapshot(`
    " ✗ failed   TOUCHSTONE 0.1.0   mode replay   seed 7

     specs/refund.spec.ts   1 run   4 calls   ✗ 1 failed · 1 miss

     ✗ refund > small order   recordings/refund/small-order.trace.json
       REPLAY_MISMATCH issueRefund was called with arguments that were never recorded.
         called  …
       specs/refund.spec.ts:18:1
       if the new behaviour is right   npx touchstone record specs/refund.spec.ts -t 'small order'

     1 of 1 test failed · 1 miss · 0 findings · 0 differences · 1 run replayed in 812 ms, no tool was executed
     next  npx touchstone record specs/refund.spec.ts   if the new calls are right"
  `);
});

test('problems, unused and new recordings', () => {
  const fresh = {
    pending: 'recordings/refund/a.trace.new.json',
    pendingReason: 'new' as const,
    runs: [exampleRun({ compared: false, executed: 4 })],
  };
  expect(text([exampleTest('a', fresh)], { mode: 'auto' })).toMatchInlineSnapshot(`
    " ✓ passed   TOUCHSTONE 0.1.0   mode auto   seed 7

     specs/refund.spec.ts   1 run   4 calls   ✓   1 new

     new  1 recording without a golden yet
       recordings/refund/a.trace.new.json

     0 findings · 0 differences · 1 run in 812 ms, 4 tool calls executed
     next  npx touchstone accept refund/a"
  `);
  expect(
    text([exampleTest('a')], {
      problems: ['specs/b.spec.ts: boom'],
      unusedRecordings: ['recordings/old.trace.json'],
    }),
  ).toMatchInlineSnapshot(`
    " ✗ could not run   TOUCHSTONE 0.1.0   mode replay   seed 7

     specs/refund.spec.ts   1 run   4 calls   ✓ golden

     could not run  specs/b.spec.ts: boom

     unused  1 golden recording that no test uses; delete what is out of date
       recordings/old.trace.json

     0 findings · 0 differences · 1 run replayed in 812 ms, no tool was executed
     next  mend what could not run, then npx touchstone run"
  `);
});

test('hostile text can neither move the cursor nor give a CI server a command', () => {
  const evil = '\u001b[2J\r\n::error::x ##[warning]y \u202eabc';
  const report = exampleReport(
    [
      exampleTest(
        evil,
        {
          findings: [
            {
              ...secondRefund,
              message: evil,
              ruleId: evil,
              evidence: { [evil]: evil, list: [evil], deep: { [evil]: [evil] } },
            },
          ],
          runs: [
            exampleRun({ differences: [{ ...amountChanged, toolName: evil, actual: evil, path: evil }] }),
          ],
        },
        { state: 'failed', errors: [`::set-output name=a::b\n${evil}`], spec: evil },
      ),
    ],
    { problems: [evil, '::error::p'], unusedRecordings: [evil] },
  );
  const lines = reportText(report, plain).split('\n');
  // oxlint-disable-next-line no-control-regex
  expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]|^\s*::|##\[/.test(line))).toEqual([]);
});
