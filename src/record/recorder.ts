import { decode, encode } from '../core/codec.ts';
import type { Json } from '../core/json.ts';
import type { Policy } from '../policy/rule.ts';
import type { Tool } from '../tool/tool.ts';
import { buildTrace } from '../trace/build-trace.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Finding } from '../trace/finding.ts';
import type { Trace } from '../trace/trace.ts';
import { rememberRedactor } from './redaction/known-secrets.ts';
import { redactEvents } from './redaction/redact-events.ts';

export interface RecorderOptions {
  /** The run's name inside its recording. */
  name: string;
  /** The tools of the run: their `sensitiveFieldNames` and the fields that their schemas mark as sensitive. */
  tools: readonly Tool[];
  /** The policies of the run, for their `redact` rules. */
  policies?: readonly Policy[];
  /** Names of sensitive fields of every tool, besides what the tools declare. */
  sensitiveFieldNames?: readonly string[];
}

/** What came of a record so far. */
export interface Recorded {
  trace: Trace;
  /** Sensitive values that turned up where they should not. */
  findings: Finding[];
  /** How many values were redacted, by the name of their field or the kind of secret. */
  redacted: Record<string, number>;
}

/** Makes the trace of one run out of its events. */
export interface Recorder {
  /** Takes an event as it is now: what its values become later changes nothing. */
  onEvent(event: TraceEvent): void;
  /** The redacted trace so far, in logical order, and what leaked. May be called at any time and again. */
  finish(): Recorded;
}

/** Starts the record of one run. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { name } = options;
  const events: TraceEvent[] = [];
  return {
    onEvent(event) {
      if (event.type === 'tool.attempt_late') return;
      const kept = encode(event, { unsupported: 'mark' }) as unknown as TraceEvent;
      events.push({ ...kept, seq: events.length + 1 });
    },
    finish() {
      const redacted = redactEvents(events, options);
      const trace = buildTrace(
        name,
        redacted.events.map((event) => decode(event as unknown as Json) as TraceEvent),
      );
      rememberRedactor(trace, redacted.redactor);
      return { trace, findings: redacted.findings, redacted: redacted.counts };
    },
  };
}
