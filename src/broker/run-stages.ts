import { goOn, type Call, type CallEnvironment, type Stage, type StageVerdict } from './call.ts';

/**
 * Leads a call through stages, one after the other, until one ends it. Synchronous as long as every stage is. The whole
 * line is validate-input, check-allowlist, apply-policies, await-approval, execute, validate-output; a caller may run it
 * in parts (gates first, acts later) and put another stage in the place of one.
 */
export function runStages(
  call: Call,
  environment: CallEnvironment,
  stages: readonly Stage[],
): StageVerdict | Promise<StageVerdict> {
  return runFrom(0, call, environment, stages);
}

function runFrom(
  start: number,
  call: Call,
  environment: CallEnvironment,
  stages: readonly Stage[],
): StageVerdict | Promise<StageVerdict> {
  for (let index = start; index < stages.length; index += 1) {
    const verdict = stages[index]!.run(call, environment);
    if (verdict instanceof Promise) {
      return verdict.then((later) => (later.go ? runFrom(index + 1, call, environment, stages) : later));
    }
    if (!verdict.go) return verdict;
  }
  return goOn;
}
