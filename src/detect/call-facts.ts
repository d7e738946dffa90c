import { canonicalJson } from '../core/canonical.ts';
import { isReadOnly, type Tool } from '../tool/tool.ts';
import type { Location } from '../trace/finding.ts';
import type { TraceCall } from '../trace/trace.ts';

/** Tells whether a call reached the tool's code, whatever came of it. */
export function wasExecuted(call: TraceCall): boolean {
  return call.attempts.length > 0 || call.status === 'succeeded';
}

/** One text for all calls that ask the same tool for the same thing. */
export function callKey(call: TraceCall): string {
  return `${call.toolName} ${canonicalJson(call.input)}`;
}

/** A tool counts as writing unless it declares otherwise: that is MCP's default, and the safe one. */
export function mayWrite(tool: Tool | undefined): boolean {
  return tool === undefined || !isReadOnly(tool);
}

/** A tool that says that a second call with the same arguments changes nothing further. */
export function claimsIdempotent(tool: Tool | undefined): boolean {
  return tool?.annotations.idempotentHint === true;
}

/** The place of a tool's definition, ready to be spread into a finding. */
export function locationOf(tool: Tool | undefined): { location?: Location } {
  return tool?.location === undefined ? {} : { location: tool.location };
}
