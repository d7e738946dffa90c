import { join } from 'node:path';
import { AppError } from '../core/errors.ts';
import type { Tool } from '../tool/tool.ts';
import { globFiles } from './glob-files.ts';
import { loadModule } from './load-module.ts';
import type { Project } from './load-project.ts';

/**
 * The tools of a project, by name: those that the configuration holds, and all that the modules matched by its globs
 * export. A module that cannot be loaded, two different tools of one name, and globs that match nothing are CONFIG_INVALID.
 */
export async function loadTools({ root, config }: Project): Promise<Map<string, Tool>> {
  const tools = new Map<string, Tool>();
  const sources = new Map<string, string>();
  const add = (tool: Tool, source: string): void => {
    const known = tools.get(tool.name);
    if (known !== undefined && known !== tool && sources.get(tool.name) !== source) {
      throw new AppError(
        'CONFIG_INVALID',
        `Two tools are named ${tool.name}: one of ${sources.get(tool.name)} and one of ${source}.`,
      );
    }
    tools.set(tool.name, tool);
    sources.set(tool.name, source);
  };
  for (const entry of config.tools) {
    if (typeof entry !== 'string') add(entry, 'touchstone.config.ts');
    else for (const [tool, module] of await toolsOfGlob(root, entry)) add(tool, module);
  }
  return tools;
}

/** Tells whether a value is a tool, also one made by another copy of this package. */
export function isTool(value: unknown): value is Tool {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, name, execute } = value as Partial<Tool>;
  return kind === 'tool' && typeof name === 'string' && typeof execute === 'function';
}

async function toolsOfGlob(root: string, glob: string): Promise<[Tool, string][]> {
  const files = globFiles(root, [glob]);
  if (files.length === 0) {
    throw new AppError(
      'CONFIG_INVALID',
      `The glob ${glob} under \`tools\` in touchstone.config.ts matches no file.`,
    );
  }
  const found: [Tool, string][] = [];
  for (const file of files) {
    const exported = await loadModule(join(root, file), root);
    for (const value of Object.values(exported)) if (isTool(value)) found.push([value, file]);
  }
  return found;
}
