import { terminalColors } from '../../review/text/terminal-colors.ts';
import { printable } from '../../core/printable.ts';
import { applyWaivers, type Waiver } from '../../review/apply-waivers.ts';
import { uniqueFindings } from '../../review/build-report.ts';
import { findingLines } from '../../review/text/finding-text.ts';
import { counted } from '../../review/text/words.ts';
import type { ToolCheck } from '../../probe/check-tool.ts';
import { createFinding } from '../../trace/create-finding.ts';
import type { Finding } from '../../trace/finding.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import type { FuzzJob, FuzzMessage } from './fuzz-job.ts';
import { readFuzzOptions } from './fuzz-options.ts';
import { checkLines } from './fuzz-text.ts';
import { superviseJob, type LostCall } from './supervise-job.ts';

/** What a fuzz run came to. */
interface Fuzzed {
  checks: (ToolCheck & { effects: 'tried' | 'not allowed' })[];
  lost: LostCall[];
  waivers: readonly Waiver[];
}

/** Tries the laws on tools: 1 when one was broken, 2 when there was nothing to try. */
export async function fuzzTools(context: CommandContext): Promise<ExitCode> {
  const fuzz = readFuzzOptions(context.options);
  const { config, mcp, env } = context.options;
  const job: FuzzJob = {
    cwd: context.cwd,
    toolNames: context.args,
    done: [],
    fuzz,
    ...(typeof config === 'string' && { config }),
    ...(typeof mcp === 'string' && { mcp: { command: mcp, env: (env as string[] | undefined) ?? [] } }),
  };
  const fuzzed = await runAll(job, context);
  const all = [
    ...fuzzed.checks.flatMap(({ findings }) => findings),
    ...fuzzed.lost.map((call) => lostFinding(call, fuzz.seed)),
  ];
  const findings = applyWaivers(
    uniqueFindings(all.map((finding) => repeatable(finding, job))),
    fuzzed.waivers,
    Date.now(),
  );
  const failed = findings.some(({ severity }) => severity !== 'info');
  if (context.options['json'] === true) {
    context.printJson({ verdict: failed ? 'failed' : 'passed', seed: fuzz.seed, ...fuzzed, findings });
    return failed ? 1 : 0;
  }
  print(context, fuzzed, findings, fuzz.seed);
  return failed ? 1 : 0;
}

/** A tool that is lost is left behind and the others go on. */
async function runAll(job: FuzzJob, context: CommandContext): Promise<Fuzzed> {
  const fuzzed: Fuzzed = { checks: [], lost: [], waivers: [] };
  const done: string[] = [];
  const progress = process.stderr.isTTY ? (text: string) => context.note(text) : () => undefined;
  const tell = (message: FuzzMessage): void => {
    if (message.type === 'waivers') fuzzed.waivers = message.waivers;
    if (message.type === 'tool') progress(`fuzzing ${printable(message.toolName)} …`);
    if (message.type !== 'checked') return;
    done.push(message.check.toolName);
    fuzzed.checks.push({ ...message.check, effects: message.effects });
  };
  for (;;) {
    const lost = await superviseJob({ ...job, done: [...done] }, tell);
    if (lost === undefined) return fuzzed;
    fuzzed.lost.push(lost);
    done.push(lost.toolName);
  }
}

function lostFinding({ toolName, family, input, how }: LostCall, seed: string): Finding {
  return createFinding({
    ruleId: how === 'never returned' ? 'fuzz/hang' : 'fuzz/crash',
    severity: 'error',
    message: `${toolName} ${how} for the input that was in flight.`,
    toolName,
    evidence: { input, family, seed },
    about: how,
    fix: 'Bound the loop or recursion that this input enters, and never end the process from a tool.',
    reproduce: `npx touchstone fuzz ${toolName} --seed ${seed}`,
  });
}

/** The command of a finding names the configuration or the server too, so that it runs as it is printed. */
function repeatable(finding: Finding, { mcp, config, fuzz }: FuzzJob): Finding {
  if (finding.reproduce === undefined) return finding;
  const quote = (word: string): string =>
    /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const words = [finding.reproduce];
  if (config !== undefined) words.push('--config', quote(config));
  if (fuzz.allowEffects) words.push('--allow-effects');
  for (const variable of mcp?.env ?? []) words.push('--env', quote(variable));
  if (mcp !== undefined) words.push('--mcp', quote(mcp.command));
  return { ...finding, reproduce: words.join(' ') };
}

function print(context: CommandContext, fuzzed: Fuzzed, findings: readonly Finding[], seed: string): void {
  const colors = terminalColors();
  for (const check of fuzzed.checks) for (const line of checkLines(check)) context.print(line);
  for (const { toolName, how } of fuzzed.lost) context.print(`✗ ${printable(toolName)}  ${how}`);
  for (const finding of findings) context.print(`\n${findingLines(finding, colors).join('\n')}`);
  const tools = fuzzed.checks.length + fuzzed.lost.length;
  const laws = fuzzed.checks.flatMap((check) => check.laws);
  const count = (status: string): number => laws.filter((law) => law.status === status).length;
  const calls = laws.length === 0 ? 0 : laws.reduce((sum, law) => sum + law.runs, 0);
  context.print(
    `\n${counted(tools, 'tool')}: ${counted(count('held'), 'law')} held, ${count('broken')} broken, ${count('skipped')} not tried · ${counted(calls, 'trial')} · ${counted(findings.length, 'finding')} · seed ${seed}`,
  );
}
