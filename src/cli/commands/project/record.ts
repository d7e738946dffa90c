import type { CommandDefinition } from '../../command.ts';
import { runOptions } from './run.ts';

export const record: CommandDefinition = {
  name: 'record',
  arguments: [{ name: '[specs...]', description: 'only spec files whose path contains one of these words' }],
  summary:
    'Executes the tools for real, compares with the golden recordings and keeps what is new for review',
  options: runOptions,
  examples: [
    { command: 'npx touchstone record', does: 'all specs' },
    { command: 'npx touchstone record specs/refund.spec.ts -t "small order"', does: 'one test' },
  ],
  async run(context) {
    const { runSpecs } = await import('../../run-specs.ts');
    return runSpecs({ ...context, options: { ...context.options, mode: 'record' } });
  },
};
