import { AppError } from '../core/errors.ts';
import { edgeInputs } from '../fuzz/edge-inputs.ts';
import { invalidInputs } from '../fuzz/invalid-inputs.ts';
import { readToken, type ReplayToken } from '../fuzz/search/replay-token.ts';
import { workingInputs } from '../fuzz/sample.ts';
import { search, type SearchOptions } from '../fuzz/search/search.ts';
import type { Tool } from '../tool/tool.ts';
import type { World, WorldInstance } from '../tool/world.ts';
import type { Finding } from '../trace/finding.ts';
import { describeViolation } from './laws/describe-violation.ts';
import { lawNames, type LawName, type LawViolation } from './laws/law.ts';
import { tryEdge, tryInvalid, tryWorking, type Bench } from './laws/laws.ts';
import { openWorld } from './bench/open-world.ts';

/** What `checkTool` takes. */
export interface CheckToolOptions {
  /** Makes a fresh place with the tool in it, for each call (for tools of a server: one for each law). */
  world?: World;
  /** How many inputs to try for each family. @default 200 */
  runs?: number;
  /** A number, or the `seed:path` of a finding, which tries that input alone. @default a random number */
  seed?: number | string;
  /** Only these laws. @default all */
  laws?: readonly LawName[];
  /** Limit for the whole check, in milliseconds. @default 30000 */
  timeMs?: number;
  /** Limit for one call, in milliseconds. @default 5000 */
  callMs?: number;
  /** Inputs that broke a law once; they are tried first. */
  examples?: readonly { law: string; input: unknown; token: string }[];
  /** Changes made inputs before they are used, always in the same way: real paths and ids instead of made ones. */
  adapt?: (input: unknown) => unknown;
  /** Told about every call before it is made: where a tool never returns, this is the input in flight. */
  onCall?: (law: Family, input: unknown) => void;
}

/** The families of inputs, each with the laws that it tests. */
export type Family = 'valid' | 'invalid' | 'edge';

/** What became of one law. */
export interface LawReport {
  law: LawName;
  status: 'held' | 'broken' | 'skipped';
  /** Inputs that were tried. */
  runs: number;
  /** Why it was skipped. */
  reason?: string;
  findings: Finding[];
  /** The simplest input that breaks it, and the token that finds it again. */
  counterexample?: { input: unknown; token: string };
}

/** The outcome of `checkTool`. */
export interface ToolCheck {
  toolName: string;
  /** False when a law was broken by a finding of severity error or warning. */
  passed: boolean;
  seed: number;
  laws: LawReport[];
  findings: Finding[];
}

const families: Record<Family, readonly LawName[]> = {
  valid: ['no-crash', 'output-matches', 'ends-in-time', 'no-pollution', 'keeps-secrets', 'reads-only'],
  invalid: ['refuses-invalid'],
  edge: ['survives-edges'],
};

/** Different faults that are looked for in one family. */
const MOST_FAULTS = 5;

/**
 * Tries the laws of every good tool on one: valid inputs never crash it, give an output that matches its schema, end in
 * time, pollute nothing, leak no secret and change nothing where it says so; invalid inputs never reach its code; edge
 * inputs do it no harm. Each fault is shown with the simplest input and the token that repeats it.
 * @throws AppError CONFIG_INVALID for a wrong seed, an unknown law, or a world that fails.
 */
export async function checkTool(tool: Tool, options: CheckToolOptions = {}): Promise<ToolCheck> {
  const token = readSeed(options.seed);
  const wanted = new Set(options.laws ?? lawNames);
  for (const law of wanted) {
    if (lawNames.includes(law)) continue;
    throw new AppError('CONFIG_INVALID', `There is no law "${law}"; the laws are ${lawNames.join(', ')}.`);
  }
  const deadline = Date.now() + (options.timeMs ?? 30_000);
  const known = new Set<string>();
  const laws: LawReport[] = [];
  for (const family of Object.keys(families) as Family[]) {
    const names = families[family].filter((law) => wanted.has(law));
    if (names.length > 0)
      laws.push(...(await checkFamily({ tool, options, token, family, names, deadline, known })));
  }
  const findings = laws.flatMap((law) => law.findings);
  const passed = findings.every((finding) => finding.severity === 'info');
  return { toolName: tool.name, passed, seed: token.seed, laws, findings };
}

interface FamilyCheck {
  tool: Tool;
  options: CheckToolOptions;
  token: ReplayToken;
  family: Family;
  names: LawName[];
  deadline: number;
  /** Faults that were found already, in any family. */
  known: Set<string>;
}

function readSeed(seed: number | string | undefined): ReplayToken {
  if (seed === undefined) return { seed: Math.floor(Math.random() * 2 ** 31) };
  return typeof seed === 'number' ? { seed } : readToken(seed);
}

