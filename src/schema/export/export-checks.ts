import type { Exporting, JsonObject } from './exporting.ts';
import type { Check, FormatCheck, PlanNode } from '../plan/node.ts';

/** Names of formats in JSON Schema where zod has another. */
const formatNames: Record<string, string> = {
  email: 'email',
  uuid: 'uuid',
  guid: 'uuid',
  url: 'uri',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  duration: 'duration',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  hostname: 'hostname',
};

/** Adds what JSON Schema can say of the checks of a node to what it says of its kind. */
export function exportChecks(node: PlanNode, shape: JsonObject, exporting: Exporting): JsonObject {
  // Where JSON has no such value at all, or code decides anyway, its rules say nothing either.
  if (shape.type === undefined && Object.keys(shape).length === 0) return shape;
  let result = { ...shape };
  const patterns: string[] = [];
  for (const check of node.checks) {
    // After a step that changes the text, rules speak of the changed text.
    const changed = node.checks
      .slice(0, node.checks.indexOf(check))
      .some((other) => other.check === 'overwrite');
    if (changed && ['regex', 'format', 'starts_with', 'ends_with', 'includes'].includes(check.check)) {
      exporting.note(
        `a rule about the changed text (${check.check}) cannot be said of the given one`,
        'rule',
      );
      continue;
    }
    result = tighten(result, exportCheck(check, node, patterns, exporting));
  }
  const [first, ...others] = [...(typeof result.pattern === 'string' ? [result.pattern] : []), ...patterns];
  if (first !== undefined) result.pattern = first;
  const more = [...others.map((pattern) => ({ pattern })), ...furtherMultiples(node)];
  if (more.length > 0)
    result.allOf = [...(Array.isArray(result.allOf) ? (result.allOf as unknown[]) : []), ...more];
  return result;
}

/** JSON Schema has room for one `multipleOf`; the others stand beside it. */
function furtherMultiples(node: PlanNode): JsonObject[] {
  const values = node.checks.flatMap((check) => (check.check === 'multiple_of' ? [check.value] : []));
  return [...new Set(values)].slice(1).map((multipleOf) => ({ multipleOf }));
}

/** Of two bounds of one kind the stricter one counts. */
function tighten(result: JsonObject, more: JsonObject): JsonObject {
  const merged: JsonObject = { ...result };
  for (const key of Object.keys(more)) {
    const [before, now] = [merged[key], more[key]];
    if (key === 'multipleOf') merged[key] = before ?? now;
    else if (typeof before === 'number' && typeof now === 'number') {
      merged[key] = /^(min|exclusiveMin)/.test(key) ? Math.max(before, now) : Math.min(before, now);
    } else merged[key] = now;
  }
  return merged;
}

function exportCheck(check: Check, node: PlanNode, patterns: string[], exporting: Exporting): JsonObject {
  switch (check.check) {
    case 'min_length':
    case 'min_size':
      return { [boundName(node, 'min')]: check.value };
    case 'max_length':
    case 'max_size':
      return { [boundName(node, 'max')]: check.value };
    case 'length_equals':
    case 'size_equals':
      return { [boundName(node, 'min')]: check.value, [boundName(node, 'max')]: check.value };
    case 'greater_than':
    case 'less_than':
      return exportBound(check);
    case 'multiple_of':
      return typeof check.value === 'number' ? { multipleOf: check.value } : {};
    case 'number_format':
      return exportNumberFormat(check.format);
    case 'format':
      return exportFormat(check, patterns, exporting);
    case 'unique':
      return { uniqueItems: true };
    case 'custom':
      exporting.note(`a rule in code (${check.label})`, 'rule');
      return {};
    case 'property':
    case 'mime_type':
      exporting.note(`the rule ${check.check}`, 'rule');
      return {};
    default:
      patterns.push(...textPatterns(check, exporting));
      return {};
  }
}

/** The rules on text that JSON Schema says by a pattern. */
function textPatterns(check: Check, exporting: Exporting): string[] {
  switch (check.check) {
    case 'regex':
      if (/[imsy]/.test(check.pattern.flags)) exporting.note(`the flags of ${String(check.pattern)}`, 'rule');
      return [check.pattern.source];
    case 'starts_with':
      return [`^${escape(check.text)}`];
    case 'ends_with':
      return [`${escape(check.text)}$`];
    case 'includes':
      return [escape(check.text)];
    case 'lowercase':
      return ['^[^A-Z]*$'];
    case 'uppercase':
      return ['^[^a-z]*$'];
    default:
      return [];
  }
}

function boundName(node: PlanNode, side: 'min' | 'max'): string {
  if (node.kind === 'array' || node.kind === 'tuple' || node.kind === 'set') return `${side}Items`;
  return node.kind === 'object' || node.kind === 'record' || node.kind === 'map'
    ? `${side}Properties`
    : `${side}Length`;
}

function exportBound(check: Check & { check: 'greater_than' | 'less_than' }): JsonObject {
  if (typeof check.value !== 'number') return {};
  const side = check.check === 'greater_than' ? 'Minimum' : 'Maximum';
  return { [check.inclusive ? side.toLowerCase() : `exclusive${side}`]: check.value };
}

const ranges: Record<string, [number, number]> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

function exportNumberFormat(format: string): JsonObject {
  // The bounds of safe integers would only be noise to a model.
  if (format === 'integer' || format === 'safeint') return { type: 'integer' };
  const range = ranges[format];
  return range === undefined ? {} : { type: 'integer', minimum: range[0], maximum: range[1] };
}

function exportFormat(check: FormatCheck, patterns: string[], exporting: Exporting): JsonObject {
  const format = formatNames[check.name];
  // A pattern beside a well-known format only repeats it, and differs from version to version.
  if (check.ownPattern || format === undefined) {
    if (check.pattern) patterns.push(check.pattern.source);
    else exporting.note(`the format ${check.name}`, 'rule');
  }
  return format === undefined ? {} : { format };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
