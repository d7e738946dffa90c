import { createBroker } from '../../broker/broker.ts';
import type { CallResult } from '../../broker/call.ts';
import type { Tool } from '../../tool/tool.ts';

/** What one call of a tool did. */
export interface TriedCall {
  /** `hung` when it did not end within the limit. */
  result: CallResult | { status: 'hung' };
  /** Whether the tool's own code was reached. */
  executed: boolean;
  /** Keys that the call left on the prototype of all objects. */
  pollution: string[];
}

/**
 * Calls a tool once through a broker of its own. Approvals are given, since the laws are about the tool.
 * Whatever the call leaves on `Object.prototype` is taken away again.
 */
export async function tryCall(tool: Tool, input: unknown, limitMs: number): Promise<TriedCall> {
  const clean = new Set(Object.getOwnPropertyNames(Object.prototype));
  let executed = false;
  const broker = createBroker({
    tools: [tool],
    onEvent: (event) => {
      if (event.type === 'tool.attempt_started') executed = true;
    },
  });
  const result = await withLimit(settle(), limitMs);
  const pollution = Object.getOwnPropertyNames(Object.prototype).filter((key) => !clean.has(key));
  for (const key of pollution) Reflect.deleteProperty(Object.prototype, key);
  return { result, executed, pollution };

  async function settle(): Promise<CallResult> {
    const first = await broker.call({ toolName: tool.name, input });
    return first.status === 'awaiting_approval'
      ? broker.decide(first.callId, { decision: 'approve' })
      : first;
  }
}

async function withLimit(call: Promise<CallResult>, limitMs: number): Promise<TriedCall['result']> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<{ status: 'hung' }>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'hung' }), limitMs);
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}
