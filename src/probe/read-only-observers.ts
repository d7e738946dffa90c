import { isEqual } from '../core/canonical.ts';
import { isReadOnly, type Tool } from '../tool/tool.ts';
import type { World } from '../tool/world.ts';
import { holdCall } from './bench/hold-call.ts';

/** A reader that takes longer, in milliseconds, is no use for looking at a world again and again. */
const READER_LIMIT_MS = 1_000;

/**
 * Lets a world show, besides what it shows itself, what its own read-only tools say that need no input: for servers whose
 * state is not in their folder. Readers that are slow, fail, or say something else when asked twice are left out.
 */
export function withReaders(world: World): World {
  let trusted: Set<string> | undefined;
  return async () => {
    const instance = await world();
    const readers = instance.tools.filter(isReader);
    if (readers.length === 0) return instance;
    return {
      ...instance,
      async observe() {
        trusted ??= await chooseReaders(readers);
        const said: Record<string, unknown> = {};
        for (const reader of readers) if (trusted.has(reader.name)) said[reader.name] = await ask(reader);
        return { world: await instance.observe(), readers: said };
      },
      dispose: () => instance.dispose(),
    };
  };
}

function isReader(tool: Tool): boolean {
  const { required } = tool.inputSchema.toJsonSchema().schema as { required?: unknown[] };
  return isReadOnly(tool) && (required === undefined || required.length === 0);
}

async function chooseReaders(readers: readonly Tool[]): Promise<Set<string>> {
  const chosen = new Set<string>();
  for (const reader of readers) {
    const first = await ask(reader);
    if (first !== undefined && isEqual(first, await ask(reader))) chosen.add(reader.name);
  }
  return chosen;
}

/** What a reader says; undefined where it failed or took too long. */
async function ask(reader: Tool): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READER_LIMIT_MS);
  });
  const answer = holdCall(reader, {})
    .attempt((input, ctx) => reader.execute(input, ctx))
    .then((execution) => (execution.outcome === 'returned' ? (execution.output ?? null) : undefined));
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer));
}
