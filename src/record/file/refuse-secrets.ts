import { findSecretShapes } from '../../redact/secret-shapes.ts';
import type { Recording } from '../../trace/recording.ts';
import { redactorOf } from '../redaction/known-secrets.ts';
import { invalid } from './invalid.ts';

/**
 * Looks for secrets in the text that is about to be written, whatever the redaction did before: values that were named
 * sensitive in these runs, and what looks like a secret.
 * @throws AppError RECORDING_INVALID with the line, when there is one.
 */
export function refuseSecrets(text: string, recording: Recording, file: string): void {
  const names = namesIn(recording);
  for (const run of recording.runs) {
    const redactor = redactorOf(run);
    if (redactor === undefined) continue;
    for (const hit of redactor.find(text)) {
      if (hit.form === 'spaced' || names.has(hit.value)) continue;
      refuse(text, hit.start, 'a value of a sensitive field', file);
    }
  }
  for (const hit of findSecretShapes(text)) refuse(text, hit.start, `what looks like a ${hit.label}`, file);
}

function refuse(text: string, at: number, what: string, file: string): never {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const key = /"([\w$-]{1,64})": (?:"[^"\n]*)?$/.exec(before)?.[1];
  const place = key === undefined ? `line ${line}` : `"${key}" (line ${line})`;
  throw invalid(
    file,
    `was not written: ${what} would stand in ${place}; keep it out of names, keys and scopes, and name its field in sensitiveFieldNames`,
  );
}

// A sensitive value that is the name of a tool says nothing where the tool is named.
function namesIn(recording: Recording): Set<string> {
  const names = new Set([
    ...recording.header.tools.map((tool) => tool.name),
    recording.header.spec,
    recording.header.test,
  ]);
  for (const run of recording.runs) {
    names.add(run.name);
    if (run.target !== undefined) names.add(run.target.name);
    for (const call of run.calls) {
      names.add(call.toolName);
      if (call.agentName !== undefined) names.add(call.agentName);
    }
  }
  return names;
}
