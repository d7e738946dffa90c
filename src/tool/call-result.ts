import type { AppError } from '../core/errors.ts';
import type { CallStatus } from '../trace/trace.ts';

/** What came of a call. The broker returns it and never throws for what a tool, a policy or a person did. */
export type CallResult =
  | { status: 'succeeded'; callId: string; toolName: string; output: unknown }
  | {
      status: Exclude<CallStatus, 'succeeded'>;
      callId: string;
      toolName: string;
      error?: AppError;
      approvalId?: string;
    };
