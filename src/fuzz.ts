export { edgeInputs } from './fuzz/edge-inputs.ts';
export type { EdgeInput } from './fuzz/edge-inputs.ts';
export { explain } from './fuzz/explain.ts';
export type { Explanation, RuleExplanation } from './fuzz/explain.ts';
export type { GenerationProblem } from './fuzz/generation-error.ts';
export { invalidInputs } from './fuzz/invalid-inputs.ts';
export type { InvalidInput } from './fuzz/invalid-inputs.ts';
export type { Expectation } from './fuzz/rules/verify-broken.ts';
export { validInputs } from './fuzz/valid-inputs.ts';
