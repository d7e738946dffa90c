import { createBroker } from '../../broker/broker.ts';
import { messageOf } from '../../core/errors.ts';
import type { ToolContext } from '../../tool/context.ts';
import type { Tool } from '../../tool/tool.ts';

/** How one execution of the tool ended, as the probe saw it. */
export type Execution =
  { outcome: 'returned'; output: unknown } | { outcome: 'threw' | 'hung' | 'refused'; message: string };

/** Executes the tool's code once, or disturbs it while it runs. */
export type Play = (input: unknown, ctx: ToolContext) => unknown;

/** One logical call, whose attempts the probe holds in its hand: all have the same call id and idempotency key. */
export interface HeldCall {
  /** Makes the next attempt. The broker never hears its reply, so that it tries again when asked for another. */
  attempt(play: Play): Promise<Execution>;
}

/** An execution may take this long where the tool sets no limit of its own. */
const EXECUTION_LIMIT_MS = 5_000;
/** More attempts than any experiment makes. */
const MAX_ATTEMPTS = 100;

interface Command {
  play: Play;
  done: (execution: Execution) => void;
}

/**
 * Begins a call through a broker. Approvals and allowlists are set aside, since the experiment itself is the permission;
 * inputs are validated, durable steps are kept over attempts.
 */
export function holdCall(tool: Tool, input: unknown): HeldCall {
  let refusal: Execution | undefined;
  let current: Command | undefined;
  let wake: ((command: Command) => void) | undefined;
  const nextCommand = (): Promise<Command> =>
    current === undefined ? new Promise((resolve) => (wake = resolve)) : Promise.resolve(current);
  const execute = async (parsed: unknown, ctx: ToolContext): Promise<never> => {
    const { play, done } = await nextCommand();
    const execution = await limited(() => play(parsed, ctx), tool.timeoutMs ?? EXECUTION_LIMIT_MS);
    current = undefined;
    done(execution);
    throw new Error('The probe dropped the reply of this attempt.');
  };
  const broker = createBroker({ tools: [takeInHand(tool, execute)] });
  let started = false;
  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    const result = await broker.call({ toolName: tool.name, input });
    refusal = { outcome: 'refused', message: 'error' in result ? messageOf(result.error) : result.status };
    current?.done(refusal);
  };
  return {
    attempt(play) {
      void start();
      if (refusal !== undefined) return Promise.resolve(refusal);
      return new Promise((done) => {
        const command = { play, done };
        current = command;
        wake?.(command);
        wake = undefined;
      });
    },
  };
}

function takeInHand(tool: Tool, execute: Tool['execute']): Tool {
  return Object.freeze<Tool>({
    ...tool,
    execute,
    allowedAgentNames: undefined,
    requiresApproval: false,
    timeoutMs: undefined,
    retry: { maxAttempts: MAX_ATTEMPTS, backoffMs: 0, allowNonIdempotent: true },
  });
}

async function limited(act: () => unknown, limitMs: number): Promise<Execution> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Execution>((resolve) => {
    const hung: Execution = { outcome: 'hung', message: `it did not end within ${limitMs} ms` };
    timer = setTimeout(() => resolve(hung), limitMs);
  });
  const run = (async () => act())().then(
    (output): Execution => ({ outcome: 'returned', output }),
    (thrown: unknown): Execution => ({ outcome: 'threw', message: messageOf(thrown) }),
  );
  return Promise.race([run, limit]).finally(() => clearTimeout(timer));
}
