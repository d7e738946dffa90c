import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/command-list.ts';
import { cliReference } from './cli-reference.ts';

test('docs/cli.md says what the commands are (npx vitest run test/docs -u writes it anew)', async () => {
  const file = resolve(import.meta.dirname, '../../docs/cli.md');
  const text = await format(cliReference(commands), { ...(await resolveConfig(file)), parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});
