import { wordsOf } from '../redact/sensitive-names.ts';
import type { Tool } from '../tool/tool.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { Trace, TraceCall } from '../trace/trace.ts';

/**
 * Finds names in `sensitiveFieldNames` that no field of the tool's calls has, in any of the traces: a name that is spelled
 * otherwise than the field protects nothing. Tools without a call that succeeded are not judged.
 */
export function findUnusedSensitiveNames(traces: readonly Trace[], tools: Iterable<Tool>): Finding[] {
  const seen = new Map<string, Set<string>>();
  for (const call of traces.flatMap((trace) => trace.calls)) {
    if (call.status !== 'succeeded') continue;
    const words = seen.get(call.toolName) ?? new Set();
    seen.set(call.toolName, words);
    collectNames(call, words);
  }
  return [...tools].flatMap((tool) => {
    const words = seen.get(tool.name);
    if (words === undefined) return [];
    return tool.sensitiveFieldNames
      .filter((name) => !words.has(wordsOf(name).join(' ')))
      .map((name) => unusedName(tool, name));
  });
}

function collectNames(call: TraceCall, words: Set<string>): void {
  const open: unknown[] = [call.input, call.output, call.returned];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      // Tools of MCP servers answer in JSON texts.
      for (const match of value.matchAll(/"([\w.$@-]{1,80})\\*"\s{0,20}:/g))
        words.add(wordsOf(match[1]!).join(' '));
    } else if (value instanceof Map) open.push(...value.values());
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (!Array.isArray(value)) words.add(wordsOf(key).join(' '));
        open.push(item);
      }
    }
  }
}

function unusedName(tool: Tool, name: string): Finding {
  return createFinding({
    ruleId: 'leak/unused-name',
    severity: 'warning',
    message: `The sensitive field "${name}" of ${tool.name} stands in none of its recorded calls.`,
    toolName: tool.name,
    ...(tool.location !== undefined && { location: tool.location }),
    evidence: { fieldName: name },
    fix: `Spell the name as the field is spelled, or take it out of sensitiveFieldNames.`,
  });
}
