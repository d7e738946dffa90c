import type { Json } from '../../core/json.ts';
import { createRedactor, type RedactionHit, type Redactor } from '../../redact/redactor.ts';
import type { TraceEvent } from '../../trace/events.ts';
import type { Finding } from '../../trace/finding.ts';
import { numberEvents, sortLogically } from '../../trace/logical-order.ts';
import { readFields, type Declarations, type RunFields } from './call-fields.ts';
import { mapEventParts } from './event-parts.ts';
import { findLeaks, type NamedValue, type PlacedHit } from './find-leaks.ts';

/** The events of one run, redacted and in logical order, what leaked in it, and the means to look for its secrets. */
export interface RedactedEvents {
  events: TraceEvent[];
  findings: Finding[];
  /** How many values were redacted, by label. */
  counts: Record<string, number>;
  redactor: Redactor;
}

/** Redacts the events of one run in two passes: first every sensitive value is learned, then each is replaced everywhere. */
export function redactEvents(events: readonly TraceEvent[], declarations: Declarations): RedactedEvents {
  const fields = readFields(events, declarations);
  const redactor = createRedactor();
  const named = learnValues(events, fields, redactor);
  const ordered = sortLogically(events, (event) =>
    redactor.mask(event.input as Json, fields.of(event.callId).input),
  );
  const hits: PlacedHit[] = [];
  const redacted = ordered.map((event) => {
    const callId = 'callId' in event ? event.callId : undefined;
    return mapEventParts(event, fields.of(callId), ({ path, json, isSensitive }) => {
      const applied = redactor.apply(json, isSensitive);
      for (const hit of applied.hits) hits.push(placeHit(hit, path, event));
      return applied.json;
    });
  });
  return {
    events: numberEvents(redacted),
    counts: countByLabel(hits),
    findings: findLeaks(hits, named, fields, declarations.tools),
    redactor,
  };
}

function placeHit(hit: RedactionHit, path: readonly string[], event: TraceEvent): PlacedHit {
  return { ...hit, path: [...path, ...hit.path], event };
}

// The first event that names a value sensitive is its source: what stood before it is no leak of it.
function learnValues(
  events: readonly TraceEvent[],
  fields: RunFields,
  redactor: Redactor,
): Map<string, NamedValue> {
  const named = new Map<string, NamedValue>();
  for (const event of events) {
    const callId = 'callId' in event ? event.callId : undefined;
    mapEventParts(event, fields.of(callId), ({ json, isSensitive }) => {
      for (const { value, label } of redactor.collect(json, isSensitive)) {
        if (!named.has(value)) named.set(value, { label, event });
      }
      return json;
    });
  }
  return named;
}

function countByLabel(hits: readonly PlacedHit[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of hits) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}
