import { z } from 'zod';
import type { CallResult } from '../../broker/call.ts';
import { callable } from '../declared-parts.ts';
import type { ModelMessage } from './language-model.ts';

/** A call that the model asked for, before it is made. */
export interface AskedCall {
  toolName: string;
  /** Undefined where the model's text is not JSON. */
  input: unknown;
}

/** Nothing goes on as it is; `stop` ends the run with that reason. */
type Nothing = undefined | void;

/**
 * Where the author of an agent takes hold of its loop. Each decision is kept as a step, so that it is the same when the
 * run goes on after a crash, and stands in the trace.
 */
export interface AgentHooks {
  /** Sees the conversation before each call of the model; may replace it for this call. */
  beforeModel?(turn: {
    messages: readonly ModelMessage[];
    turn: number;
  }): MaybeLater<Nothing | { messages: ModelMessage[] } | { stop: string }>;
  /** Sees each call that the model asks for; may change its input, or answer it without calling the tool. */
  beforeTool?(
    call: AskedCall & { turn: number },
  ): MaybeLater<Nothing | { input: unknown } | { answer: string } | { stop: string }>;
  /** Sees each result; may change what the model reads. What is recorded stays as it was. */
  afterTool?(
    call: AskedCall & { turn: number; result: CallResult },
  ): MaybeLater<Nothing | { answer: string } | { stop: string }>;
}

type MaybeLater<Value> = Value | Promise<Value>;

/** Judges each answer of the model before it is used. */
export interface Guardrail {
  name: string;
  /**
   * Lets the answer pass (nothing), replaces its text for everything that follows (`text`), asks the model again with
   * feedback (`retry`), or fails the run (`fail`).
   */
  check(answer: {
    text: string;
    toolCalls: readonly AskedCall[];
    messages: readonly ModelMessage[];
    /** How often this answer was asked for again. */
    retries: number;
  }): MaybeLater<Nothing | { text: string } | { retry: string } | { fail: string }>;
}

export const hooksDeclaration: z.ZodType<AgentHooks> = z.strictObject({
  beforeModel: callable<NonNullable<AgentHooks['beforeModel']>>().optional(),
  beforeTool: callable<NonNullable<AgentHooks['beforeTool']>>().optional(),
  afterTool: callable<NonNullable<AgentHooks['afterTool']>>().optional(),
}) as z.ZodType<AgentHooks>;

export const guardrailDeclaration: z.ZodType<Guardrail> = z.strictObject({
  name: z.string().min(1),
  check: callable<Guardrail['check']>(),
});
