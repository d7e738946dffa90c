/** Every error code of the product with its HTTP-like status. This table is the documentation: one class, many codes. */
export const errorTable = {
  VALIDATION_FAILED: { status: 422 },
  TOOL_BLOCKED: { status: 403 },
  APPROVAL_REJECTED: { status: 403 },
  TOOL_EXECUTION_FAILED: { status: 500 },
  TOOL_TIMED_OUT: { status: 500 },
  TOOL_NOT_FOUND: { status: 404 },
  RUN_NOT_FOUND: { status: 404 },
  APPROVAL_NOT_FOUND: { status: 404 },
  RUN_NOT_RESUMABLE: { status: 409 },
  APPROVAL_ALREADY_DECIDED: { status: 409 },
  STATE_MISMATCH: { status: 409 },
  NON_DETERMINISM: { status: 409 },
  REPLAY_MISMATCH: { status: 409 },
  CONFIG_INVALID: { status: 400 },
  RECORDING_INVALID: { status: 400 },
  WORKFLOW_FAILED: { status: 500 },
  MODEL_FAILED: { status: 502 },
  WAIT_TIMED_OUT: { status: 408 },
  OUTCOME_UNKNOWN: { status: 500 },
  STORE_UNAVAILABLE: { status: 503 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errorTable;

/** One thing that is wrong with a value: where it is, a stable code to decide on, and words for people. */
export interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

/** What accompanies an AppError: data for programs (`details`), the original error (`cause`) and the call it belongs to. */
export interface AppErrorOptions {
  details?: Record<string, unknown>;
  cause?: unknown;
  toolName?: string;
  callId?: string;
  agentName?: string;
}

/** The plain-JSON form of an error, as it stands in run states, traces and recordings. It has no stack. */
export interface ErrorRecord {
  code: string;
  status: number;
  message: string;
  name?: string;
  details?: Record<string, unknown>;
  cause?: ErrorRecord;
  toolName?: string;
  callId?: string;
  agentName?: string;
}

// Two copies of this package may be loaded side by side, so errors are known by this mark and never by `instanceof`.
const mark = Symbol.for('touchstone.AppError');

/**
 * The one error class of the product. Programs decide on `code`, people read `message`.
 * Recognise one with `AppError.is(value)`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details?: Record<string, unknown>;
  readonly toolName?: string;
  readonly callId?: string;
  readonly agentName?: string;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorTable[code].status;
    if (options.details !== undefined) this.details = options.details;
    if (options.toolName !== undefined) this.toolName = options.toolName;
    if (options.callId !== undefined) this.callId = options.callId;
    if (options.agentName !== undefined) this.agentName = options.agentName;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Tells whether a value is an AppError, also one made by another copy of this package. */
  static is(value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && readProperty(value, mark) === true;
  }

  /** The error as plain JSON, without its stack. */
  toJSON(): ErrorRecord {
    return toErrorRecord(this);
  }
}

const MAX_CAUSES = 8;

/** Turns anything that was thrown into plain JSON, keeping code, message and up to 8 causes, never the stack. */
export function toErrorRecord(thrown: unknown, depth = 0): ErrorRecord {
  const record = baseRecord(thrown);
  const cause = readProperty(thrown, 'cause');
  if (cause !== undefined && depth < MAX_CAUSES) record.cause = toErrorRecord(cause, depth + 1);
  return record;
}

/** Makes the AppError that a record was made from; unknown codes become TOOL_EXECUTION_FAILED. */
export function fromErrorRecord(record: ErrorRecord): AppError {
  const code = Object.hasOwn(errorTable, record.code) ? (record.code as ErrorCode) : 'TOOL_EXECUTION_FAILED';
  return new AppError(code, record.message, {
    ...(record.details !== undefined && { details: record.details }),
    ...(record.cause !== undefined && { cause: reviveError(record.cause) }),
    ...(record.toolName !== undefined && { toolName: record.toolName }),
    ...(record.callId !== undefined && { callId: record.callId }),
    ...(record.agentName !== undefined && { agentName: record.agentName }),
  });
}

function baseRecord(thrown: unknown): ErrorRecord {
  if (AppError.is(thrown)) {
    return {
      code: thrown.code,
      status: thrown.status,
      message: thrown.message,
      ...(thrown.details !== undefined && { details: thrown.details }),
      ...(thrown.toolName !== undefined && { toolName: thrown.toolName }),
      ...(thrown.callId !== undefined && { callId: thrown.callId }),
      ...(thrown.agentName !== undefined && { agentName: thrown.agentName }),
    };
  }
  const name = readProperty(thrown, 'name');
  const code = readProperty(thrown, 'code');
  return {
    code: typeof code === 'string' ? code : 'ERROR',
    status: 500,
    message: messageOf(thrown),
    ...(typeof name === 'string' && name !== 'Error' && { name }),
  };
}

/** The message of anything that was thrown, also of strings, plain objects and hostile values. */
export function messageOf(thrown: unknown): string {
  const message = readProperty(thrown, 'message');
  if (typeof message === 'string') return message;
  try {
    return typeof thrown === 'object' ? (JSON.stringify(thrown) ?? String(thrown)) : String(thrown);
  } catch {
    return 'a value that cannot be printed was thrown';
  }
}

/** Makes an error of the kind that a record was made from: an AppError for our codes, else an Error with name and code. */
export function reviveError(record: ErrorRecord): Error {
  if (Object.hasOwn(errorTable, record.code)) return fromErrorRecord(record);
  const error = new Error(record.message, record.cause && { cause: reviveError(record.cause) });
  if (record.name !== undefined) error.name = record.name;
  return record.code === 'ERROR' ? error : Object.assign(error, { code: record.code });
}

// A thrown value may be a proxy or have throwing getters; reading it must never throw again.
function readProperty(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<PropertyKey, unknown>)[key];
  } catch {
    return undefined;
  }
}
