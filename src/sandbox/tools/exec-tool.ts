import { createHash } from 'node:crypto';
import { z } from 'zod';
import { printable } from '../../core/printable.ts';
import { tool } from '../../tool/define-tool.ts';
import type { Tool } from '../../tool/tool.ts';
import { decideCommand, type CommandDecision } from '../command/decide-command.ts';
import { outsideByName } from '../command/outside-by-name.ts';
import { shellText } from '../command/shell-text.ts';
import { changed, readFileAt } from '../files/open-file.ts';
import { pathError } from '../files/workspace.ts';
import { childEnvironment, isLoaderVariable } from '../process/environment.ts';
import { namespaceWords } from '../process/isolation.ts';
import { runProcess } from '../process/run-process.ts';
import type { Sandbox } from './sandbox-options.ts';

const inputSchema = z.strictObject({
  command: z
    .string()
    .regex(/^[^\0]*\S[^\0]*$/)
    .describe('The command line'),
  cwd: z.string().min(1).default('.').describe('Folder to run in, relative to the workspace'),
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).default({}),
  timeoutMs: z.int().positive().optional().describe('Longest time, in milliseconds'),
});
type ExecInput = z.infer<typeof inputSchema>;

/** Runs a command in the workspace, after what the sandbox's rules or a person decide. */
export function execTool(sandbox: Sandbox): Tool {
  const kept =
    namespaceWords().length > 0
      ? 'Commands run in process namespaces of their own.'
      : 'This machine has no namespaces for commands; they are kept together by process group only.';
  return tool({
    name: 'exec',
    description: `Runs a command in the workspace and gives its output. It has no input. ${kept}`,
    inputSchema,
    outputSchema: z.object({
      exitCode: z.int(),
      stdout: z.string(),
      stderr: z.string(),
      durationMs: z.number(),
      truncated: z.boolean(),
      timedOut: z.boolean(),
    }),
    annotations: { destructiveHint: true, openWorldHint: true },
    requiresApproval({ input }) {
      const decision = judge(sandbox, input);
      if (decision.decision === 'allow') return false;
      return { reason: describeCommand(sandbox, input, decision.reason) };
    },
    async execute(input, ctx) {
      const decision = judge(sandbox, input);
      if (decision.decision !== 'allow' && ctx.approval === undefined) throw changed(input.command);
      const cwd = folderOf(sandbox, input.cwd);
      const { timeoutMs, maxOutputChars, environment } = sandbox.exec;
      return runProcess({
        // What a rule let through is written down anew, so that the shell reads what was judged and nothing else.
        argv: ['sh', '-c', decision.segments === undefined ? input.command : shellText(decision.segments)],
        cwd,
        environment: childEnvironment(environment, {
          ...quietGit,
          ...input.env,
          HOME: sandbox.workspace.root,
        }),
        timeoutMs: Math.min(input.timeoutMs ?? timeoutMs, timeoutMs),
        maxOutputChars,
        signal: ctx.signal,
      });
    },
  }) as Tool;
}

// A repository inside the workspace may be of the model's making; these keep git from running what its settings name.
const quietGit = {
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'safe.bareRepository',
  GIT_CONFIG_VALUE_0: 'explicit',
  GIT_CONFIG_KEY_1: 'core.fsmonitor',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_CONFIG_KEY_2: 'protocol.ext.allow',
  GIT_CONFIG_VALUE_2: 'never',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
};

function judge(sandbox: Sandbox, input: ExecInput): CommandDecision {
  const { security, allowlist } = sandbox.exec;
  const loader = Object.keys(input.env).find(isLoaderVariable);
  const decision = decideCommand(input.command, {
    security,
    allowlist,
    judgePath: pathJudge(sandbox, input.cwd),
  });
  if (decision.decision !== 'allow' || security === 'allow-always') return decision;
  if (loader !== undefined)
    return { decision: 'ask', reason: `The variable ${loader} changes which code runs.` };
  const problem = cwdProblem(sandbox, input.cwd);
  return problem === undefined ? decision : { decision: 'ask', reason: problem };
}

function cwdProblem(sandbox: Sandbox, cwd: string): string | undefined {
  try {
    return sandbox.workspace.locate(cwd).inside ? undefined : 'The command would run outside the workspace.';
  } catch {
    return 'The folder to run in cannot be found.';
  }
}

/** Judges a place that a command names by where it really leads. */
function pathJudge(sandbox: Sandbox, cwd: string): (path: string) => string | undefined {
  return (path) => {
    const byName = outsideByName(path);
    if (byName !== undefined) return byName;
    try {
      const place = sandbox.workspace.locate(`${cwd}/${path}`);
      if (!place.inside) return 'it names a place that leads out of the workspace';
      const isShared = place.stats?.isFile() === true && place.stats.nlink > 1;
      return isShared ? 'it names a file with more than one name' : undefined;
    } catch {
      return 'it names a place that cannot be followed';
    }
  };
}

function folderOf(sandbox: Sandbox, cwd: string): string {
  const place = sandbox.workspace.locate(cwd);
  if (place.stats?.isDirectory() === true) return place.real;
  throw pathError(cwd, place.stats === undefined ? 'does not exist' : 'is not a directory');
}

/** Tells a person exactly what would run: the command with nothing hidden, where, with which variables, which scripts. */
function describeCommand(sandbox: Sandbox, input: ExecInput, reason: string): string {
  const variables = Object.entries(input.env).map(([name, value]) => printable(`${name}=${value}`));
  const scripts = input.command.split(/[\s;|&'"]+/).flatMap((word) => scriptHash(sandbox, input.cwd, word));
  return [
    `Command: ${printable(input.command)}`,
    `in ${printable(input.cwd)}`,
    ...(variables.length > 0 ? [`with ${variables.join(' ')}`] : []),
    ...(scripts.length > 0 ? [`running ${scripts.slice(0, 5).join(', ')}`] : []),
    reason,
  ].join(' · ');
}

function scriptHash(sandbox: Sandbox, cwd: string, word: string): string[] {
  if (!/\.(sh|bash|py|[cm]?[jt]s|rb|pl)$/.test(word)) return [];
  try {
    const place = sandbox.workspace.locate(`${cwd}/${word}`);
    if (!place.inside || place.stats?.isFile() !== true) return [];
    const hash = createHash('sha256')
      .update(readFileAt(place.real, { approved: true }))
      .digest('hex');
    return [`${printable(word)} (sha256 ${hash.slice(0, 12)})`];
  } catch {
    return [];
  }
}
