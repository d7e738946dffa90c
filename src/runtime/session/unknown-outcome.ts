import { AppError } from '../../core/errors.ts';
import type { Call } from '../../broker/call.ts';
import type { Session } from './session.ts';

/** Tells whether the tool says that doing it again changes nothing. */
export function mayRepeat({ tool: { annotations } }: Call): boolean {
  return annotations.idempotentHint === true || annotations.readOnlyHint === true;
}

/** The calls whose attempt was under way when the process of an earlier life ended: they may have had their effect. */
export function findInterrupted({ frame, story }: Pick<Session, 'frame' | 'story'>): Set<string> {
  const { past } = frame;
  // A run that rested had all its attempts waiting for something; their code had not been cut off.
  if (past.suspensions > past.resumptions) return new Set();
  const open = [...story.calls.values()].filter(({ call }) => call.attempts.at(-1)?.outcome === 'unknown');
  return new Set(open.map(({ call }) => call.callId));
}

/** What a person is told about a call that may have had its effect. */
export const UNKNOWN_OUTCOME =
  'The process ended while this call was executed: it may have had its effect already.';

/** The error of a call that is not made again. */
export function unknownOutcome(call: Call): AppError {
  const message = `${UNKNOWN_OUTCOME} It is not made again (onUnknownOutcome: 'fail').`;
  return new AppError('OUTCOME_UNKNOWN', message, { toolName: call.tool.name, callId: call.callId });
}
