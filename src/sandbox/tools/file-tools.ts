import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { tool } from '../../tool/define-tool.ts';
import type { Tool } from '../../tool/tool.ts';
import { writeFileAt } from '../files/open-file.ts';
import { approvalFor, enter, readText } from './file-access.ts';
import type { Sandbox } from './sandbox-options.ts';

const path = z.string().min(1).describe('Path of the file, relative to the workspace');

/** Reads a file of the workspace, whole or some lines of it. */
export function readTool(sandbox: Sandbox): Tool {
  return tool({
    name: 'read',
    description: 'Reads a text file, whole or some of its lines.',
    inputSchema: z.strictObject({
      path,
      offset: z.int().min(0).default(0).describe('Number of lines to leave out at the start'),
      limit: z.int().positive().optional().describe('Most lines to read'),
    }),
    outputSchema: z.object({ content: z.string(), totalLines: z.int(), truncated: z.boolean() }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    requiresApproval: ({ input }) => approvalFor(sandbox, input.path, 'read'),
    execute(input, ctx) {
      const { text } = readText(enter(sandbox, input.path, 'read', ctx), ctx);
      const lines = text.split('\n');
      const taken = lines.slice(
        input.offset,
        input.limit === undefined ? undefined : input.offset + input.limit,
      );
      const whole = taken.join('\n');
      const content = whole.slice(0, sandbox.exec.maxOutputChars);
      return { content, totalLines: lines.length, truncated: content.length < whole.length };
    },
  }) as Tool;
}

/** Writes a whole file. */
export function writeTool(sandbox: Sandbox): Tool {
  return tool({
    name: 'write',
    description: 'Writes a whole text file, making it and its folders where they do not exist.',
    inputSchema: z.strictObject({ path, content: z.string().describe('The whole new text of the file') }),
    outputSchema: z.object({ path: z.string(), bytes: z.int(), created: z.boolean() }),
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    requiresApproval: ({ input }) => approvalFor(sandbox, input.path, 'write'),
    execute(input, ctx) {
      const place = enter(sandbox, input.path, 'write', ctx);
      const content = Buffer.from(input.content, 'utf8');
      const { created } = writeFileAt(place.real, content, { approved: ctx.approval !== undefined });
      return { path: sandbox.workspace.show(place.real), bytes: content.length, created };
    },
  }) as Tool;
}

/** Replaces one piece of a file, which must be there exactly once. */
export function editTool(sandbox: Sandbox): Tool {
  return tool({
    name: 'edit',
    description: 'Replaces a piece of a text file. The old text must stand in the file exactly once.',
    inputSchema: z.strictObject({
      path,
      oldText: z.string().min(1).describe('The text to replace, exactly as it stands in the file'),
      newText: z.string().describe('The text to put in its place'),
    }),
    outputSchema: z.object({ path: z.string(), line: z.int() }),
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    requiresApproval: ({ input }) => approvalFor(sandbox, input.path, 'write'),
    execute(input, ctx) {
      const place = enter(sandbox, input.path, 'write', ctx);
      const { text } = readText(place, ctx);
      const at = text.indexOf(input.oldText);
      const shown = JSON.stringify(input.path);
      if (at === -1)
        throw new AppError(
          'TOOL_EXECUTION_FAILED',
          `oldText does not stand in ${shown}; read the file again.`,
        );
      if (text.includes(input.oldText, at + 1)) {
        throw new AppError(
          'TOOL_EXECUTION_FAILED',
          `oldText stands in ${shown} more than once; give more of its surroundings.`,
        );
      }
      const next = text.slice(0, at) + input.newText + text.slice(at + input.oldText.length);
      writeFileAt(place.real, Buffer.from(next, 'utf8'), { approved: ctx.approval !== undefined });
      return { path: sandbox.workspace.show(place.real), line: text.slice(0, at).split('\n').length };
    },
  }) as Tool;
}
