import type { ToolCall } from '../../runtime/run-state.ts';

/** Which calls of a run a test means. */
export interface CallWish {
  toolName: string;
  input?: unknown;
  status?: ToolCall['status'];
  agentName?: string;
}

export type InputMatch = (actual: unknown, wanted: unknown) => boolean;

/** A tool, by itself or by name. */
export type ToolReference = { readonly kind: 'tool'; readonly name: string } | string;

/** The name of a tool given by itself or by name. */
export function nameOf(tool: ToolReference): string {
  return typeof tool === 'string' ? tool : tool.name;
}

/** The calls that fit; `matches` decides whether an input has at least the wanted parts. */
export function findCalls(calls: readonly ToolCall[], wish: CallWish, matches: InputMatch): ToolCall[] {
  return calls.filter(
    (call) =>
      call.toolName === wish.toolName &&
      (wish.status === undefined || call.status === wish.status) &&
      (wish.agentName === undefined || call.agentName === wish.agentName) &&
      (wish.input === undefined || matches(call.input, wish.input)),
  );
}

/** Whether calls of these tools happened in this order; other calls may stand between them. */
export function calledInOrder(calls: readonly ToolCall[], toolNames: readonly string[]): boolean {
  let place = 0;
  for (const call of calls) if (call.toolName === toolNames[place]) place += 1;
  return place === toolNames.length;
}
