export { AppError } from './core/errors.ts';
export type { AppErrorOptions, ErrorCode, ErrorRecord, Issue } from './core/errors.ts';
export type { Clock } from './core/clock.ts';
export { createBroker } from './broker/broker.ts';
export type { Broker, BrokerOptions } from './broker/broker.ts';
export type { BrokerDecision, PendingApproval } from './broker/approval/approval-desk.ts';
export type { CallRequest, CallResult } from './broker/call.ts';
export type { Approval, Decision, Decisions, RunState, RunStep, ToolCall } from './runtime/run-state.ts';
export { memoryStore } from './engine/memory-store.ts';
export { sqliteStore } from './engine/sqlite-store.ts';
export type { Store } from './engine/store.ts';
export { agent, defineAgent } from './runtime/agent.ts';
export type { Agent, AgentContext, AgentOptions, ModelAgentOptions } from './runtime/agent.ts';
export type { CallTool, ToolCallRequest } from './runtime/call-tool.ts';
export { createEngine } from './runtime/create-engine.ts';
export type {
  Approvals,
  Engine,
  EngineOptions,
  RunHandle,
  RunListFilter,
  RunOptions,
  RunSummary,
  RunTarget,
} from './runtime/engine.ts';
export { defineWorkflow, workflow } from './runtime/workflow.ts';
export type { AgentToolBinding, Workflow } from './runtime/workflow.ts';
export type { WorkflowContext } from './runtime/workflow-context.ts';
export type { StateView, ToolContext } from './tool/context.ts';
export type { ChildResult, Duration, Invocable, ReceivedEvent, StepRetry, StepTools } from './tool/steps.ts';
export { defineTool, tool } from './tool/define-tool.ts';
export type { DefineToolOptions } from './tool/define-tool.ts';
export { policy } from './policy/policy.ts';
export type {
  CallPattern,
  Condition,
  FieldCondition,
  HistoryCall,
  Policy,
  PolicyCall,
  PolicyOptions,
  Rule,
  When,
} from './policy/rule.ts';
export type { Tool, ToolAnnotations, ToolOptions } from './tool/tool.ts';
export type { World, WorldInstance } from './tool/world.ts';
export type { Difference } from './trace/difference.ts';
export type { TraceEvent } from './trace/events.ts';
export type { Finding, Severity } from './trace/finding.ts';
export type { Recording, RecordingHeader } from './trace/recording.ts';
export type { Trace, TraceCall } from './trace/trace.ts';
export { jsonSchema } from './schema/json-schema.ts';
export { toJsonSchema } from './schema/to-json-schema.ts';
export type {
  InputOf,
  JsonSchemaExport,
  JsonSchemaSource,
  OutputOf,
  SchemaSource,
  ZodSource,
} from './schema/schema.ts';
export { redact } from './redact/redact.ts';
export type { RedactOptions } from './redact/redact.ts';
export type { AgentHooks, AskedCall, Guardrail } from './runtime/agent-loop/agent-hooks.ts';
export type {
  LanguageModel,
  ModelDelta,
  ModelMessage,
  ModelSettings,
} from './runtime/agent-loop/language-model.ts';
export type { ModelOptions } from './runtime/agent-loop/loop-options.ts';
export type { StopCondition, Turn } from './runtime/agent-loop/stop-conditions.ts';
export { decideCommand } from './sandbox/command/decide-command.ts';
export type { CommandDecision, DecideOptions, ExecSecurity } from './sandbox/command/decide-command.ts';
export type { CommandRule } from './sandbox/command/command-rule.ts';
export { lintCommandRules } from './sandbox/command/lint-command-rules.ts';
export { sandboxTools } from './sandbox/sandbox-tools.ts';
export type { ExecOptions, SandboxOptions, SandboxToolName } from './sandbox/tools/sandbox-options.ts';
