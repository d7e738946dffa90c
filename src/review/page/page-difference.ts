import type { Difference } from '../../trace/difference.ts';
import type { PageDifference } from './page-model.ts';
import { shown } from './shown-value.ts';

/** A difference as the page shows it. */
export function pageDifference({
  kind,
  severity,
  message,
  path,
  expected,
  actual,
}: Difference): PageDifference {
  return {
    kind,
    severity,
    message,
    ...(path !== undefined && { path }),
    ...(expected !== undefined && { expected: shown(expected) }),
    ...(actual !== undefined && { actual: shown(actual) }),
  };
}
