import type { Tool } from '../tool/tool.ts';
import { execTool } from './tools/exec-tool.ts';
import { editTool, readTool, writeTool } from './tools/file-tools.ts';
import { openSandbox, type SandboxOptions } from './tools/sandbox-options.ts';
import { globTool, grepTool } from './tools/search-tools.ts';

const makers = {
  exec: execTool,
  read: readTool,
  write: writeTool,
  edit: editTool,
  glob: globTool,
  grep: grepTool,
};

/**
 * Makes the tools with which a model works in a folder of this machine: exec, read, write, edit, glob and grep. Each call
 * of this function makes tools of its own; they share nothing with others. What leads out of the workspace, by whatever
 * links, and every command that no rule covers, waits for a person.
 * @throws AppError CONFIG_INVALID when an option is wrong or the workspace is no folder.
 */
export function sandboxTools(options: SandboxOptions): Tool[] {
  const sandbox = openSandbox(options);
  return sandbox.tools.map((name) => makers[name](sandbox));
}
