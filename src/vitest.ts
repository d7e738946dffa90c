export { test, type HarnessFixtures } from './harness/vitest-test.ts';
export { expect, type CalledOptions, type FindingsOptions, type Partly } from './harness/vitest-matchers.ts';
