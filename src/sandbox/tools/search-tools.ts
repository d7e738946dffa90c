import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { AppError, messageOf } from '../../core/errors.ts';
import type { ToolContext } from '../../tool/context.ts';
import { tool } from '../../tool/define-tool.ts';
import type { Tool } from '../../tool/tool.ts';
import { compileGlob } from '../files/match-glob.ts';
import { readFileAt } from '../files/open-file.ts';
import { walkFiles } from '../files/walk-files.ts';
import { pathError, type Place } from '../files/workspace.ts';
import { approvalFor, enter } from './file-access.ts';
import type { Sandbox } from './sandbox-options.ts';

const MOST_FILES = 1_000;
const MATCH_LIMIT_MS = 1_000;
const skipped = new Set(['.git', 'node_modules']);
const folder = z.string().min(1).default('.').describe('Folder to look in, relative to the workspace');

/** Finds files by a pattern. */
export function globTool(sandbox: Sandbox): Tool {
  return tool({
    name: 'glob',
    description: 'Lists files whose path fits a pattern, such as src/**/*.ts.',
    inputSchema: z.strictObject({ pattern: z.string().min(1), cwd: folder }),
    outputSchema: z.object({ files: z.array(z.string()), truncated: z.boolean() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    requiresApproval: ({ input }) => approvalFor(sandbox, input.cwd, 'read'),
    execute({ pattern, cwd }, ctx) {
      const matches = compileGlob(pattern);
      const files: string[] = [];
      for (const { path } of walkFiles(folderOf(enter(sandbox, cwd, 'read', ctx)), (name) =>
        skipped.has(name),
      )) {
        if (!matches(path)) continue;
        if (files.length === MOST_FILES) return { files, truncated: true };
        files.push(path);
      }
      return { files, truncated: false };
    },
  }) as Tool;
}

const match = z.object({
  path: z.string(),
  line: z.int(),
  text: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
type Match = z.infer<typeof match>;

/** Searches the text of files. */
export function grepTool(sandbox: Sandbox): Tool {
  return tool({
    name: 'grep',
    description: 'Searches files for lines that match a regular expression of JavaScript.',
    inputSchema: z.strictObject({
      pattern: z.string().min(1).max(1_000),
      path: folder,
      include: z.string().min(1).optional().describe('Pattern that file paths must fit, such as *.ts'),
      contextLines: z.int().min(0).max(20).default(0),
      maxResults: z.int().positive().max(1_000).default(100),
    }),
    outputSchema: z.object({ matches: z.array(match), truncated: z.boolean() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    requiresApproval: ({ input }) => approvalFor(sandbox, input.path, 'read'),
    execute(input, ctx) {
      const place = enter(sandbox, input.path, 'read', ctx);
      const fits = input.include === undefined ? () => true : compileGlob(input.include);
      const matches: Match[] = [];
      for (const { path, real } of filesOf(place, sandbox)) {
        if (!fits(path)) continue;
        const lines = readLines(real, ctx);
        for (const index of matchingLines(input.pattern, lines)) {
          if (matches.length === input.maxResults) return { matches, truncated: true };
          matches.push(toMatch(path, lines, index, input.contextLines));
        }
      }
      return { matches, truncated: false };
    },
  }) as Tool;
}

function folderOf(place: Place): string {
  if (place.stats?.isDirectory() === true) return place.real;
  throw pathError(place.given, place.stats === undefined ? 'does not exist' : 'is not a folder');
}

function filesOf(place: Place, sandbox: Sandbox): Iterable<{ path: string; real: string }> {
  if (place.stats?.isFile() === true) return [{ path: sandbox.workspace.show(place.real), real: place.real }];
  return walkFiles(folderOf(place), (name) => skipped.has(name));
}

// A file that cannot be read as text, or has other names outside, is no part of a search.
function readLines(real: string, ctx: ToolContext): string[] {
  try {
    const bytes = readFileAt(real, { approved: ctx.approval !== undefined });
    return bytes.subarray(0, 8_000).includes(0) ? [] : bytes.toString('utf8').split('\n');
  } catch {
    return [];
  }
}

// A pattern of a model may backtrack for ever; a context of its own can be stopped.
function matchingLines(pattern: string, lines: readonly string[]): number[] {
  const code =
    'const found = []; const line = new RegExp(pattern, "u"); lines.forEach((text, at) => { if (line.test(text)) found.push(at); }); found.join()';
  try {
    const found = String(runInNewContext(code, { pattern, lines }, { timeout: MATCH_LIMIT_MS }));
    return found === '' ? [] : found.split(',').map(Number);
  } catch (error) {
    const isSlow = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    const reason = isSlow
      ? `takes longer than ${MATCH_LIMIT_MS} ms for one file`
      : `cannot be used: ${messageOf(error)}`;
    throw new AppError(
      'TOOL_EXECUTION_FAILED',
      `The pattern ${JSON.stringify(pattern.slice(0, 80))} ${reason}.`,
    );
  }
}

function toMatch(path: string, lines: readonly string[], index: number, context: number): Match {
  const cut = (text: string): string => text.slice(0, 500);
  return {
    path,
    line: index + 1,
    text: cut(lines[index]!),
    before: lines.slice(Math.max(0, index - context), index).map(cut),
    after: lines.slice(index + 1, index + 1 + context).map(cut),
  };
}
