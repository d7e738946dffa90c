export { virtualClock } from './core/clock.ts';
export type { VirtualClock } from './core/clock.ts';
export { checkIdempotency } from './probe/check-idempotency.ts';
export type { IdempotencyOptions } from './probe/check-idempotency.ts';
export type { IdempotencyCheck, Ledgers, Verdict } from './probe/verdict.ts';
export { createWorld } from './probe/channels/create-world.ts';
export type { WorldParts } from './probe/channels/create-world.ts';
export { files } from './probe/channels/files.ts';
export type { Files } from './probe/channels/files.ts';
export { httpService } from './probe/channels/http-service.ts';
export type {
  HttpService,
  HttpServiceOptions,
  ServiceReply,
  ServiceRequest,
} from './probe/channels/http-service.ts';
export { mailbox } from './probe/channels/mailbox.ts';
export type { Mailbox } from './probe/channels/mailbox.ts';
export { processes } from './probe/channels/processes.ts';
export type { Processes, StartedCommand } from './probe/channels/processes.ts';
export { queue } from './probe/channels/queue.ts';
export type { Queue } from './probe/channels/queue.ts';
export { table } from './probe/channels/table.ts';
export type { Table } from './probe/channels/table.ts';
export type { Channel, FaultKind } from './tool/channel.ts';
export { checkTrace } from './policy/check-trace.ts';
export { lintTools } from './detect/lint/lint-tools.ts';
export { checkHints } from './probe/check-hints.ts';
export type { HintJudgement, HintReport, HintsCheck } from './probe/check-hints.ts';
export { exportTraces } from './record/import/export-traces.ts';
export type { ExportFormat } from './record/import/export-traces.ts';
export { importTraces } from './record/import/import-traces.ts';
export type { ImportFormat, ImportOptions } from './record/import/import-traces.ts';
export { readRecording, readTrace, writeTrace } from './record/recording-file.ts';
export { createReplayer } from './record/replayer.ts';
export type {
  Replayer,
  ReplayAnswer,
  ReplayerOptions,
  ReplayOutcome,
  ReplayRequest,
} from './record/replayer.ts';
export { createHarness } from './harness/create-harness.ts';
export type {
  Harness,
  HarnessCall,
  HarnessOptions,
  HarnessRun,
  HarnessRunOptions,
} from './harness/harness.ts';
export { scriptedApprover, type Approver } from './harness/approver.ts';
export { scriptedModel } from './harness/model/scripted-model.ts';
export type { ScriptedAnswer, ScriptedModel } from './harness/model/scripted-model.ts';
export { compareTraces } from './compare/compare-traces.ts';
export type { Comparison } from './compare/compare-traces.ts';
export type {
  ArgsComparison,
  CompareLevel,
  CompareOptions,
  VolatileRule,
} from './compare/compare-options.ts';
export type { Normaliser, NormaliserRule } from './compare/values/normalise.ts';
export type { Difference, DifferenceKind, DifferenceSeverity } from './trace/difference.ts';
