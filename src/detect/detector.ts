import type { Policy } from '../policy/rule.ts';
import type { Tool } from '../tool/tool.ts';
import type { Finding } from '../trace/finding.ts';
import type { Trace } from '../trace/trace.ts';

/** What a detector may look at: a stored trace, and the tools and policies as they are today. It runs nothing. */
export interface Evidence {
  readonly trace: Trace;
  /** Today's tools by name; a recorded tool may be missing. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly policies: readonly Policy[];
}

/** A pure judgement over one trace: the same evidence gives the same findings, in the same order. */
export interface Detector {
  /** The rules that it can report. */
  readonly ruleIds: readonly string[];
  run(evidence: Evidence): Finding[];
}
