import { readRecording } from '../../../record/recording-file.ts';
import type { Trace, TraceCall } from '../../../trace/trace.ts';
import type { CommandContext, ExitCode } from '../../command.ts';
import { findRecordings, listRecordings, type FoundRecording } from '../../find-recordings.ts';
import { recordingsFolder } from '../../load-project.ts';
import { printable } from '../../../core/printable.ts';

/** Lists the recordings, or prints the ones that are named. */
export async function showRecordings(context: CommandContext): Promise<ExitCode> {
  const folder = await recordingsFolder(context.cwd, context.options['config']);
  if (context.args.length === 0) return listAll(context, listRecordings(folder));
  const files = findRecordings(folder, context.args, context.cwd).map((recording) => ({
    id: recording.id,
    recording: readRecording(chooseFile(recording, context.options['pending'] === true)),
  }));
  if (context.options['json'] === true) {
    context.printJson(files.map(({ id, recording }) => ({ id, ...recording })));
    return 0;
  }
  for (const { id, recording } of files) {
    context.print(`${id}   ${printable(recording.header.spec)} › ${printable(recording.header.test)}`);
    for (const trace of recording.runs) context.print(describeRun(trace));
  }
  return 0;
}

function chooseFile(recording: FoundRecording, wantsPending: boolean): string {
  if (wantsPending || !recording.hasGolden) return recording.pending;
  return recording.golden;
}

function listAll(context: CommandContext, recordings: readonly FoundRecording[]): ExitCode {
  if (context.options['json'] === true) {
    context.printJson(
      recordings.map(({ id, hasGolden, hasPending }) => ({ id, golden: hasGolden, pending: hasPending })),
    );
    return 0;
  }
  for (const { id, hasGolden, hasPending } of recordings) {
    const state = hasGolden
      ? hasPending
        ? 'golden, a change waits for review'
        : 'golden'
      : 'new, waits for review';
    context.print(`${id}   ${state}`);
  }
  if (recordings.length === 0) context.print('No recordings yet; make them with: npx touchstone record');
  return 0;
}

function describeRun(trace: Trace): string {
  const target = trace.target === undefined ? '' : `   ${trace.target.kind} ${printable(trace.target.name)}`;
  const error = trace.error === undefined ? '' : `   ${printable(trace.error.message)}`;
  return [
    `  run ${printable(trace.name)}${target}   ${trace.status}${error}`,
    ...trace.calls.map((call, index) => describeCall(call, index + 1)),
  ].join('\n');
}

function describeCall(call: TraceCall, place: number): string {
  const who = call.agentName === undefined ? '' : `${printable(call.agentName)} → `;
  const outcome = call.status === 'succeeded' ? oneLine(call.output) : printable(call.error?.message ?? '');
  const lines = [
    `   ${String(place).padStart(2)}. ${who}${printable(call.toolName)} ${oneLine(call.input)}`,
    `       ${call.status}${call.attempts.length > 1 ? ` after ${call.attempts.length} attempts` : ''}   ${outcome}`,
  ];
  for (const { policyName, ruleType, reason } of call.policyDecisions) {
    lines.push(
      `       policy ${printable(policyName)}: ${ruleType}${reason === undefined ? '' : ` (${printable(reason)})`}`,
    );
  }
  if (call.approval !== undefined) {
    const { decision = 'open', decidedBy, note } = call.approval;
    const by = decidedBy === undefined ? '' : ` by ${printable(decidedBy)}`;
    lines.push(`       approval ${decision}${by}${note === undefined ? '' : `: ${printable(note)}`}`);
  }
  return lines.join('\n');
}

const MAX_LENGTH = 240;

function oneLine(value: unknown): string {
  const text = printable(JSON.stringify(value) ?? 'nothing');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
