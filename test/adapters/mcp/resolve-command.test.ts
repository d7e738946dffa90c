import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveCommand } from '../../../src/adapters/mcp/resolve-command.ts';

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-command-'));
  const home = join(folder, 'node_modules', '@acme', 'server-memory');
  mkdirSync(home, { recursive: true });
  const manifest = { name: '@acme/server-memory', version: '1.2.3', bin: { 'mcp-memory': 'dist/main.js' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  mkdirSync(join(folder, 'below'));
  writeFileSync(join(folder, 'server.js'), '');
  return folder;
}

test('npx starts the package that is installed in the folder or above it', () => {
  const folder = project();
  const program = join(folder, 'node_modules/@acme/server-memory/dist/main.js');
  for (const words of [
    ['npx', '@acme/server-memory', '{dir}'],
    ['npx', '-y', '@acme/server-memory@1.2.3', '{dir}'],
  ]) {
    expect(resolveCommand(words, join(folder, 'below'))).toEqual({
      words: [process.execPath, program, '{dir}'],
      environment: {},
    });
  }
});

test('npx keeps the npm configuration where it has to fetch', () => {
  const folder = project();
  for (const words of [
    ['npx', 'absent'],
    ['npx', '@acme/server-memory@2.0.0'],
    ['npx', '-p', 'x', 'y'],
  ]) {
    const resolved = resolveCommand(words, folder);
    expect(resolved.words).toEqual(words);
    expect(resolved.environment).toMatchObject({ npm_config_yes: 'true' });
  }
});

test('words that name a file become absolute, other words stay', () => {
  const folder = project();
  expect(resolveCommand(['node', '--no-warnings', 'server.js', 'memory', '{dir}'], folder).words).toEqual([
    'node',
    '--no-warnings',
    join(folder, 'server.js'),
    'memory',
    '{dir}',
  ]);
  expect(resolveCommand(['./server.js'], folder).words).toEqual([join(folder, 'server.js')]);
});
