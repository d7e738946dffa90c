import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mcpWorld } from 'touchstone/adapters/mcp';

const require = createRequire(import.meta.url);
const server = join(
  dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

/** The public filesystem server, started anew in a folder of its own with one note in it. */
export const files = mcpWorld({
  command: [process.execPath, server, '{dir}'],
  prepare: (folder) => writeFileSync(join(folder, 'shopping.txt'), 'bread\nmilk\n'),
});
