import { messageOf } from '../core/errors.ts';
import { isReadOnly, type Tool } from '../tool/tool.ts';
import type { World } from '../tool/world.ts';
import { holdCall } from './bench/hold-call.ts';

/**
 * Lets a world show, besides what it shows itself, what its own read-only tools say that need no input: for servers whose
 * state is not in their folder.
 */
export function withReaders(world: World): World {
  return async () => {
    const instance = await world();
    const readers = instance.tools.filter(isReader);
    if (readers.length === 0) return instance;
    return {
      ...instance,
      async observe() {
        const said: Record<string, unknown> = {};
        for (const reader of readers) said[reader.name] = await ask(reader);
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

async function ask(reader: Tool): Promise<unknown> {
  const answer = await holdCall(reader, {}).attempt((input, ctx) => reader.execute(input, ctx));
  return answer.outcome === 'returned' ? answer.output : { [answer.outcome]: messageOf(answer) };
}
