import { join } from 'node:path';
import type { Tool } from '../../tool/tool.ts';
import { isTool } from '../load-tools.ts';
import { loadModule } from '../load-module.ts';
import type { KnownTool } from './templates.ts';

/** The tools that modules export under a name of their own. A module that cannot be loaded is an error in one sentence. */
export async function knownTools(root: string, modules: readonly string[]): Promise<KnownTool[]> {
  const found: KnownTool[] = [];
  for (const module of modules) {
    const exported = await loadModule(join(root, module), root);
    for (const [exportName, value] of Object.entries(exported)) {
      if (exportName === 'default' || !isTool(value) || !(await rejectsText(value))) continue;
      found.push({ exportName, toolName: value.name, module });
    }
  }
  return found;
}

// The first spec calls a tool with a text; only a tool that refuses it may be in there.
async function rejectsText(tool: Tool): Promise<boolean> {
  const result = await tool.inputSchema.parse('not an object');
  return !result.ok;
}
