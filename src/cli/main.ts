#!/usr/bin/env node
import { commands } from './command-list.ts';
import { runProgram } from './program.ts';

// A closed pipe (`touchstone show … | head`) is the reader's choice, not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

const code = await runProgram(process.argv.slice(2), commands, {
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});

// Servers and workers of user code may keep the process alive; the answer is known, so it ends when all is written.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
