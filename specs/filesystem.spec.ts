import { expect, test as base } from 'touchstone/vitest';
import { files } from './worlds/files.ts';

/** In replay the tools come from the recording and no server is started. */
const test = base.extend({ harnessOptions: { world: files } });

test('the filesystem server offers its 14 tools', async ({ harness }) => {
  const tools = await harness.tools();
  const run = await harness.call('list_allowed_directories', {});
  expect(run).toMatchObject({ status: 'succeeded', output: { content: 'Allowed directories:\n{dir}' } });
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'create_directory',
    'directory_tree',
    'edit_file',
    'get_file_info',
    'list_allowed_directories',
    'list_directory',
    'list_directory_with_sizes',
    'move_file',
    'read_file',
    'read_media_file',
    'read_multiple_files',
    'read_text_file',
    'search_files',
    'write_file',
  ]);
  await expect(run.run).toMatchGolden();
});

test('a note is read, extended and read again', async ({ harness }) => {
  const before = await harness.call('read_text_file', { path: '{dir}/shopping.txt' });
  expect(before).toMatchObject({ status: 'succeeded', output: { content: 'bread\nmilk\n' } });

  const written = await harness.call('edit_file', {
    path: '{dir}/shopping.txt',
    edits: [{ oldText: 'milk', newText: 'milk\neggs' }],
  });
  expect(written.status).toBe('succeeded');

  const after = await harness.call('read_text_file', { path: '{dir}/shopping.txt' });
  expect(after).toMatchObject({ output: { content: 'bread\nmilk\neggs\n' } });
  await expect(after.run).toMatchGolden();
});

test('a file outside the folder is refused by the server', async ({ harness }) => {
  const outside = await harness.call('read_text_file', { path: '/etc/hostname' });
  expect(outside).toMatchObject({ status: 'failed', error: { code: 'TOOL_EXECUTION_FAILED' } });
  await expect(outside.run).toMatchGolden();
});

test('input that the server would refuse never reaches it', async ({ harness }) => {
  const wrong = await harness.call('write_file', { path: '{dir}/x.txt' });
  expect(wrong).toMatchObject({ status: 'failed', error: { code: 'VALIDATION_FAILED', status: 422 } });
  await expect(wrong.run).toMatchGolden();
});
