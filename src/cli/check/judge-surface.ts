import { compareSurfaces } from '../../compare/surface/compare-surfaces.ts';
import { surfaceFindings } from '../../review/surface-findings.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Finding } from '../../trace/finding.ts';
import { readSurfaceFile, surfacesOf } from '../golden/surface-file.ts';
import type { Project } from '../load-project.ts';

/** Findings for what models see of today's tools against the golden surface; none where the project keeps none. */
export function judgeSurface(project: Project, tools: ReadonlyMap<string, Tool>): Finding[] {
  const golden = readSurfaceFile(project.recordings);
  if (golden === undefined) return [];
  const locations = new Map([...tools].map(([name, tool]) => [name, tool.location]));
  return surfaceFindings(compareSurfaces(golden, surfacesOf(tools)), locations);
}
