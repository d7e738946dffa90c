// A tiny MCP server by hand that misbehaves in the way its argument names.
import { createInterface } from 'node:readline';

const [fault] = process.argv.slice(2);
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

if (fault === 'exit-at-start') {
  process.stderr.write('no licence found\n');
  process.exit(3);
}
if (fault === 'noise') process.stdout.write('Server listening…\n');

const tool = { name: 'work', description: 'Works.', inputSchema: { type: 'object' } };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bad', version: '1' },
  }),
  'tools/list': () => ({
    tools:
      fault === 'bad-schema'
        ? [
            tool,
            {
              ...tool,
              name: 'odd',
              inputSchema: { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
            },
            { name: 5 },
          ]
        : [tool],
  }),
  'tools/call': () => {
    if (fault === 'crash') process.exit(7);
    if (fault === 'hang') return undefined;
    if (fault === 'flood') {
      const line = `${'x'.repeat(1024 * 1024)}\n`;
      const more = () => process.stdout.write(line, more);
      more();
      return undefined;
    }
    if (fault === 'environment')
      return { content: [{ type: 'text', text: JSON.stringify(Object.keys(process.env).sort()) }] };
    return { content: [{ type: 'text', text: 'done' }] };
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params ?? {});
  if (result !== undefined) write({ id, result });
});
// Stays alive after its input has ended, as careless servers do.
setInterval(() => undefined, 1_000);
