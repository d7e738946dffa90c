import type { SurfaceChange } from '../compare/surface/surface-change.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Finding, Location, Severity } from '../trace/finding.ts';

const severities: Record<SurfaceChange['impact'], Severity> = {
  breaking: 'error',
  compatible: 'warning',
  wording: 'info',
};

/** Changes of the tool surface as findings: what breaks is an error, any other unreviewed change a warning, words are told. */
export function surfaceFindings(
  changes: readonly SurfaceChange[],
  locations: ReadonlyMap<string, Location | undefined>,
): Finding[] {
  return changes.map((change) => {
    const { toolName, impact, path, expected, actual, message } = change;
    const location = locations.get(toolName);
    return createFinding({
      ruleId: 'surface/changed',
      severity: severities[impact],
      toolName,
      message: path === undefined ? message : `${toolName}: ${message}`,
      ...(location !== undefined && { location }),
      evidence: {
        impact,
        ...(path !== undefined && { path }),
        ...(expected !== undefined && { golden: expected }),
        ...(actual !== undefined && { now: actual }),
      },
      fix: 'If the change is meant, accept it and commit the file: npx touchstone surface --accept',
      reproduce: 'npx touchstone surface',
      about: { path: path ?? null, impact },
    });
  });
}
