import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { sqliteStore } from '../../engine/sqlite-store.ts';
import type { Agent } from '../../runtime/agent.ts';
import { createEngine } from '../../runtime/create-engine.ts';
import { connectOwner, toRemote, type RemoteEngine } from '../../runtime/owner/remote-engine.ts';
import type { Workflow } from '../../runtime/workflow.ts';
import type { CommandContext } from '../command.ts';
import { globFiles } from '../glob-files.ts';
import { loadModule } from '../load-module.ts';

/** The runs of a store: asked of the process that owns it, or read here where none lives. */
export interface OpenRuns {
  runs: RemoteEngine;
  /** Forgets runs that ended; only where this process owns the store. */
  prune(olderThanMs: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens the store that the command line names. @throws AppError CONFIG_INVALID, STORE_UNAVAILABLE */
export async function openRuns({ options, cwd }: CommandContext): Promise<OpenRuns> {
  const named = options['store'] ?? process.env['TOUCHSTONE_STORE'];
  if (typeof named !== 'string' || named === '') {
    throw new AppError('CONFIG_INVALID', 'Name the store: --store <file>, or TOUCHSTONE_STORE=<file>.');
  }
  const file = resolve(cwd, named);
  if (!existsSync(file)) throw new AppError('CONFIG_INVALID', `There is no store ${named}.`);
  const owner = await connectOwner(file);
  if (owner !== undefined) {
    const refuse = (): never => {
      throw new AppError('STORE_UNAVAILABLE', `The store ${named} is in use: stop its owner before pruning.`);
    };
    return { runs: owner, prune: async () => refuse(), close: async () => owner.close() };
  }
  const targets = await loadTargets(cwd, options['code']);
  const engine = createEngine({ store: sqliteStore(file), ...targets });
  return {
    runs: toRemote(engine),
    prune: (olderThanMs) => engine.prune({ olderThanMs }),
    close: () => engine.close(),
  };
}

async function loadTargets(cwd: string, globs: unknown): Promise<{ workflows: Workflow[]; agents: Agent[] }> {
  const found: { workflows: Workflow[]; agents: Agent[] } = { workflows: [], agents: [] };
  const patterns = (Array.isArray(globs) ? globs : []).map(String);
  if (patterns.length === 0) return found;
  const files = globFiles(cwd, patterns);
  if (files.length === 0)
    throw new AppError('CONFIG_INVALID', `No file matches --code ${patterns.join(' ')}.`);
  for (const file of files) {
    for (const value of Object.values(await loadModule(join(cwd, file), cwd))) {
      const { kind } = (value ?? {}) as { kind?: unknown };
      if (kind === 'workflow') found.workflows.push(value as Workflow);
      if (kind === 'agent') found.agents.push(value as Agent);
    }
  }
  return found;
}
