import type { Policy } from '../policy/rule.ts';
import type { Tool } from '../tool/tool.ts';
import type { Recording } from '../trace/recording.ts';
import { createRecorder } from './recorder.ts';

export interface ScrubOptions {
  /** Today's tools, for the fields that they call sensitive. */
  tools?: readonly Tool[];
  policies?: readonly Policy[];
  /** Names of fields whose values must go, in every tool and in the run itself. */
  sensitiveFieldNames?: readonly string[];
}

/** A recording without what is sensitive today, and how many values went, by the name of their field. */
export interface Scrubbed {
  recording: Recording;
  removed: Record<string, number>;
}

/**
 * Redacts a stored recording anew by today's rules. Placeholders that are there stay as they are, so that it replays as
 * before; what is redacted already is not redacted again.
 */
export function scrubRecording(recording: Recording, options: ScrubOptions): Scrubbed {
  const removed: Record<string, number> = {};
  const runs = recording.runs.map((run) => {
    const recorder = createRecorder({ name: run.name, ...options, tools: options.tools ?? [] });
    for (const event of run.events) recorder.onEvent(event);
    const { trace, redacted } = recorder.finish();
    for (const [label, count] of Object.entries(redacted)) removed[label] = (removed[label] ?? 0) + count;
    return trace;
  });
  return { recording: { ...recording, runs }, removed };
}
