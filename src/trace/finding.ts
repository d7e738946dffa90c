export type Severity = 'error' | 'warning' | 'info';

/** A place in a file of the project; lines and columns count from 1. */
export interface Location {
  file: string;
  line?: number;
  column?: number;
}

/** A judgement by a detector: which rule, how bad, where, what shows it, and what to do. */
export interface Finding {
  /** Stable name of the rule, such as `tool/not-idempotent`. */
  ruleId: string;
  severity: Severity;
  /** One sentence: what happened, to which named thing. */
  message: string;
  toolName?: string;
  agentName?: string;
  callId?: string;
  location?: Location;
  /** What shows it: plain JSON, redacted. */
  evidence: Record<string, unknown>;
  /** How to mend it, one sentence. */
  fix?: string;
  /** The command that shows it again. */
  reproduce?: string;
  /** Fingerprint of rule, tool and essential evidence: the same finding has the same id in every view and every run. */
  id: string;
}
