import { sortKeys } from '../../core/canonical.ts';
import { encode } from '../../core/codec.ts';
import type { Json } from '../../core/json.ts';
import type { Recording } from '../../trace/recording.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { refuseSecrets } from './refuse-secrets.ts';

/**
 * The text of a recording: pretty JSON with sorted keys and LF. Only the events are kept; calls, status, input and output
 * follow from them, and an event's number from its place, so that one more call changes no other line.
 * @throws AppError RECORDING_INVALID when a secret would stand in the text.
 */
export function formatRecording(recording: Recording, file = 'of this test'): string {
  const document = {
    header: recording.header,
    runs: recording.runs.map(({ name, events }) => ({ name, events: events.map(withoutNumber) })),
  };
  const text = `${JSON.stringify(sortKeys(encode(document, { unsupported: 'mark' }) as Json), null, 2)}\n`;
  refuseSecrets(text, recording, file);
  return text;
}

function withoutNumber({ seq: _seq, ...event }: TraceEvent): object {
  return event;
}
