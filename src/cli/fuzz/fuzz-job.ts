import { join } from 'node:path';
import { fingerprint } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import { AppError } from '../../core/errors.ts';
import { corpusFile, readCorpus, writeCorpus, type CorpusEntry } from '../../fuzz/search/corpus.ts';
import { serverInputs } from '../../probe/server-inputs.ts';
import { checkTool, type Family, type ToolCheck } from '../../probe/check-tool.ts';
import type { LawName } from '../../probe/laws/law.ts';
import type { Waiver } from '../../review/apply-waivers.ts';
import { isReadOnly, type Tool } from '../../tool/tool.ts';
import type { World } from '../../tool/world.ts';
import { importPeer } from '../load-module.ts';
import { loadProject } from '../load-project.ts';
import { loadTools } from '../load-tools.ts';
import { fillFolder, readVariables } from '../server-place.ts';
import type { FuzzOptions } from './fuzz-options.ts';

/** What is to be fuzzed. Plain data: it travels to a worker. */
export interface FuzzJob {
  cwd: string;
  /** Names of tools; empty for all. */
  toolNames: string[];
  /** Tools that are done already, or that never came back. */
  done: string[];
  fuzz: FuzzOptions;
  config?: string;
  mcp?: { command: string; env: string[] };
}

/** What a job tells while it runs. */
export type FuzzMessage =
  | { type: 'waivers'; waivers: readonly Waiver[] }
  | { type: 'tool'; toolName: string }
  | { type: 'call'; toolName: string; family: Family; input: unknown }
  | { type: 'checked'; check: ToolCheck; effects: 'tried' | 'not allowed' };

interface Bench {
  tools: readonly Tool[];
  worldOf(tool: Tool): World | undefined;
  /** The folder of known counterexamples; absent for a server. */
  corpus: string | undefined;
  waivers: readonly Waiver[];
  close(): Promise<void>;
}

/** Checks the tools of a job one after the other. @throws AppError for a job that cannot be done. */
export async function runFuzzJob(job: FuzzJob, tell: (message: FuzzMessage) => void): Promise<void> {
  const bench = job.mcp === undefined ? await openProject(job) : await openServer(job.mcp);
  try {
    tell({ type: 'waivers', waivers: bench.waivers });
    for (const tool of chooseTools(bench.tools, job)) await fuzzTool(tool, bench, job, tell);
  } finally {
    await bench.close();
  }
}

function chooseTools(tools: readonly Tool[], { toolNames, done }: FuzzJob): Tool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  for (const name of toolNames) {
    if (byName.has(name)) continue;
    const known = [...byName.keys()].join(', ') || 'none';
    throw new AppError('CONFIG_INVALID', `There is no tool named ${name}; the tools are: ${known}.`);
  }
  const chosen = toolNames.length === 0 ? [...tools] : toolNames.map((name) => byName.get(name)!);
  if (chosen.length === 0) {
    throw new AppError(
      'CONFIG_INVALID',
      'There is no tool to fuzz; name the modules of your tools under `tools` in touchstone.config.ts.',
    );
  }
  return chosen.filter((tool) => !done.includes(tool.name));
}

async function fuzzTool(
  tool: Tool,
  bench: Bench,
  { fuzz }: FuzzJob,
  tell: (message: FuzzMessage) => void,
): Promise<void> {
  tell({ type: 'tool', toolName: tool.name });
  const world = bench.worldOf(tool);
  const isSafe = isReadOnly(tool) || fuzz.allowEffects || (world !== undefined && !tool.external);
  const file = bench.corpus === undefined ? undefined : corpusFile(bench.corpus, tool.name);
  const known = file === undefined ? [] : readCorpus(file, tool.inputSchema);
  // A refused input never reaches the code of our own tools, so that law needs no permission.
  const laws: LawName[] | undefined = isSafe ? fuzz.laws : tool.external ? [] : ['refuses-invalid'];
  const check = await checkTool(tool, {
    seed: fuzz.seed,
    runs: fuzz.runs,
    timeMs: fuzz.timeMs,
    ...(laws !== undefined && { laws }),
    ...(world !== undefined && { world }),
    examples: known,
    ...(tool.external && { adapt: (input: unknown) => adaptToServer(tool, input) }),
    onCall: (family, input) => tell({ type: 'call', toolName: tool.name, family, input: plain(input) }),
  });
  if (file !== undefined) remember(file, tool, known, check);
  tell({ type: 'checked', check: plainCheck(check), effects: isSafe ? 'tried' : 'not allowed' });
}

/** New counterexamples join the known ones; those that no longer fail stay as cases against a relapse. */
function remember(file: string, tool: Tool, known: readonly CorpusEntry[], check: ToolCheck): void {
  const added = check.laws.flatMap(({ law, counterexample }): CorpusEntry[] =>
    counterexample === undefined || law === 'refuses-invalid' || law === 'survives-edges'
      ? []
      : [
          {
            law,
            input: counterexample.input,
            token: counterexample.token,
            schemaHash: tool.inputSchema.hash(),
          },
        ],
  );
  if (added.length > 0) writeCorpus(file, [...known, ...added]);
}

/** Every other input of a server asks for what its folder holds; which one it is depends on the input alone. */
function adaptToServer(tool: Tool, input: unknown): unknown {
  const digits = Number.parseInt(fingerprint(input).slice(0, 4), 16);
  if (digits % 2 === 0) return input;
  const adapted = serverInputs([input]);
  const chosen = adapted[(digits >> 1) % adapted.length];
  const parsed = tool.inputSchema.parse(chosen);
  return parsed instanceof Promise || !parsed.ok ? input : chosen;
}

function plain(input: unknown): unknown {
  return encode(input, { unsupported: 'mark' });
}

function plainCheck(check: ToolCheck): ToolCheck {
  const laws = check.laws.map((law) =>
    law.counterexample === undefined
      ? law
      : { ...law, counterexample: { ...law.counterexample, input: plain(law.counterexample.input) } },
  );
  return { ...check, laws };
}

async function openProject({ cwd, config }: FuzzJob): Promise<Bench> {
  const project = await loadProject(cwd, config);
  const worlds = new Map(Object.entries(project.config.worlds));
  return {
    tools: [...(await loadTools(project)).values()],
    worldOf: (tool) => worlds.get(tool.name),
    corpus: join(project.root, 'specs', '.corpus'),
    waivers: project.config.waivers,
    close: () => Promise.resolve(),
  };
}

/** The tools of a server in fresh temporary folders: a new server for each search. */
async function openServer({ command, env }: { command: string; env: string[] }): Promise<Bench> {
  const { mcpWorld } = await importPeer(() => import('../../adapters/mcp.ts'), '@modelcontextprotocol/sdk');
  const world: World = mcpWorld({
    command,
    env: readVariables(env),
    prepare: fillFolder,
    timeoutMs: 5_000,
  });
  const first = await world();
  return {
    tools: first.tools,
    worldOf: () => world,
    corpus: undefined,
    waivers: [],
    close: async () => first.dispose(),
  };
}
