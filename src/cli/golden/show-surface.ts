import { terminalColors } from '../../review/text/terminal-colors.ts';
import { relative } from 'node:path';
import { compareSurfaces } from '../../compare/surface/compare-surfaces.ts';
import type { SurfaceChange } from '../../compare/surface/surface-change.ts';
import { AppError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { printedValue } from '../../review/text/printed-value.ts';
import { counted } from '../../review/text/words.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { loadProject } from '../load-project.ts';
import { loadTools } from '../load-tools.ts';
import { readSurfaceFile, surfaceFile, surfacesOf, writeSurfaceFile } from './surface-file.ts';

/** Compares what models see of the tools with the golden surface, or accepts it; 1 where it changed or there is none. */
export async function showSurface(context: CommandContext): Promise<ExitCode> {
  const project = await loadProject(context.cwd, context.options['config']);
  const now = surfacesOf(await loadTools(project));
  if (now.length === 0) {
    throw new AppError(
      'CONFIG_INVALID',
      'The project declares no tools; name them as `tools` in touchstone.config.ts.',
    );
  }
  const golden = readSurfaceFile(project.recordings);
  const file = relative(context.cwd, surfaceFile(project.recordings));
  const changes = compareSurfaces(golden ?? [], now);
  if (context.options['accept'] === true) {
    writeSurfaceFile(project.recordings, now);
    context.print(`accepted ${counted(now.length, 'tool')} as ${file}; commit it.`);
    return 0;
  }
  if (context.options['json'] === true) context.printJson({ golden: golden !== undefined, changes });
  else if (golden === undefined)
    context.print(`There is no ${file} yet; make it with: npx touchstone surface --accept`);
  else print(context, changes, now.length);
  return golden === undefined || changes.length > 0 ? 1 : 0;
}

function print(context: CommandContext, changes: readonly SurfaceChange[], tools: number): void {
  const colors = terminalColors();
  const count = (impact: SurfaceChange['impact']): string =>
    `${changes.filter((change) => change.impact === impact).length} ${impact}`;
  if (changes.length === 0) {
    context.print(`✓ ${counted(tools, 'tool')} as accepted`);
    return;
  }
  context.print(
    `✗ ${counted(changes.length, 'change')} of the tool surface: ${count('breaking')}, ${count('compatible')}, ${count('wording')}`,
  );
  const color = { breaking: colors.red, compatible: colors.yellow, wording: colors.dim };
  for (const { toolName, impact, message, path, expected, actual } of changes) {
    context.print('');
    context.print(
      `${color[impact](impact.padEnd(10))} ${colors.bold(printable(toolName))}   ${printable(message)}`,
    );
    if (path === undefined) continue;
    if (expected !== undefined) context.print(`           ${colors.red('-')} ${printedValue(expected)}`);
    if (actual !== undefined) context.print(`           ${colors.green('+')} ${printedValue(actual)}`);
  }
  context.print('');
  context.print('next  npx touchstone surface --accept   if the changes are meant');
}
