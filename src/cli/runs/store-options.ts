import type { OptionDefinition } from '../command.ts';

export const storeOption: OptionDefinition = {
  flags: '-s, --store <file>',
  description: 'the file of sqliteStore (default: $TOUCHSTONE_STORE)',
};

export const codeOption: OptionDefinition = {
  flags: '--code <glob>',
  description: 'modules that export the workflows and agents, for runs that go on in this process',
  many: true,
};
