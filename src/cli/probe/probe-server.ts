import { AppError } from '../../core/errors.ts';
import { checkHints, type HintsCheck } from '../../probe/check-hints.ts';
import { chooseInputs } from '../../probe/choose-inputs.ts';
import { keepUnused } from '../../probe/keep-unused.ts';
import { withReaders } from '../../probe/read-only-observers.ts';
import { serverInputs } from '../../probe/server-inputs.ts';
import { isReadOnly, type Tool } from '../../tool/tool.ts';
import type { World } from '../../tool/world.ts';
import type { CommandContext } from '../command.ts';
import { importPeer } from '../load-module.ts';
import { fillFolder, readVariables } from '../server-place.ts';
import { readProbeOptions } from './probe-options.ts';
import type { Probed } from './probe-tools.ts';

/** Inputs that are made for each tool of a server, where no number is given: each is a call to another process. */
const SERVER_RUNS = 8;

/**
 * Probes the tools of an MCP server in fresh temporary folders: a new server for each tool and probe. Tools that do not
 * say that they only read are called only where effects are allowed.
 */
export async function probeServer(context: CommandContext): Promise<Probed> {
  const { mcpWorld } = await importPeer(() => import('../../adapters/mcp.ts'), '@modelcontextprotocol/sdk');
  const command = String(context.options['mcp']);
  const env = readVariables(context.options['env'] as string[] | undefined);
  const bare: World = mcpWorld({ command, env, prepare: fillFolder, timeoutMs: 5_000 });
  const { world, close } = keepUnused(withReaders(bare));
  try {
    return await probeListed(world, context);
  } finally {
    await close();
  }
}

async function probeListed(world: World, context: CommandContext): Promise<Probed> {
  const tools = await listTools(world);
  const chosen = context.args.length === 0 ? tools : context.args.map((name) => findTool(tools, name));
  const checks: HintsCheck[] = [];
  const skipped: Probed['skipped'] = [];
  for (const tool of chosen) {
    if (!isReadOnly(tool) && context.options['allowEffects'] !== true) {
      skipped.push({ toolName: tool.name, reason: 'it may have effects; allow them with --allow-effects' });
      continue;
    }
    context.note(`probing ${tool.name} …`);
    const inputs = inputsFor(tool, context);
    checks.push(await checkHints({ world, toolName: tool.name, inputs, shareWorld: true, quietMs: 50 }));
  }
  return { checks, skipped, waivers: [] };
}

function inputsFor(tool: Tool, context: CommandContext): unknown[] {
  const { inputs, runs, seed } = readProbeOptions(context);
  if (inputs !== undefined) return inputs;
  const made = chooseInputs(tool, { seed, runs: context.options['runs'] === undefined ? SERVER_RUNS : runs });
  return serverInputs(made.values);
}

async function listTools(world: World): Promise<readonly Tool[]> {
  const instance = await world();
  try {
    return instance.tools;
  } finally {
    await instance.dispose();
  }
}

function findTool(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const known = tools.map((tool) => tool.name).join(', ');
  throw new AppError('CONFIG_INVALID', `The server has no tool named ${name}; its tools are: ${known}.`);
}
