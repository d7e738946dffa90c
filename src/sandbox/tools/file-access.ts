import { AppError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import type { ToolContext } from '../../tool/context.ts';
import { changed, readFileAt } from '../files/open-file.ts';
import { isProtectedPath } from '../files/protected-names.ts';
import { pathError, type Place } from '../files/workspace.ts';
import type { Sandbox } from './sandbox-options.ts';

/** Why a person must agree to touching a place; undefined where nobody must. */
export function whyAsk(sandbox: Sandbox, place: Place, act: 'read' | 'write'): string | undefined {
  const shown = printable(place.real);
  if (!place.inside && sandbox.pathRestriction === 'workspace') {
    return `It would ${act} ${shown}, which lies outside the workspace.`;
  }
  if (place.stats !== undefined && place.stats.isFile() && place.stats.nlink > 1) {
    return `It would ${act} ${shown}, which has ${place.stats.nlink} names and may be a file from elsewhere.`;
  }
  if (act === 'read') return undefined;
  if (isProtectedPath(place.real) || isProtectedPath(place.given)) {
    return `It would write ${shown}, which other programs run or obey.`;
  }
  return sandbox.fileApproval === 'always' ? `It would write ${shown}.` : undefined;
}

/** What a tool's `requiresApproval` answers for a path; a path that is none is left to the tool to refuse. */
export function approvalFor(
  sandbox: Sandbox,
  path: string,
  act: 'read' | 'write',
): boolean | { reason: string } {
  let place: Place;
  try {
    place = sandbox.workspace.locate(path);
  } catch {
    return false;
  }
  const reason = whyAsk(sandbox, place, act);
  return reason === undefined ? false : { reason };
}

/** Finds the place of a call that is about to touch it, and checks that nothing asks now that did not ask before. */
export function enter(sandbox: Sandbox, path: string, act: 'read' | 'write', ctx: ToolContext): Place {
  const place = sandbox.workspace.locate(path);
  const approved = ctx.approval !== undefined;
  if (!approved && whyAsk(sandbox, place, act) !== undefined) throw changed(place.real);
  // A person agreed to this name; through a link it could be another file by now.
  if (!place.inside && approved && place.given !== place.real) {
    throw pathError(path, `leads to "${place.real}" by a link; name that path itself`);
  }
  return place;
}

/** Reads a text file for a call. */
export function readText(place: Place, ctx: ToolContext): { text: string; bytes: Buffer } {
  if (place.stats === undefined) throw pathError(place.given, 'does not exist');
  if (place.stats.isDirectory()) throw pathError(place.given, 'is a folder');
  const bytes = readFileAt(place.real, { approved: ctx.approval !== undefined });
  if (bytes.subarray(0, 8_000).includes(0)) {
    throw new AppError('TOOL_EXECUTION_FAILED', `"${printable(place.given)}" is a binary file.`);
  }
  return { text: decode(bytes, place), bytes };
}

function decode(bytes: Buffer, place: Place): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError('TOOL_EXECUTION_FAILED', `"${printable(place.given)}" is not a text in UTF-8.`);
  }
}
