import { expect, test } from 'vitest';
import { withConfig } from '../../../src/review/text/with-config.ts';

test('every command of a line names the configuration that is not the usual one', () => {
  expect(
    withConfig(
      'look  npx touchstone diff a/b   then npx touchstone accept --all',
      'demo/touchstone.config.ts',
    ),
  ).toBe(
    'look  npx touchstone diff --config demo/touchstone.config.ts a/b   then npx touchstone accept --config demo/touchstone.config.ts --all',
  );
});

test('a line stays as it is without such a configuration, where it names one, and where the command takes none', () => {
  expect([
    withConfig('npx touchstone run', undefined),
    withConfig('npx touchstone run x --config y.ts', 'z.ts'),
    withConfig('npx touchstone init', 'z.ts'),
  ]).toEqual(['npx touchstone run', 'npx touchstone run x --config y.ts', 'npx touchstone init']);
});
