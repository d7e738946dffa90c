import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSurfaces } from '../../compare/surface/compare-surfaces.ts';
import { sortKeys } from '../../core/canonical.ts';
import { AppError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { surfaceOf } from '../../record/describe-tools.ts';
import type { Tool } from '../../tool/tool.ts';
import type { ToolSurface } from '../../trace/recording.ts';

/** The golden surface: what models see of the project's tools, committed beside the recordings. */
export function surfaceFile(folder: string): string {
  return join(folder, 'tools.golden.json');
}

/** What models see of tools today, sorted by name. */
export function surfacesOf(tools: ReadonlyMap<string, Tool>): ToolSurface[] {
  return [...tools.values()].map(surfaceOf).sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The golden surface; undefined where there is none yet. */
export function readSurfaceFile(folder: string): ToolSurface[] | undefined {
  const file = surfaceFile(folder);
  if (!existsSync(file)) return undefined;
  const surfaces = parse(readFileSync(file, 'utf8'));
  if (surfaces !== undefined) return surfaces;
  throw new AppError(
    'RECORDING_INVALID',
    `${file} is no golden surface; restore it from git, or make it anew with: npx touchstone surface --accept`,
  );
}

function parse(text: string): ToolSurface[] | undefined {
  try {
    return readSurfaces(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes the golden surface: pretty JSON, sorted keys. */
export function writeSurfaceFile(folder: string, tools: readonly ToolSurface[]): string {
  const file = surfaceFile(folder);
  mkdirSync(dirname(file), { recursive: true });
  const json = { format: 'touchstone-surface', version: 1, tools } as unknown as Json;
  writeFileSync(file, `${JSON.stringify(sortKeys(json), null, 2)}\n`);
  return file;
}
