import { defineConfig } from 'touchstone/config';
import { refundLimit } from './policies.ts';
import { findCustomer, issueRefund, lookUpOrder, refundWorld, writeNote } from './tools.ts';

export default defineConfig({
  specs: 'specs/**/*.spec.ts',
  recordings: 'recordings',
  tools: [findCustomer, issueRefund, lookUpOrder, writeNote],
  worlds: { issueRefund: refundWorld },
  policies: [refundLimit],
});
