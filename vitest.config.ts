import { defineConfig } from 'vitest/config';

/** The project's own tests. The specs of the example tools run through `touchstone run` (see touchstone.config.ts). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    typecheck: { enabled: false },
    pool: 'forks',
    testTimeout: 20_000,
  },
});
