import { encode } from '../../core/codec.ts';
import type { Report } from '../report.ts';

/** The report as JSON text; values that JSON would lose are tagged with `$type`. */
export function reportJson(report: Report): string {
  return JSON.stringify(encode(report, { unsupported: 'mark' }), null, 2);
}
