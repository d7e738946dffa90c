import { sortKeys } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import { AppError, messageOf } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Channel } from '../../tool/channel.ts';
import type { Tool } from '../../tool/tool.ts';
import type { World, WorldInstance } from '../../tool/world.ts';

/** A world that is open for one experiment. Whatever goes wrong in it is the world's fault and said so. */
export interface OpenWorld {
  readonly tool: Tool;
  readonly channels: readonly Channel[];
  readonly clock: WorldInstance['clock'];
  /** The effects and the state now, with sorted keys. */
  observe(): Promise<Json>;
  /** The tool as a fresh process would have it; undefined where the world cannot restart. */
  restart(): Promise<Tool | undefined>;
  dispose(): Promise<void>;
}

/** How long a world may take for any one of its own acts. */
const WORLD_LIMIT_MS = 10_000;

/**
 * Makes a fresh world and finds the tool in it.
 * @throws AppError CONFIG_INVALID with `details.worldFault` when the world throws, hangs, lacks the tool or cannot be
 * observed as JSON.
 */
export async function openWorld(world: World, toolName: string): Promise<OpenWorld> {
  const instance = await guard('could not be made', () => world());
  const tool = findTool(instance?.tools, toolName);
  if (tool === undefined) {
    await Promise.resolve(instance?.dispose?.()).catch(() => undefined);
    const names = (instance?.tools ?? []).map((candidate) => candidate.name).join(', ') || 'none';
    throw worldFault(`has no tool named "${toolName}"; its tools are: ${names}`);
  }
  return {
    tool,
    channels: instance.channels ?? [],
    clock: instance.clock,
    observe: () => guard('could not be observed', async () => toJson(await instance.observe())),
    restart: () =>
      guard('could not be restarted', async () => {
        if (instance.restart === undefined) return undefined;
        const again = findTool(await instance.restart(), toolName);
        if (again === undefined) throw new Error(`"${toolName}" is missing after the restart`);
        return again;
      }),
    dispose: () => guard('could not be disposed of', async () => instance.dispose()),
  };
}

/** The sentence of a world's own fault; undefined for any other error. */
export function worldFaultOf(thrown: unknown): string | undefined {
  return AppError.is(thrown) && thrown.details?.['worldFault'] === true ? thrown.message : undefined;
}

function findTool(tools: readonly Tool[] | undefined, toolName: string): Tool | undefined {
  return tools?.find((candidate) => candidate.name === toolName);
}

function toJson(observed: unknown): Json {
  return sortKeys(encode(observed));
}

async function guard<Value>(what: string, act: () => Value | Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const late = worldFault(`${what}: no answer within ${WORLD_LIMIT_MS} ms`);
    timer = setTimeout(() => reject(late), WORLD_LIMIT_MS);
  });
  try {
    return await Promise.race([(async () => act())(), limit]);
  } catch (thrown) {
    if (worldFaultOf(thrown) !== undefined) throw thrown;
    throw worldFault(`${what}: ${messageOf(thrown)}`, thrown);
  } finally {
    clearTimeout(timer);
  }
}

/** The error for a fault of the world itself. */
export function worldFault(what: string, cause?: unknown): AppError {
  return new AppError('CONFIG_INVALID', `The world ${what.replace(/\.$/, '')}.`, {
    cause,
    details: { worldFault: true },
  });
}
