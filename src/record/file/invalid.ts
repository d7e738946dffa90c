import { AppError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';

/** The error for a recording that cannot be used; `what` goes on after "The recording <file> ". */
export function invalid(file: string, what: string, cause?: unknown): AppError {
  return new AppError('RECORDING_INVALID', `The recording ${printable(file)} ${what}.`, {
    details: { file },
    ...(cause !== undefined && { cause }),
  });
}
