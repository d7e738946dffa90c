// Bundles one bench with its imports and runs it: node bench/run.mjs broker
import { spawnSync } from 'node:child_process';

const [name = 'broker', ...flags] = process.argv.slice(2);
const file = `.touchstone/bench/${name}.mjs`;
const build = [
  'rolldown',
  `bench/${name}.ts`,
  '--platform',
  'node',
  '--format',
  'esm',
  '--external',
  'ai',
  '--external',
  'ai/test',
  '--file',
  file,
];
const built = spawnSync('npx', build, { stdio: ['ignore', 'ignore', 'inherit'] });
process.exitCode = built.status === 0 ? spawnSync('node', [...flags, file], { stdio: 'inherit' }).status : 1;
