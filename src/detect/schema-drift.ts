import { formatPath } from '../core/paths.ts';
import type { Issue } from '../core/errors.ts';
import type { Schema } from '../schema/schema.ts';
import type { Tool } from '../tool/tool.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { RecordedTool, Recording } from '../trace/recording.ts';
import type { Trace, TraceCall } from '../trace/trace.ts';

type Side = 'input' | 'output';

/**
 * Judges a recording by today's schemas: recorded inputs and outputs that no longer parse are errors; a schema that
 * changed although every recorded value still fits is told as information. Runs no tool.
 */
export async function findSchemaDrift(
  recording: Recording,
  tools: ReadonlyMap<string, Tool>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const recorded of recording.header.tools) {
    const tool = tools.get(recorded.name);
    if (tool === undefined) continue;
    for (const side of ['input', 'output'] as const) {
      const schema = side === 'input' ? tool.inputSchema : tool.outputSchema;
      if (schema === undefined || schema.hash() === hashOf(recorded, side)) continue;
      const misfit = await firstMisfit(recording, { toolName: tool.name, side, schema });
      found.push(misfit === undefined ? stillFits(tool, side) : noLongerFits(tool, side, misfit));
    }
  }
  return found;
}

function hashOf(recorded: RecordedTool, side: Side): string | undefined {
  return side === 'input' ? recorded.inputSchemaHash : recorded.outputSchemaHash;
}

interface Misfit {
  call: TraceCall;
  issue: Issue;
}

async function firstMisfit(
  { runs }: Recording,
  { toolName, side, schema }: { toolName: string; side: Side; schema: Schema },
): Promise<Misfit | undefined> {
  for (const trace of runs) {
    for (const call of trace.calls) {
      if (call.toolName !== toolName || call.status !== 'succeeded') continue;
      const value = side === 'input' ? askedInput(trace, call) : (call.returned ?? call.output);
      const result = await schema.parse(value);
      const issue = result.ok ? undefined : result.issues.find(({ path }) => !isRedacted(value, path));
      if (issue !== undefined) return { call, issue };
    }
  }
  return undefined;
}

// The schema is for the input as it was asked for; a call of a trace holds it as it was parsed.
function askedInput(trace: Trace, call: TraceCall): unknown {
  const asked = trace.events.find((event) => event.type === 'tool.requested' && event.callId === call.callId);
  return asked?.type === 'tool.requested' ? asked.input : call.input;
}

// A placeholder stands for a value that fitted; what it looks like says nothing.
function isRedacted(value: unknown, path: Issue['path']): boolean {
  let at = value;
  for (const part of path) {
    if (typeof at === 'object' && at !== null && Object.hasOwn(at, part))
      at = (at as Record<PropertyKey, unknown>)[part];
    else break;
  }
  return typeof at === 'string' && at.includes('[REDACTED:');
}

function noLongerFits(tool: Tool, side: Side, { call, issue }: Misfit): Finding {
  const at = formatPath([side, ...issue.path]);
  return createFinding({
    ruleId: 'schema/drift',
    severity: 'error',
    message: `A recorded call of ${tool.name} no longer fits its ${side} schema: ${at} ${issue.message}`,
    toolName: tool.name,
    callId: call.callId,
    ...(tool.location !== undefined && { location: tool.location }),
    evidence: { side, path: at, code: issue.code, issue: issue.message },
    fix: 'Callers that worked before are now refused; widen the schema again, or record anew if that is what you want.',
    about: { side, path: at, code: issue.code },
  });
}

function stillFits(tool: Tool, side: Side): Finding {
  return createFinding({
    ruleId: 'schema/drift',
    severity: 'info',
    message: `The ${side} schema of ${tool.name} changed since it was recorded; every recorded value still fits.`,
    toolName: tool.name,
    ...(tool.location !== undefined && { location: tool.location }),
    evidence: { side },
    fix: 'Record anew when it suits you, so that the recording names the schema of today.',
  });
}
