import { goOn, type Stage } from '../call.ts';
import { blockCall } from '../block-call.ts';

/** What the broker knows of the agents: which tools each may call; undefined is every tool. */
export interface AgentAccess {
  readonly name: string;
  readonly allowedToolNames?: readonly string[] | undefined;
}

/**
 * May this agent call this tool? Both lists must allow it: the tool's `allowedAgentNames` and the agent's
 * `allowedToolNames`. Where agents are declared, a name that is none of them may call nothing.
 */
export function checkAllowlist(agents?: readonly AgentAccess[]): Stage {
  const tools = agents && new Map(agents.map((agent) => [agent.name, agent.allowedToolNames]));
  return {
    name: 'check-allowlist',
    run(call, environment) {
      const { tool, agentName } = call;
      const { allowedAgentNames } = tool;
      const who = agentName === undefined ? 'A caller that is no agent' : `Agent "${agentName}"`;
      if (allowedAgentNames !== undefined) {
        if (agentName === undefined || !allowedAgentNames.includes(agentName)) {
          const message = `${who} may not call tool "${tool.name}": ${listNames('agents', allowedAgentNames)}.`;
          return blockCall(call, environment, 'agent_not_allowed', message);
        }
      }
      if (tools === undefined || agentName === undefined) return goOn;
      const allowedToolNames = tools.get(agentName);
      if (allowedToolNames === undefined ? tools.has(agentName) : allowedToolNames.includes(tool.name))
        return goOn;
      const why = tools.has(agentName)
        ? listNames('tools', allowedToolNames ?? [])
        : `it is not declared, ${listNames('agents', [...tools.keys()])}`;
      const message = `${who} may not call tool "${tool.name}": ${why}.`;
      return blockCall(call, environment, 'tool_not_allowed_for_agent', message);
    },
  };
}

function listNames(what: string, names: readonly string[]): string {
  return names.length === 0 ? `no ${what} are allowed` : `allowed ${what} are ${names.join(', ')}`;
}
