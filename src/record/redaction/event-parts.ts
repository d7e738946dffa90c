import { isPlainObject, setOwn, type Json } from '../../core/json.ts';
import type { FieldTest } from '../../redact/field-test.ts';
import type { TraceEvent } from '../../trace/events.ts';
import type { CallFields } from './call-fields.ts';

/** A part of an event that holds what users, tools and models said; everything else is our own structure. */
export interface EventPart {
  /** Where it stands in the event, such as `['output']` or `['error', 'cause', 'message']`. */
  path: string[];
  json: Json;
  isSensitive: FieldTest;
}

type Object = { [key: string]: Json };

/** Replaces the parts of an event in codec form that hold foreign values, one by one. */
export function mapEventParts(
  event: TraceEvent,
  fields: CallFields,
  replace: (part: EventPart) => Json,
): TraceEvent {
  const copy = { ...event } as unknown as Object;
  for (const key of Object.keys(copy)) {
    const isSensitive = testFor(key, event.type, fields);
    if (key === 'error') setOwn(copy, key, mapError(copy[key]!, ['error'], fields.other, replace));
    else if (isSensitive !== undefined) {
      setOwn(copy, key, replace({ path: [key], json: copy[key]!, isSensitive }));
    }
  }
  return copy as unknown as TraceEvent;
}

const inputKeys = new Set(['input', 'rawInput', 'parsedInput']);
const outputKeys = new Set(['output', 'returned']);
const otherKeys = new Set([
  'request',
  'response',
  'exchange',
  'message',
  'data',
  'reasons',
  'note',
  'decidedBy',
  'issues',
]);

function testFor(key: string, type: TraceEvent['type'], fields: CallFields): FieldTest | undefined {
  if (inputKeys.has(key)) return fields.input;
  if (outputKeys.has(key)) return fields.output;
  if (otherKeys.has(key)) return fields.other;
  // Of a blocked call it is one of a few words, elsewhere a sentence.
  return key === 'reason' && type !== 'tool.blocked' ? fields.other : undefined;
}

// Code, status and names are ours; the message, the details and the causes are not.
function mapError(
  error: Json,
  path: string[],
  isSensitive: FieldTest,
  replace: (part: EventPart) => Json,
): Json {
  if (!isPlainObject(error)) return error;
  const copy = { ...error };
  for (const key of ['message', 'details']) {
    if (Object.hasOwn(copy, key)) {
      copy[key] = replace({ path: [...path, key], json: copy[key] as Json, isSensitive });
    }
  }
  if (Object.hasOwn(copy, 'cause')) {
    copy['cause'] = mapError(copy['cause'] as Json, [...path, 'cause'], isSensitive, replace);
  }
  return copy as Json;
}
