import { AppError, messageOf } from '../../core/errors.ts';
import type { Tool } from '../../tool/tool.ts';
import type { LawViolation } from './law.ts';
import type { TriedCall } from './try-call.ts';

/** Names of errors that the language throws for mistakes in code; a tool that means to fail does not throw them. */
const mistakes = /^(TypeError|ReferenceError|RangeError|SyntaxError|URIError|EvalError|AssertionError)$/;

/** Texts of such errors, for tools whose errors arrive as text (MCP servers). */
const mistakeTexts =
  /Cannot read propert|Cannot set propert|Cannot destructure|is not a function|is not iterable|is not defined\b|Maximum call stack|Invalid array length|Invalid string length|Unexpected (token|end of)|Cannot convert undefined|is not a constructor|before initialization|NoneType|Traceback \(most recent|AttributeError|KeyError|IndexError|nil pointer|index out of range|panic:/;

/** The server behind a tool is gone. */
const deadTexts =
  /MCP server (failed|exited|ended|closed)|Connection closed|process (exited|ended)|EPIPE|ECONNRESET/i;

/** Judges a call with a valid input; undefined when no law was broken. */
export function judgeWorkingCall(tool: Tool, call: TriedCall, limitMs: number): LawViolation | undefined {
  return judgePollution(call) ?? judgeEnd(tool, call, limitMs) ?? judgeFailure(tool, call);
}

export function judgePollution({ pollution }: TriedCall): LawViolation | undefined {
  if (pollution.length === 0) return undefined;
  return {
    law: 'no-pollution',
    signature: `pollution ${pollution.join()}`,
    ruleId: 'fuzz/prototype-pollution',
    severity: 'error',
    observed: `left ${pollution.join(', ')} on the prototype of all objects`,
    expected: 'An input must not change Object.prototype.',
    fix: 'Copy only own keys, skip __proto__, constructor and prototype, or use a Map.',
  };
}

export function judgeEnd(tool: Tool, { result }: TriedCall, limitMs: number): LawViolation | undefined {
  const timedOut = result.status === 'failed' && result.error?.code === 'TOOL_TIMED_OUT';
  if (result.status !== 'hung' && !timedOut) return undefined;
  return {
    law: 'ends-in-time',
    signature: 'hang',
    ruleId: 'fuzz/hang',
    severity: 'error',
    observed: `did not end within ${timedOut ? (tool.timeoutMs ?? limitMs) : limitMs} ms`,
    expected: 'A call ends within its limit.',
    fix: 'Bound loops and waits, and pass ctx.signal to what can be aborted.',
  };
}

function judgeFailure(tool: Tool, { result }: TriedCall): LawViolation | undefined {
  if (result.status !== 'failed' || result.error === undefined) return undefined;
  const { error } = result;
  if (error.code === 'VALIDATION_FAILED') return judgeValidation(error);
  if (error.code !== 'TOOL_EXECUTION_FAILED') return undefined;
  return judgeCrash(tool, error);
}

function judgeValidation(error: AppError): LawViolation | undefined {
  if (error.details?.side !== 'output') return undefined;
  const issues = (error.details.issues ?? []) as {
    path: (string | number)[];
    code: string;
    message: string;
  }[];
  const [issue] = issues;
  const place = issue === undefined || issue.path.length === 0 ? 'itself' : issue.path.join('.');
  return {
    law: 'output-matches',
    signature: `output ${issues
      .map(({ code, path }) => `${code} ${path.filter((key) => typeof key === 'string').join('.')}`)
      .sort()
      .join()}`,
    ruleId: 'fuzz/output-mismatch',
    severity: 'error',
    observed: `returned an output that its outputSchema refuses at ${place}: ${issue?.message ?? error.message}`,
    expected: 'Every output matches the outputSchema.',
    fix: 'Return what outputSchema promises, or widen the schema to what is returned.',
    evidence: { issues },
  };
}

/** A mistake in the tool's code; a failure that the tool means (any other Error) is no crash. */
export function judgeCrash(tool: Tool, error: AppError): LawViolation | undefined {
  // What happens inside a server arrives as the text of an AppError of the adapter.
  const cause = tool.external ? undefined : error.cause;
  if (AppError.is(cause)) return undefined;
  const name = cause instanceof Error || isErrorLike(cause) ? String((cause as Error).name) : '';
  const isMistake = tool.external ? mistakeTexts.test(error.message) : mistakes.test(name);
  const thrownOther = !tool.external && name === '';
  const dead = tool.external && deadTexts.test(error.message);
  if (!isMistake && !thrownOther && !dead) return undefined;
  const what = thrownOther
    ? `threw ${typeof cause}, not an Error`
    : dead
      ? 'took its server down'
      : 'crashed';
  return {
    law: 'no-crash',
    // Messages carry values; what is left of them tells one mistake from another.
    signature: `crash ${name} ${stable(messageOf(cause ?? error))} ${firstFrame(cause)}`,
    ruleId: 'fuzz/crash',
    severity: 'error',
    observed: `${what}: ${name === '' ? '' : `${name}: `}${error.message.slice(0, 300)}`,
    expected: 'A valid input never crashes the tool; a tool that refuses throws an error of its own.',
    fix: 'Handle this input, forbid it in inputSchema, or throw an Error that says what was wrong with it.',
    evidence: { error: { name, message: error.message.slice(0, 1_000) } },
  };
}

function isErrorLike(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

function stable(message: string): string {
  return message.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|-?\d[\d.e+]*/g, '…').slice(0, 80);
}

function firstFrame(cause: unknown): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  return /\n\s+at (?:\S+ )?\(?([^)\n]+:\d+):\d+\)?/.exec(stack)?.[1]?.split('/').pop() ?? '';
}
