import { sortKeys } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import type { Json } from '../../core/json.ts';
import type { Recording } from '../../trace/recording.ts';
import type { TraceEvent } from '../../trace/events.ts';

/**
 * The text of a recording: pretty JSON with sorted keys and LF. Only the events are kept; calls, status, input and output
 * follow from them, and an event's number from its place, so that one more call changes no other line.
 */
export function formatRecording(recording: Recording): string {
  const document = {
    header: recording.header,
    runs: recording.runs.map(({ name, events }) => ({ name, events: events.map(withoutNumber) })),
  };
  const text = `${JSON.stringify(sortKeys(encode(document, { unsupported: 'mark' }) as Json), null, 2)}\n`;
  return text;
}

function withoutNumber({ seq: _seq, ...event }: TraceEvent): object {
  return event;
}
