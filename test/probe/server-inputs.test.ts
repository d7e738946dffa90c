import { expect, test } from 'vitest';
import { z } from 'zod';
import { keepUnused } from '../../src/probe/keep-unused.ts';
import { withReaders } from '../../src/probe/read-only-observers.ts';
import { serverInputs } from '../../src/probe/server-inputs.ts';
import { tool } from '../../src/tool/define-tool.ts';
import type { Tool } from '../../src/tool/tool.ts';
import type { WorldInstance } from '../../src/tool/world.ts';

test('paths become paths of the server’s folder, and texts are few, so that calls meet each other', () => {
  expect(
    serverInputs([
      { path: 'xyz', edits: [{ oldText: 'q', newText: 'w' }] },
      { source: 'a', destination: 'b' },
    ]),
  ).toEqual([
    { path: '{dir}/note.txt', edits: [{ oldText: 'alpha', newText: 'alpha' }] },
    { path: '{dir}/folder', edits: [{ oldText: 'alpha', newText: 'alpha' }] },
    { path: '{dir}/new.txt', edits: [{ oldText: 'alpha', newText: 'alpha' }] },
    { source: '{dir}/note.txt', destination: '{dir}/moved-beta.txt' },
    { source: '{dir}/folder', destination: '{dir}/moved-beta.txt' },
    { source: '{dir}/new.txt', destination: '{dir}/moved-beta.txt' },
  ]);
  expect(serverInputs([{ names: ['q', 'w'] }, { count: 3 }, {}])).toEqual([
    { names: ['alpha', 'alpha'] },
    { count: 3 },
    {},
  ]);
});

function memoryServer(made: { count: number }): () => WorldInstance {
  return () => {
    made.count += 1;
    const notes: string[] = [];
    const declare = (name: string, readOnlyHint: boolean, execute: () => unknown): Tool =>
      tool({
        name,
        description: 'Notes of the server.',
        inputSchema: z.object({}),
        outputSchema: z.unknown(),
        annotations: { readOnlyHint },
        execute,
      }) as Tool;
    return {
      tools: [declare('list', true, () => [...notes]), declare('add', false, () => notes.push('x'))],
      observe: () => ({}),
      dispose: () => undefined,
    };
  };
}

test('a server’s own readers show what its folder does not', async () => {
  const instance = await withReaders(memoryServer({ count: 0 }))();
  const before = await instance.observe();
  await instance.tools[1]!.execute({}, {} as never);
  expect([before, await instance.observe()]).toEqual([
    { world: {}, readers: { list: [] } },
    { world: {}, readers: { list: ['x'] } },
  ]);
});

test('an instance that was only looked at is handed out again, a used one is not', async () => {
  const made = { count: 0 };
  const { world, close } = keepUnused(memoryServer(made));
  await (await world()).dispose();
  const second = await world();
  expect(made.count).toBe(1);
  await second.tools[1]!.execute({}, {} as never);
  await second.dispose();
  await world();
  expect(made.count).toBe(2);
  await close();
});
