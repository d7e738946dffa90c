import { defineConfig } from 'touchstone/config';
import { spendingRules } from './specs/workflows/refund.ts';

export default defineConfig({
  specs: 'specs/**/*.spec.ts',
  recordings: 'recordings',
  tools: 'specs/tools/*.ts',
  policies: [spendingRules],
});
