import { formatPath } from '../../core/paths.ts';
import type { RedactionHit } from '../../redact/redactor.ts';
import type { Tool } from '../../tool/tool.ts';
import { createFinding } from '../../trace/create-finding.ts';
import type { TraceEvent } from '../../trace/events.ts';
import type { Finding } from '../../trace/finding.ts';
import type { RunFields } from './call-fields.ts';

/** A place where something was redacted, with its event. */
export interface PlacedHit extends RedactionHit {
  event: TraceEvent;
}

/** A sensitive value and the event that first named it so. */
export interface NamedValue {
  label: string;
  event: TraceEvent;
}

/** A place of a leak, as evidence shows it. */
interface LeakPlace {
  where: string;
  path: string;
  form: string;
  callId?: string;
  toolName?: string;
}

/**
 * Judges the places where known values turned up: one finding for each sensitive field whose value stands, later in the
 * run, where it is not named sensitive; and one for each kind of secret that no name covers.
 */
export function findLeaks(
  hits: readonly PlacedHit[],
  named: ReadonlyMap<string, NamedValue>,
  fields: RunFields,
  tools: readonly Tool[],
): Finding[] {
  const leaks = new Map<string, { source: NamedValue; places: Map<string, LeakPlace> }>();
  const shapes = new Map<
    string,
    { label: string; toolName: string | undefined; places: Map<string, LeakPlace> }
  >();
  for (const hit of hits) {
    const place = placeOf(hit);
    if (hit.reason === 'shape') {
      if (hit.event.type === 'run.started') continue;
      const key = `${hit.label} ${place.toolName ?? ''}`;
      const shape = shapes.get(key) ?? { label: hit.label, toolName: place.toolName, places: new Map() };
      shapes.set(key, shape);
      shape.places.set(JSON.stringify(place), place);
    }
    const source = named.get(hit.value);
    if (hit.reason !== 'value' || source === undefined || !isLeak(hit, source, fields)) continue;
    const key = `${source.label} ${toolOf(source.event) ?? ''}`;
    const leak = leaks.get(key) ?? { source, places: new Map() };
    leaks.set(key, leak);
    leak.places.set(JSON.stringify(place), place);
  }
  return [
    ...[...leaks.values()].map(({ source, places }) => leakFinding(source, [...places.values()], tools)),
    ...[...shapes.values()].map((shape) => shapeFinding(shape, tools)),
  ];
}

function isLeak(hit: PlacedHit, source: NamedValue, fields: RunFields): boolean {
  if (hit.event.type === 'run.started') return false;
  // Here events still have the numbers in the order in which they happened.
  if (hit.event.seq < source.event.seq) return false;
  if (hit.event.type === 'tool.requested' && hit.event.seq === source.event.seq) return false;
  if (isInToolCall(hit)) return false;
  const isOfCall = 'callId' in hit.event && hit.event.callId !== undefined;
  const field = [...hit.path].reverse().find((part) => typeof part === 'string');
  return isOfCall || field === undefined || !fields.isDeclared(field, []);
}

// What a model writes into a call is judged where the call is asked for.
function isInToolCall({ event, path }: PlacedHit): boolean {
  if (!event.type.startsWith('model.')) return false;
  let place: unknown = event;
  for (const part of path) {
    if ((Object(place) as { type?: unknown }).type === 'tool-call' && part === 'input') return true;
    place = (Object(place) as Record<PropertyKey, unknown>)[part];
  }
  return false;
}

function placeOf({ event, path, form }: PlacedHit): LeakPlace {
  const callId = 'callId' in event ? event.callId : undefined;
  const toolName = toolOf(event);
  const text = formatPath(path[0] === 'parsedInput' ? ['input', ...path.slice(1)] : path);
  return {
    where: toolName === undefined ? nameOf(event.type) : `${text} of ${toolName}`,
    path: text,
    form,
    ...(callId !== undefined && { callId }),
    ...(toolName !== undefined && { toolName }),
  };
}

function nameOf(type: TraceEvent['type']): string {
  if (type.startsWith('run.')) return 'the outcome of the run';
  if (type.startsWith('model.')) return type === 'model.requested' ? 'a prompt' : 'an answer of the model';
  if (type.startsWith('step.')) return 'the result of a step';
  return type === 'log' ? 'a log line' : 'an HTTP exchange';
}

function toolOf(event: TraceEvent): string | undefined {
  return 'toolName' in event ? event.toolName : undefined;
}

function leakFinding(source: NamedValue, places: LeakPlace[], tools: readonly Tool[]): Finding {
  const toolName = toolOf(source.event);
  const owner =
    toolName === undefined
      ? `The sensitive field "${source.label}"`
      : `The sensitive field "${source.label}" of ${toolName}`;
  const more =
    places.length > 1 ? ` and in ${places.length - 1} more ${places.length === 2 ? 'place' : 'places'}` : '';
  const where = places[0]?.where ?? '';
  const location = tools.find((tool) => tool.name === toolName)?.location;
  return createFinding({
    ruleId: 'leak/sensitive-field',
    severity: 'error',
    message: `${owner} turns up in ${where}${more}.`,
    ...(toolName !== undefined && { toolName }),
    ...(places[0]?.callId !== undefined && { callId: places[0].callId }),
    ...(location !== undefined && { location }),
    evidence: { fieldName: source.label, places },
    fix: `Keep the value out of ${where}; where it belongs there, name that field in the sensitiveFieldNames of its tool.`,
    about: { fieldName: source.label },
  });
}

function shapeFinding(
  shape: { label: string; toolName: string | undefined; places: Map<string, LeakPlace> },
  tools: readonly Tool[],
): Finding {
  const places = [...shape.places.values()];
  const where = places[0]?.where ?? '';
  const location = tools.find((tool) => tool.name === shape.toolName)?.location;
  return createFinding({
    ruleId: 'leak/secret-shape',
    severity: 'warning',
    message: `What looks like a ${shape.label.replaceAll('-', ' ')} stands in ${where}.`,
    ...(shape.toolName !== undefined && { toolName: shape.toolName }),
    ...(places[0]?.callId !== undefined && { callId: places[0].callId }),
    ...(location !== undefined && { location }),
    evidence: { kind: shape.label, places },
    fix: 'Name the field in sensitiveFieldNames, or keep the secret out of it.',
    about: { kind: shape.label },
  });
}
