import type { CompareLevel } from '../compare/compare-options.ts';
import { compareTraces } from '../compare/compare-traces.ts';
import { severityOf } from '../compare/severity.ts';
import type { Difference, DifferenceSeverity } from '../trace/difference.ts';
import type { RecordedTool, Recording } from '../trace/recording.ts';
import type { Trace } from '../trace/trace.ts';
import { gravest } from './group-differences.ts';

/** One run of a recording, before and now. */
export interface RunChange {
  name: string;
  state: 'same' | 'changed' | 'new' | 'gone';
  calls: number;
  differences: Difference[];
  golden?: Trace;
  actual?: Trace;
}

/** How a recording differs from what was accepted before. */
export interface RecordingChange {
  id: string;
  state: 'same' | 'changed' | 'new' | 'gone';
  spec: string;
  test: string;
  severity: DifferenceSeverity;
  differences: Difference[];
  runs: RunChange[];
}

/** Compares two versions of a recording, run by run and tool by tool. At least one of them is given. */
export function recordingChange(
  id: string,
  { golden, actual }: { golden: Recording | undefined; actual: Recording | undefined },
  level: CompareLevel = 'exact',
): RecordingChange {
  const { spec, test } = (actual ?? golden)!.header;
  const tools = toolsOfBoth(golden, actual);
  const readOnlyTools = tools.filter(({ readOnly }) => readOnly).map(({ name }) => name);
  const names = new Set([...(golden?.runs ?? []), ...(actual?.runs ?? [])].map(({ name }) => name));
  const runs = [...names].map((name) => {
    const before = golden?.runs.find((run) => run.name === name);
    const now = actual?.runs.find((run) => run.name === name);
    return runChange(name, { before, now }, { level, readOnlyTools });
  });
  const schemas =
    golden !== undefined && actual !== undefined && level === 'exact'
      ? schemaDifferences(golden.header.tools, actual.header.tools)
      : [];
  if (runs[0] !== undefined) runs[0].differences.unshift(...schemas);
  if (schemas.length > 0 && runs[0]?.state === 'same') runs[0].state = 'changed';
  const differences = runs.flatMap((run) => run.differences);
  const state =
    golden === undefined
      ? 'new'
      : actual === undefined
        ? 'gone'
        : runs.some((run) => run.state !== 'same')
          ? 'changed'
          : 'same';
  return { id, state, spec, test, severity: gravest(differences), differences, runs };
}

// A tool that is no longer called stands in the golden header only; what it was there decides how grave that is.
function toolsOfBoth(golden: Recording | undefined, actual: Recording | undefined): RecordedTool[] {
  const now = actual?.header.tools ?? [];
  const gone = (golden?.header.tools ?? []).filter(({ name }) => now.every((tool) => tool.name !== name));
  return [...now, ...gone];
}

function runChange(
  name: string,
  { before, now }: { before: Trace | undefined; now: Trace | undefined },
  options: { level: CompareLevel; readOnlyTools: string[] },
): RunChange {
  const traces = {
    ...(before !== undefined && { golden: before }),
    ...(now !== undefined && { actual: now }),
  };
  const calls = (now ?? before)?.calls.length ?? 0;
  if (before === undefined || now === undefined) {
    return { name, state: before === undefined ? 'new' : 'gone', calls, differences: [], ...traces };
  }
  const { differences } = compareTraces(before, now, options);
  return { name, state: differences.length === 0 ? 'same' : 'changed', calls, differences, ...traces };
}

function schemaDifferences(golden: readonly RecordedTool[], actual: readonly RecordedTool[]): Difference[] {
  return golden.flatMap((before) => {
    const now = actual.find(({ name }) => name === before.name);
    if (now === undefined) return [];
    return schemaFields
      .filter(({ field }) => before[field] !== now[field])
      .map(({ field, path, words }): Difference => {
        const loosened = field === 'readOnly' && now.readOnly;
        return {
          kind: 'schema-changed',
          toolName: before.name,
          path,
          // A hash tells a reader nothing.
          ...(field === 'readOnly' && { expected: before.readOnly, actual: now.readOnly }),
          severity: severityOf('schema-changed', { readOnly: now.readOnly, loosened }),
          message: `${before.name}: ${words}.`,
        };
      });
  });
}

const schemaFields = [
  { field: 'inputSchemaHash', path: 'inputSchema', words: 'its input schema changed' },
  { field: 'outputSchemaHash', path: 'outputSchema', words: 'its output schema changed' },
  { field: 'readOnly', path: 'annotations.readOnlyHint', words: 'whether it is read-only changed' },
] as const;
