import { terminalColors } from '../../review/text/terminal-colors.ts';
import { AppError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { checkHints, type HintsCheck } from '../../probe/check-hints.ts';
import type { IdempotencyOptions } from '../../probe/check-idempotency.ts';
import { applyWaivers } from '../../review/apply-waivers.ts';
import { uniqueFindings } from '../../review/build-report.ts';
import { findingLines } from '../../review/text/finding-text.ts';
import { shellWord } from '../../review/text/words.ts';
import type { Waiver } from '../../review/apply-waivers.ts';
import type { Finding } from '../../trace/finding.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { loadProject } from '../load-project.ts';
import { readProbeOptions } from './probe-options.ts';
import { probeServer } from './probe-server.ts';
import { checkLines, probeSummary } from './probe-text.ts';

/** What `touchstone probe` found out: one entry for each tool, and the tools that were left alone with the reason. */
export interface Probed {
  checks: HintsCheck[];
  skipped: { toolName: string; reason: string }[];
  waivers: readonly Waiver[];
}

/** Probes tools in their worlds: 1 when a tool is worse than it says, 2 when there was nothing to probe. */
export async function probeTools(context: CommandContext): Promise<ExitCode> {
  const probed =
    context.options['mcp'] === undefined ? await probeProject(context) : await probeServer(context);
  const findings = judgeFindings(probed).map((finding) => completeCommand(finding, context));
  const failed = findings.some(({ severity }) => severity === 'error');
  const { checks, skipped } = probed;
  if (context.options['json'] === true) {
    context.printJson({ verdict: failed ? 'failed' : 'passed', checks, skipped, findings });
    return failed ? 1 : 0;
  }
  const colors = terminalColors();
  for (const check of checks) for (const line of checkLines(check)) context.print(line);
  for (const { toolName, reason } of skipped)
    context.print(`${printable(toolName)}  not probed: ${printable(reason)}`);
  for (const finding of findings) context.print(`\n${findingLines(finding, colors).join('\n')}`);
  context.print(`\n${probeSummary(checks, findings)}`);
  return failed ? 1 : 0;
}

function judgeFindings({ checks, waivers }: Probed): Finding[] {
  const all = checks.flatMap(({ idempotency, findings }) => {
    const own = idempotency.finding === undefined ? [] : [idempotency.finding];
    // A hint that the verdict contradicts is told once, with the ledgers.
    const hints = findings.filter(
      ({ evidence }) => own.length === 0 || evidence['hint'] !== 'idempotentHint',
    );
    const known = own.some(({ ruleId }) => ruleId === 'tool/dishonest-hint');
    return [...own, ...hints.filter(({ evidence }) => !known || evidence['hint'] !== 'readOnlyHint')];
  });
  return applyWaivers(uniqueFindings(all), waivers, Date.now());
}

/** The command of a finding must run as it is printed, in the folder in which this one ran. */
function completeCommand(finding: Finding, { options }: CommandContext): Finding {
  if (finding.reproduce === undefined) return finding;
  const words = [finding.reproduce];
  if (options['mcp'] !== undefined) words.push('--mcp', shellWord(String(options['mcp'])));
  for (const pair of (options['env'] as string[] | undefined) ?? []) words.push('--env', shellWord(pair));
  if (options['allowEffects'] === true) words.push('--allow-effects');
  if (options['config'] !== undefined) words.push('--config', shellWord(String(options['config'])));
  if (options['runs'] !== undefined) words.push('--runs', String(options['runs']));
  return { ...finding, reproduce: words.join(' ') };
}

async function probeProject(context: CommandContext): Promise<Probed> {
  const { config } = await loadProject(context.cwd, context.options['config']);
  const worlds = new Map(Object.entries(config.worlds));
  const names = context.args.length > 0 ? context.args : [...worlds.keys()];
  if (names.length === 0) {
    throw new AppError(
      'CONFIG_INVALID',
      'There is no tool to probe: touchstone.config.ts names no `worlds`; give each tool a fresh place there, by its name.',
    );
  }
  const { inputs, runs, seed, only } = readProbeOptions(context);
  const checks: HintsCheck[] = [];
  for (const toolName of names) {
    const world = worlds.get(toolName);
    if (world === undefined) throw noWorld(toolName, [...worlds.keys()]);
    const options: IdempotencyOptions = {
      world,
      toolName,
      runs,
      seed,
      ...(inputs !== undefined && { inputs }),
    };
    checks.push(await checkHints(only === undefined ? options : { ...options, only }));
  }
  return { checks, skipped: [], waivers: config.waivers };
}

function noWorld(toolName: string, known: readonly string[]): AppError {
  const names = known.length === 0 ? 'none' : known.join(', ');
  return new AppError(
    'CONFIG_INVALID',
    `There is no world for ${toolName} in touchstone.config.ts (worlds: ${names}); add worlds: { ${toolName}: () => … }.`,
  );
}
