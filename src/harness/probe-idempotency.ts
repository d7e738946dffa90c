import { AppError } from '../core/errors.ts';
import type { IdempotencyCheck } from '../probe/verdict.ts';
import { shellWord } from '../review/text/words.ts';
import type { Finding } from '../trace/finding.ts';
import type { Harness, HarnessOptions } from './harness.ts';
import { nameOf } from './matching/match-calls.ts';
import type { HarnessPlace } from './open-harness.ts';
import type { RecordingSession } from './session/recording-session.ts';

/** Makes `harness.checkIdempotency`: finds the tool's world, runs the probe and notes what it says for the report. */
export function probeIdempotency(
  options: HarnessOptions,
  place: HarnessPlace,
  session: () => RecordingSession,
): Harness['checkIdempotency'] {
  return async (tool, probeOptions = {}): Promise<IdempotencyCheck> => {
    const toolName = nameOf(tool);
    const configured = Object.hasOwn(place.worlds, toolName) ? place.worlds[toolName] : undefined;
    const world = probeOptions.world ?? options.world ?? configured;
    if (world === undefined) {
      throw new AppError(
        'CONFIG_INVALID',
        `There is no world for ${toolName}; give one to checkIdempotency, or name it under \`worlds\` in touchstone.config.ts.`,
        { toolName },
      );
    }
    const { checkIdempotency } = await import('../probe/check-idempotency.ts');
    const check = await checkIdempotency({ ...probeOptions, world, toolName });
    session().noteProbe(
      { toolName, verdict: check.verdict },
      withConfig(check.finding, place.address.configFile),
    );
    return check;
  };
}

/** The command of the finding, so that it works also where the configuration is not the one of the current folder. */
function withConfig(finding: Finding | undefined, configFile: string | undefined): Finding | undefined {
  if (finding?.reproduce === undefined || configFile === undefined) return finding;
  return { ...finding, reproduce: `${finding.reproduce} --config ${shellWord(configFile)}` };
}
