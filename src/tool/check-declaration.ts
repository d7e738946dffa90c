import type { ZodType } from 'zod';
import { AppError, messageOf, type Issue } from '../core/errors.ts';
import { isPlainObject } from '../core/json.ts';
import { formatPath } from '../core/paths.ts';

/** How many faults of a declaration the message itself names; all of them stand in `details.issues`. */
const SHOWN = 3;

/**
 * Checks what a user declares (a tool, a policy, …) against a strict schema and returns the checked copy.
 * @throws AppError CONFIG_INVALID with every issue in `details.issues`; also for values that throw when they are read.
 */
export function checkDeclaration<Value>(schema: ZodType<Value>, value: unknown, what: string): Value {
  let issues: Issue[];
  try {
    const hidden = findHiddenKey(value);
    const parsed = hidden === undefined ? schema.safeParse(value) : undefined;
    if (parsed?.success === true) return parsed.data;
    issues = parsed === undefined ? [hidden!] : parsed.error.issues.map(toIssue);
  } catch (thrown) {
    issues = [{ path: [], code: 'unreadable', message: `could not be read: ${messageOf(thrown)}` }];
  }
  throw refuseDeclaration(issues, nameOf(value, what));
}

/** The error for a declaration with these faults. `what` names the declared thing, such as `Tool "issueRefund"`. */
export function refuseDeclaration(issues: Issue[], what: string): AppError {
  const shown = issues.slice(0, SHOWN).map((issue) => {
    const place = formatPath(issue.path);
    return place === '' ? issue.message : `${place}: ${issue.message}`;
  });
  const more = issues.length > SHOWN ? `; and ${issues.length - SHOWN} more` : '';
  return new AppError('CONFIG_INVALID', `${what} is declared wrongly (${shown.join('; ')}${more}).`, {
    details: { issues },
  });
}

// zod passes over an own key `__proto__`, so a strict object would let it through.
function findHiddenKey(value: unknown): Issue | undefined {
  if (!isPlainObject(value) || !Object.hasOwn(value, '__proto__')) return undefined;
  return { path: ['__proto__'], code: 'unrecognized_keys', message: 'Unrecognized key: "__proto__"' };
}

function toIssue(issue: { path: PropertyKey[]; code?: string; message: string }): Issue {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  return { path, code: issue.code ?? 'custom', message: issue.message };
}

function nameOf(value: unknown, what: string): string {
  try {
    const { name, id } = value as { name?: unknown; id?: unknown };
    const own = typeof name === 'string' ? name : id;
    return typeof own === 'string' && own !== '' ? `${what} ${JSON.stringify(own.slice(0, 80))}` : what;
  } catch {
    return what;
  }
}
