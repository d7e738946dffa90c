import { expect, test } from 'vitest';
import { printable } from '../../src/core/printable.ts';

test('what could move the cursor, ring, reorder or hide text becomes visible', () => {
  expect(printable('a\u001b[2Jb\nc\td\u0007 \u202egnp.exe\u200b')).toBe(
    'a\\u{1b}[2Jb\\nc\\td\\u{7} \\u{202e}gnp.exe\\u{200b}',
  );
});

test('ordinary text stays as it is, in every script', () => {
  expect(printable('Grüße, Ωmega, 日本語, 🙂 "x" \\n')).toBe('Grüße, Ωmega, 日本語, 🙂 "x" \\n');
});
