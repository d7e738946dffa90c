import { AppError, messageOf } from '../../core/errors.ts';
import type { Tool } from '../../tool/tool.ts';
import { createFinding } from '../../trace/create-finding.ts';
import type { Finding } from '../../trace/finding.ts';
import { locationOf } from '../call-facts.ts';
import { findWeakness, reportWeakness } from '../weak-descriptions.ts';
import { lintHints } from './lint-hints.ts';
import { lintSchema } from './lint-schema.ts';
import type { Lint } from './lint.ts';

/**
 * Judges how tools present themselves to a model: descriptions, fields, defaults, names that providers refuse, hints,
 * and what JSON Schema cannot say, each with how to mend it. Runs no tool; a tool that cannot be read is a finding and
 * the others go on.
 * @throws AppError CONFIG_INVALID when something else than a list of tools is given.
 */
export function lintTools(tools: readonly Tool[]): Finding[] {
  const list: readonly (Tool | undefined)[] = Array.isArray(tools) ? tools : [undefined];
  if (list.some((tool) => tool?.kind !== 'tool')) {
    throw new AppError('CONFIG_INVALID', 'lintTools takes a list of tools made by tool or defineTool.');
  }
  return tools.flatMap(lintTool);
}

function lintTool(tool: Tool): Finding[] {
  const weakness = findWeakness(tool);
  const described = weakness === undefined ? [] : [reportWeakness(tool, weakness)];
  const lints = [...lintName(tool.name), ...lintHints(tool), ...readSchemaLints(tool)];
  return [...described, ...lints.map((lint) => toFinding(tool, lint))];
}

function readSchemaLints(tool: Tool): Lint[] {
  try {
    return lintSchema(tool);
  } catch (thrown) {
    const evidence = { path: '', reason: messageOf(thrown) };
    const text = `has an input schema that cannot be read: ${evidence.reason}`;
    return [{ ruleId: 'schema/unrepresentable', severity: 'error', text, evidence, fix: 'Mend the schema.' }];
  }
}

/** Providers take letters, digits, `_` and `-`; one of the large ones wants a letter or `_` first. */
function lintName(name: string): Lint[] {
  const faults = [
    ...(/[^A-Za-z0-9_-]/.test(name) ? ['has a "." in its name, which OpenAI and Anthropic refuse'] : []),
    ...(/^[^A-Za-z_]/.test(name) ? ['has a name that begins with a digit, which Gemini refuses'] : []),
  ];
  return faults.map((text) => ({
    ruleId: 'tool/refused-name',
    severity: 'warning',
    text,
    evidence: { name },
    fix: 'Use letters, digits and "_" only, a letter first.',
  }));
}

function toFinding(tool: Tool, lint: Lint): Finding {
  const { ruleId, severity, text, evidence, fix } = lint;
  return createFinding({
    ruleId,
    severity,
    message: `Tool "${tool.name}" ${text}.`,
    toolName: tool.name,
    ...locationOf(tool),
    evidence,
    fix,
  });
}
