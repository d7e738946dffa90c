import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../core/canonical.ts';
import { decode, encode } from '../../core/codec.ts';
import { AppError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Call } from '../../broker/call.ts';
import type { StoredItem } from '../../engine/store.ts';
import { redact } from '../../redact/redact.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Approval, Decision } from '../run-state.ts';

/** What a person decided, in full. */
export interface FullDecision {
  decision: 'approve' | 'reject';
  note?: string;
  decidedBy?: string;
}

/** An approval as it is stored: what people see, and what must be the same when the run goes on. */
export interface FiledApproval {
  approval: Approval;
  toolHash: string;
  /** Calls of one batch go on together. */
  batchId: string;
}

export function approvalIdOf(runId: string, callId: string): string {
  return `${runId}:${callId}`;
}

/** The signal that carries the decision into the run. */
export function decisionSignal(approvalId: string): string {
  return `approval ${approvalId}`;
}

export function toItem(filed: FiledApproval): StoredItem {
  const { approvalId, runId, status } = filed.approval;
  return { itemId: approvalId, runId, status, body: encode(filed) };
}

export function fromItem(item: StoredItem): FiledApproval {
  return decode(item.body) as FiledApproval;
}

/** A fingerprint of what a person relied on when they approved a call of the tool. */
export function hashTool(tool: Tool): string {
  const { name, description, inputSchema, outputSchema, annotations, sensitiveFieldNames } = tool;
  return canonicalJson([
    name,
    description,
    inputSchema.hash(),
    outputSchema?.hash(),
    annotations,
    sensitiveFieldNames,
  ]);
}

/** An HMAC, so that a short input cannot be guessed from it. */
export function hashInput(secret: string, input: unknown): string {
  return createHmac('sha256', secret).update(canonicalJson(input)).digest('hex').slice(0, 32);
}

export interface Question {
  approvalId: string;
  runId: string;
  call: Call;
  secret: string;
  now: number;
  batchId: string;
}

/** Makes the record of a question to a person. */
export function fileApproval({ approvalId, runId, call, secret, now, batchId }: Question): FiledApproval {
  const { tool, callId, agentName, expiresAfterMs } = call;
  const input = redact(call.input, { sensitiveFieldNames: tool.sensitiveFieldNames }).value;
  const approval: Approval = {
    approvalId,
    runId,
    callId,
    toolName: tool.name,
    ...(agentName !== undefined && { agentName }),
    reasons: [...call.approvalReasons],
    input,
    inputHash: hashInput(secret, call.input),
    status: 'pending',
    requestedAt: now,
    ...(expiresAfterMs !== undefined && { expiresAt: now + expiresAfterMs }),
    form: makeForm(call, input),
  };
  return { approval, toolHash: hashTool(tool), batchId };
}

function makeForm({ tool, approvalForm = {}, approvalReasons }: Call, input: unknown): Approval['form'] {
  const { title, description, fields, ...rest } = approvalForm;
  return {
    ...rest,
    title: typeof title === 'string' ? title : `Allow ${tool.name}?`,
    description: typeof description === 'string' ? description : approvalReasons.join(' '),
    fields: Array.isArray(fields)
      ? (fields as unknown[])
      : [
          { key: 'approved', type: 'boolean', label: 'Approve', required: true, default: false },
          { key: 'note', type: 'textarea', label: 'Feedback' },
        ],
    context: { tool: tool.name, input },
  };
}

/** @throws AppError STATE_MISMATCH where the call is no longer the one that the question was about */
export function checkUnchanged({ approval, toolHash }: FiledApproval, call: Call, secret: string): void {
  const changes: string[] = [];
  if (approval.toolName !== call.tool.name) changes.push(`the tool is "${call.tool.name}"`);
  if (approval.agentName !== call.agentName) changes.push(`the agent is "${String(call.agentName)}"`);
  if (approval.inputHash !== hashInput(secret, call.input)) changes.push('the input is another one');
  if (toolHash !== hashTool(call.tool))
    changes.push(`the declaration of tool "${call.tool.name}" has changed`);
  if (changes.length === 0) return;
  throw new AppError(
    'STATE_MISMATCH',
    `The approval "${approval.approvalId}" was asked for another call: ${changes.join('; ')}. ` +
      'Resume the run with the code that asked, or cancel it.',
    { toolName: call.tool.name, callId: call.callId, details: { approvalId: approval.approvalId, changes } },
  );
}

/** A decision in full, from its short or its long form. @throws AppError CONFIG_INVALID */
export function readFullDecision(given: Decision | undefined): FullDecision {
  const { decision, note, decidedBy } = (
    typeof given === 'object' && given !== null ? given : { decision: given }
  ) as Record<string, unknown>;
  const texts = [note, decidedBy].every((text) => text === undefined || typeof text === 'string');
  if ((decision !== 'approve' && decision !== 'reject') || !texts) {
    throw new AppError(
      'CONFIG_INVALID',
      `A decision must be 'approve', 'reject' or { decision, note?: string, decidedBy?: string }.`,
    );
  }
  return {
    decision,
    ...(typeof note === 'string' && { note }),
    ...(typeof decidedBy === 'string' && { decidedBy }),
  };
}

/** The value of the signal that carries a decision. */
export function toSignal(decision: FullDecision): Json {
  return encode(decision);
}
