import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenPath, pendingPath, recordingId, recordingPath } from '../../src/record/recording-name.ts';

const pathOf = (spec: string, name: string): string => recordingPath('recordings', { spec, test: name });

describe('the name of a recording', () => {
  test.each([
    ['specs/refund.spec.ts', 'small order', 'recordings/refund/small-order.trace.json'],
    [
      'specs/mcp/server-files.spec.ts',
      'reads > one file',
      'recordings/mcp/server-files/reads.one-file.trace.json',
    ],
    ['specs/refund.spec.ts', 'non-idempotent retry', 'recordings/refund/non_idempotent-retry.trace.json'],
    ['test/agent.test.ts', 'works', 'recordings/test/agent.test.ts/works.trace.json'],
    ['specs/refund.spec.ts', 'Refunds a mug!', 'recordings/refund/refunds-a-mug-d7ac13e4c3.trace.json'],
    ['specs/refund.spec.ts', 'con', 'recordings/refund/con-7c9f9cd3f3.trace.json'],
  ])('%s › %s', (spec, name, path) =>
    expect(pathOf(spec, name).replace(/-[0-9a-f]{10}\./, '-#.')).toBe(path.replace(/-[0-9a-f]{10}\./, '-#.')),
  );

  test('is read back as an id, golden and pending', () => {
    const file = pathOf('specs/refund.spec.ts', 'small order');
    expect(pendingPath(file)).toBe('recordings/refund/small-order.trace.new.json');
    expect(goldenPath(pendingPath(file))).toBe(file);
    expect([recordingId('recordings', file), recordingId('recordings', pendingPath(file))]).toEqual([
      'refund/small-order',
      'refund/small-order',
    ]);
  });

  test('is different for different tests, stays inside the folder, is short and valid on Windows', () => {
    const seen = new Map<string, string>();
    const name = fc.oneof(
      fc.string({
        maxLength: 12,
        unit: fc.constantFrom('a', 'A', '-', ' ', '>', '.', '/', '\\', '_', '1', 'é'),
      }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('con', 'aux', '..', '../../x', 'nul.txt', 'com1', '', ' ', 'a'.repeat(5_000)),
    );
    const spec = fc.constantFrom(
      'specs/a.spec.ts',
      'specs/b/a.spec.ts',
      'a.spec.ts',
      'b/a.test.ts',
      '../x.spec.ts',
      'specs/../../y.ts',
    );
    fc.assert(
      fc.property(spec, name, (file, test) => {
        const path = pathOf(file, test);
        const parts = path.split('/').slice(1);
        for (const part of parts) {
          expect(part).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
          expect(part.length).toBeLessThanOrEqual(85);
          expect(part).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/);
        }
        const key = JSON.stringify([file, test]);
        const owner = seen.get(path.toLowerCase()) ?? key;
        expect(owner).toBe(key);
        seen.set(path.toLowerCase(), key);
      }),
      { numRuns: 10_000 },
    );
  });
});
