import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandFor } from '../../../src/harness/project/command-line.ts';

test('names the spec, the test as a pattern, and the configuration where it is not the usual one', () => {
  const address = { spec: 'specs/refund.spec.ts', testName: 'pays $5 (once)', configFile: undefined };
  expect(commandFor('run', address)).toBe(
    String.raw`npx touchstone run specs/refund.spec.ts -t 'pays \$5 \(once\)'`,
  );
  expect(
    commandFor('record', { spec: 'a b.spec.ts', testName: 'x', configFile: 'demo/touchstone.config.ts' }),
  ).toBe(`npx touchstone record 'a b.spec.ts' -t x --config demo/touchstone.config.ts`);
});

test('a shell hands on a pattern that matches exactly the name, whatever the name holds', () => {
  const printable = fc
    .string({ unit: 'binary-ascii', minLength: 1 })
    .map((text) => text.replaceAll(/[^ -~]/g, '!'));
  fc.assert(
    fc.property(printable, (testName) => {
      const command = commandFor('run', { spec: 's.ts', testName, configFile: undefined });
      const words = command.slice('npx touchstone run s.ts -t '.length);
      const pattern = execFileSync('sh', ['-c', `printf %s ${words}`], { encoding: 'utf8' });
      expect(new RegExp(`^${pattern}$`).test(testName)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
