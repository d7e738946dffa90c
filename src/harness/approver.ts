import { AppError } from '../core/errors.ts';
import type { Approval, Decision } from '../runtime/run-state.ts';

/** Answers approvals in the place of a person; undefined leaves the approval open. */
export type Approver = (approval: Approval) => Decision | undefined | Promise<Decision | undefined>;

/**
 * Makes an approver from a script: for each tool, by name, one decision for all its approvals or a list that is used up in
 * order. An approval that the script does not foresee throws CONFIG_INVALID, unless `otherwise` answers it.
 */
export function scriptedApprover(
  script: Readonly<Record<string, Decision | readonly Decision[]>>,
  options: { otherwise?: Decision | 'leave-open' } = {},
): Approver {
  const used = new Map<string, number>();
  return ({ toolName }) => {
    const entry = Object.hasOwn(script, toolName) ? script[toolName] : undefined;
    const place = used.get(toolName) ?? 0;
    used.set(toolName, place + 1);
    const decision = isList(entry) ? entry[place] : entry;
    if (decision !== undefined) return decision;
    if (options.otherwise === 'leave-open') return undefined;
    if (options.otherwise !== undefined) return options.otherwise;
    throw new AppError(
      'CONFIG_INVALID',
      `The scripted approver has no decision for approval ${place + 1} of ${toolName}; add one to its script.`,
      { toolName },
    );
  };
}

function isList(entry: Decision | readonly Decision[] | undefined): entry is readonly Decision[] {
  return Array.isArray(entry);
}