async function checkFamily(check: FamilyCheck): Promise<LawReport[]> {
  const { tool, names, deadline, token, known, family } = check;
  const reports = new Map(
    names.map((law): [LawName, LawReport] => [law, { law, status: 'held', runs: 0, findings: [] }]),
  );
  try {
    for (let fault = 0; fault < MOST_FAULTS && Date.now() < deadline; fault++) {
      const { runs, found } = await searchOnce(check);
      for (const report of reports.values()) report.runs = Math.max(report.runs, runs);
      if (found === undefined) break;
      known.add(found.violation.signature);
      const report = reports.get(found.violation.law) ?? [...reports.values()][0]!;
      report.status = 'broken';
      const input = adaptFor(check)(inputOf(family, found.input));
      report.counterexample ??= { input, token: found.token };
      report.findings.push(describeViolation({ tool, ...found, input, runs }));
      // A path leads to one input only.
      if (token.path !== undefined) break;
    }
  } catch (thrown) {
    if (!AppError.is(thrown) || thrown.name !== 'GenerationError') throw thrown;
    for (const report of reports.values())
      Object.assign(report, { status: 'skipped', reason: thrown.message });
  }
  return [...reports.values()].map((report) => skipUnused(check, report));
}

/** What the tool was called with; edge and invalid inputs come with their label. */
function inputOf(family: Family, input: unknown): unknown {
  return family === 'valid' ? input : (input as { value: unknown }).value;
}

/** Only valid inputs are changed: the others carry a label that would no longer be true. */
function adaptFor({ family, options }: FamilyCheck): (input: unknown) => unknown {
  return family === 'valid' && options.adapt ? options.adapt : (input) => input;
}

/** A law that could not be tried says so; it never counts as held. */
function skipUnused({ tool, options }: FamilyCheck, report: LawReport): LawReport {
  if (report.status !== 'held') return report;
  if (report.law === 'output-matches' && tool.outputSchema === undefined) {
    return { ...report, status: 'skipped', reason: 'the tool declares no outputSchema' };
  }
  if (report.law !== 'reads-only') return report;
  if (tool.annotations.readOnlyHint !== true)
    return { ...report, status: 'skipped', reason: 'the tool does not say that it only reads' };
  return options.world === undefined
    ? { ...report, status: 'skipped', reason: 'no world shows what it changes' }
    : report;
}

async function searchOnce(check: FamilyCheck) {
  const { tool, options, family, names, known } = check;
  const { callMs = 5_000, world } = options;
  // A server is started once for a search; a place in this process is made anew for each call.
  const shared = world !== undefined && tool.external ? await openBench(check) : undefined;
  const attempt =
    <Input>(run: (bench: Bench, input: Input) => Promise<LawViolation | undefined>) =>
    async (input: Input): Promise<LawViolation | undefined> => {
      options.onCall?.(family, inputOf(family, input));
      const bench =
        shared ??
        (world === undefined ? { tool, world: undefined, limitMs: callMs } : await openBench(check));
      try {
        const violation = await run(bench, input);
        const counts =
          violation !== undefined && names.includes(violation.law) && !known.has(violation.signature);
        return counts ? violation : undefined;
      } finally {
        if (bench !== shared) await bench.world?.dispose();
      }
    };
  try {
    const { inputSchema } = tool;
    if (family === 'valid')
      return await run(check, {
        inputs: workingInputs(inputSchema),
        attempt: attempt((bench, input) => tryWorking(bench, adaptFor(check)(input))),
      });
    if (family === 'edge')
      return await run(check, { inputs: edgeInputs(inputSchema), attempt: attempt(tryEdge) });
    return await run(check, { inputs: invalidInputs(inputSchema), attempt: attempt(tryInvalid) });
  } finally {
    await shared?.world?.dispose();
  }
}

function run<Input>(
  { options, token, deadline, names }: FamilyCheck,
  part: Pick<SearchOptions<Input, LawViolation>, 'inputs' | 'attempt'>,
) {
  const examples = (options.examples ?? []).filter(({ law }) => names.includes(law as LawName));
  return search<Input, LawViolation>({
    ...part,
    runs: options.runs ?? 200,
    token,
    timeMs: Math.max(1, deadline - Date.now()),
    examples: examples.map((example) => ({ input: example.input as Input, token: example.token })),
  });
}

async function openBench({ tool, options }: FamilyCheck): Promise<Bench & { world: WorldInstance }> {
  const opened = await openWorld(options.world!, tool.name);
  const world: WorldInstance = { tools: [opened.tool], observe: opened.observe, dispose: opened.dispose };
  return { tool: opened.tool, world, limitMs: options.callMs ?? 5_000 };
}
