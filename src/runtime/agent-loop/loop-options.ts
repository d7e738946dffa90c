import { z } from 'zod';
import { callable } from '../declared-parts.ts';
import type { StateView } from '../../tool/context.ts';
import { guardrailDeclaration, hooksDeclaration, type AgentHooks, type Guardrail } from './agent-hooks.ts';
import type { LanguageModel, ModelDelta, ModelSettings } from './language-model.ts';
import type { ModelRetry } from './model-failure.ts';
import { stopCondition, type StopCondition } from './stop-conditions.ts';

/** What an agent with a model takes besides name, tools and output schema. */
export interface ModelOptions {
  /** Any language model of the AI SDK, specification version 3 or 2. */
  model: LanguageModel;
  systemPrompt?: string;
  /** What the agent is told first. @default the input of the run */
  prompt?(context: { input: unknown; state: StateView; stepIndex: number }): unknown;
  /** The most turns: answers of the model that ask for tools, and the last one. More fail the run. @default 20 */
  maxSteps?: number;
  /** Ends the loop early, with the last text as output. @default never */
  stopWhen?: StopCondition | readonly StopCondition[];
  hooks?: AgentHooks;
  /** Judge each answer in this order. @default none */
  guardrails?: readonly Guardrail[];
  /** How often a guardrail may ask again for one answer. @default 2 */
  guardrailRetries?: number;
  /** For errors of the provider that pass. */
  modelRetry?: Partial<ModelRetry>;
  /** Passed to the model: `temperature`, `maxOutputTokens`, `topP`, `seed`, `stopSequences`, `providerOptions`. */
  settings?: ModelSettings;
  /** Streams answers and sees their pieces as they come. Pieces are not recorded; a throw here is ignored. */
  onDelta?(delta: ModelDelta & { agentName: string }): void;
}

const model = z.custom<LanguageModel>(isLanguageModel, {
  error: 'must be a language model of the AI SDK, specification version v3 or v2',
});

/** The part of an agent's declaration that belongs to its model. */
export const modelDeclaration = {
  model: model.optional(),
  systemPrompt: z.string().optional(),
  prompt: callable<NonNullable<ModelOptions['prompt']>>().optional(),
  maxSteps: z.int().positive().optional(),
  stopWhen: z.union([stopCondition, z.array(stopCondition)]).optional(),
  hooks: hooksDeclaration.optional(),
  guardrails: z.array(guardrailDeclaration).optional(),
  guardrailRetries: z.int().min(0).optional(),
  modelRetry: z
    .strictObject({ maxAttempts: z.int().min(1).optional(), backoffMs: z.number().min(0).optional() })
    .optional(),
  settings: z
    .strictObject({
      maxOutputTokens: z.int().positive().optional(),
      temperature: z.number().optional(),
      topP: z.number().optional(),
      seed: z.int().optional(),
      stopSequences: z.array(z.string()).optional(),
      providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    })
    .optional(),
  onDelta: callable<NonNullable<ModelOptions['onDelta']>>().optional(),
};

function isLanguageModel(value: unknown): boolean {
  const { specificationVersion, doGenerate } = Object(value) as Record<string, unknown>;
  return (specificationVersion === 'v3' || specificationVersion === 'v2') && typeof doGenerate === 'function';
}
