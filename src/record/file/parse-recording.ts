import { z } from 'zod';
import { decode } from '../../core/codec.ts';
import { messageOf } from '../../core/errors.ts';
import { isPlainObject, type Json } from '../../core/json.ts';
import { formatPath } from '../../core/paths.ts';
import { buildTrace } from '../../trace/build-trace.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { RECORDING_VERSION, type Recording, type RecordingHeader } from '../../trace/recording.ts';
import { eventSchema } from './event-schema.ts';
import { invalid } from './invalid.ts';
import { lineOfPath } from './line-of-path.ts';
import { placeOfSyntaxError } from './place-of-syntax-error.ts';
import { nestsTooDeep } from './nests-too-deep.ts';

const again = 'make it again with: npx touchstone record';

const toolSchema = z.object({
  name: z.string(),
  inputSchemaHash: z.string(),
  outputSchemaHash: z.string().optional(),
  readOnly: z.boolean(),
  surface: z
    .object({
      name: z.string(),
      description: z.string(),
      inputSchema: z.unknown(),
      outputSchema: z.unknown().optional(),
      annotations: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

const documentSchema = z.object({
  header: z.object({
    format: z.literal('touchstone-recording'),
    version: z.int().min(1),
    spec: z.string(),
    test: z.string(),
    complete: z.boolean(),
    tools: z.array(toolSchema),
  }),
  runs: z.array(z.object({ name: z.string(), events: z.array(eventSchema) })),
});

/** Reads the text of a recording. Nothing in it is trusted: it is checked in full before anything is made of it. */
export function parseRecording(content: string, file: string): Recording {
  // Some editors begin a file with a byte order mark.
  const text = content.startsWith('\ufeff') ? content.slice(1) : content;
  const json = parseJson(text, file);
  checkKind(json, file);
  const checked = documentSchema.safeParse(decodeDocument(json, file));
  if (!checked.success) {
    const issue = checked.error.issues[0]!;
    const place = formatPath(issue.path) || 'its top';
    const line = lineOfPath(text, issue.path);
    throw invalid(
      file,
      `is damaged at line ${line} (${place}): ${issue.message.replace(/\.$/, '')}; restore it from git or ${again}`,
    );
  }
  const { header, runs } = checked.data;
  const names = new Set<string>();
  for (const { name } of runs) {
    if (names.has(name)) throw invalid(file, `holds two runs named ${JSON.stringify(name)}; ${again}`);
    names.add(name);
  }
  return {
    header: header as RecordingHeader,
    runs: runs.map(({ name, events }) =>
      buildTrace(
        name,
        events.map((event, index) => ({ ...event, seq: index + 1 }) as TraceEvent),
      ),
    ),
  };
}

function parseJson(text: string, file: string): Json {
  const conflict = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m.exec(text);
  if (conflict !== null) {
    const line = text.slice(0, conflict.index).split('\n').length;
    throw invalid(file, `has a merge conflict at line ${line}; choose one side with git, or ${again}`);
  }
  if (text.trim() === '') throw invalid(file, `is empty; ${again}`);
  if (nestsTooDeep(text)) throw invalid(file, `nests deeper than a recording can; ${again}`);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const { line, column, atEnd } = placeOfSyntaxError(text);
    const what = atEnd ? `is cut off at line ${line}` : `is not JSON at line ${line}, column ${column}`;
    throw invalid(file, `${what}; restore it from git or ${again}`, error);
  }
}

// First of all a file must be ours and of a version that we know; other faults would only mislead.
function checkKind(json: Json, file: string): void {
  const header = isPlainObject(json) ? json['header'] : undefined;
  const { format, version } = isPlainObject(header) ? header : {};
  if (format !== 'touchstone-recording') {
    throw invalid(
      file,
      'is not a recording of Touchstone; give another file, or convert it with: npx touchstone import',
    );
  }
  if (typeof version === 'number' && version > RECORDING_VERSION) {
    throw invalid(
      file,
      `has version ${version}, but this release reads up to ${RECORDING_VERSION}; update touchstone`,
    );
  }
}

function decodeDocument(json: Json, file: string): unknown {
  try {
    return decode(json);
  } catch (error) {
    throw invalid(
      file,
      `is damaged: ${messageOf(error).replace(/\.$/, '')}; restore it from git or ${again}`,
      error,
    );
  }
}
