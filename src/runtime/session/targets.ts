import { AppError } from '../../core/errors.ts';
import type { RunRow } from '../../engine/store.ts';
import type { Policy } from '../../policy/rule.ts';
import type { Tool } from '../../tool/tool.ts';
import type { AgentAccess } from '../../broker/stages/check-allowlist.ts';
import type { Agent } from '../agent.ts';
import type { EngineOptions, RunTarget } from '../engine.ts';
import type { Workflow } from '../workflow.ts';

/** Everything that an engine can run, by kind and name. */
export interface Targets {
  /** Remembers a target, so that its runs can go on. @throws AppError CONFIG_INVALID for what is none */
  learn(target: unknown): { kind: string; name: string; version?: string };
  find(row: Pick<RunRow, 'kind' | 'name'>): RunTarget<never> | undefined;
  toolsOf(target: RunTarget<never>): Tool[];
  policiesOf(target: RunTarget<never>): Policy[];
  /** The agents whose allowlists hold in a run of the target; undefined where none are declared. */
  agentsOf(target: RunTarget<never>): AgentAccess[] | undefined;
}

const kinds = new Set(['workflow', 'agent', 'tool']);

/** Starts with what the engine was given. */
export function createTargets(options: EngineOptions): Targets {
  const known = new Map<string, RunTarget<never>>();
  const learn: Targets['learn'] = (target) => {
    const { kind, name } = (target ?? {}) as RunTarget<never>;
    if (!kinds.has(kind) || typeof name !== 'string') {
      throw new AppError(
        'CONFIG_INVALID',
        'An engine runs what workflow(), agent() or tool() made; it was given something else.',
      );
    }
    // The newest code under a name is the one that goes on.
    known.set(`${kind} ${name}`, target as RunTarget<never>);
    const { version } = target as { version?: string };
    return { kind, name, ...(version !== undefined && { version }) };
  };
  for (const target of [...(options.workflows ?? []), ...(options.agents ?? []), ...(options.tools ?? [])])
    learn(target);
  return {
    learn,
    find: ({ kind, name }) => known.get(`${kind} ${name}`),
    toolsOf: (target) => uniqueByName(ownTools(target), options.tools ?? []),
    policiesOf: (target) => [
      ...new Set([...(options.policies ?? []), ...(target.kind === 'workflow' ? target.policies : [])]),
    ],
    agentsOf(target) {
      if (target.kind === 'agent') return [access(target)];
      if (target.kind === 'workflow')
        return target.agents.length === 0 ? undefined : target.agents.map(access);
      return options.agents?.map(access);
    },
  };
}

function ownTools(target: RunTarget<never>): readonly Tool[] {
  if (target.kind === 'tool') return [target as unknown as Tool];
  if (target.kind === 'agent') return target.tools;
  const { tools, agents } = target as Workflow;
  return [...new Set([...tools, ...agents.flatMap((agent) => agent.tools)])];
}

// What a target brings itself goes before what the engine has under the same name.
function uniqueByName(own: readonly Tool[], others: readonly Tool[]): Tool[] {
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...others.filter(({ name }) => !names.has(name))];
}

function access({ name, allowedToolNames }: Agent): AgentAccess {
  return { name, allowedToolNames };
}
