import { createKeyMaker } from '../../broker/attempt/idempotency-key.ts';
import type { Core } from '../../engine/core.ts';
import type { CoreOptions } from '../../engine/residents/residents.ts';
import { childIdOf } from '../../engine/frame/children.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import type { Program } from '../../engine/run-life.ts';
import type { RunRow } from '../../engine/store.ts';
import type { Tool } from '../../tool/tool.ts';
import type { Agent } from '../agent.ts';
import type { JournalRecord } from '../../engine/journal-record.ts';
import type { EngineOptions } from '../engine.ts';
import type { RunHooks } from '../hooks.ts';
import type { Approval, RunState } from '../run-state.ts';
import type { Workflow } from '../workflow.ts';
import { decisionSignal, fromItem, toItem } from '../approvals/approval-book.ts';
import { runAgentAlone, runTool, runWorkflow } from './programs.ts';
import { createSession } from './session.ts';
import { Story } from '../story/story.ts';
import type { Targets } from './targets.ts';

export interface LivesOptions {
  options: EngineOptions;
  targets: Targets;
  core(): Core;
}

/** What ties the core's runs to workflows, agents and tools: their code, their events, their states. */
export class Lives {
  private readonly hooks: RunHooks;
  private readonly stories = new Map<string, Story>();
  /** How many events of a run were told in this engine, so that none is told twice. */
  private readonly told = new Map<string, number>();
  private secret = '';

  constructor(private readonly parts: LivesOptions) {
    this.hooks = parts.options.hooks ?? {};
  }

  setSecret(secret: string): void {
    this.secret = secret;
  }

  readonly coreOptions: Pick<CoreOptions, 'findProgram' | 'onLoad' | 'onRecord' | 'onLeave' | 'onRefuse'> = {
    findProgram: (row) => this.findProgram(row),
    onLoad: (row, records) => {
      const story = this.createStory(row);
      this.stories.set(row.runId, story);
      for (const record of records) this.tell(row, story, record);
    },
    onRecord: (row, record) => {
      const story = this.stories.get(row.runId);
      if (story !== undefined) this.tell(row, story, record);
    },
    onLeave: (row) => void this.stories.delete(row.runId),
    onRefuse: (row) => void reopenQuestions(this.parts.core(), row),
  };

  async stateOf(row: RunRow): Promise<RunState> {
    const core = this.parts.core();
    await core.committer.flush();
    const story = await this.readStory(row);
    const approvals = await this.approvalsOf(row);
    const waits = row.waits.map(({ scope: _scope, outside: _outside, ...wait }) => wait);
    return { ...story.state(), status: row.status, approvals, ...(waits.length > 0 && { waits }) };
  }

  /** The approvals of a run, and those that its children wait for. */
  private async approvalsOf(row: RunRow): Promise<Approval[]> {
    const core = this.parts.core();
    const items = await core.store.readItems({ runId: row.runId });
    const own = items.map((item) => fromItem(item).approval);
    for (const childId of row.waits.map(childIdOf)) {
      if (childId !== undefined) own.push(...(await this.approvalsOf(await core.readRow(childId))));
    }
    return own;
  }

  private createStory(row: RunRow): Story {
    return new Story(row, (callId) => this.idempotencyKey(row.runId, callId));
  }

  private idempotencyKey(runId: string, callId: string): string {
    return createKeyMaker(runId, this.secret)({ callId });
  }

  private async readStory(row: RunRow): Promise<Story> {
    const known = this.stories.get(row.runId);
    if (known !== undefined) return known;
    const story = this.createStory(row);
    for (const record of (await this.parts.core().readRecords(row.runId)).flat()) story.take(record);
    return story;
  }

  private tell(row: RunRow, story: Story, record: JournalRecord): void {
    const event = story.take(record);
    const { onEvent } = this.hooks;
    if (event === undefined || onEvent === undefined || event.seq <= (this.told.get(row.runId) ?? 0)) return;
    this.told.set(row.runId, event.seq);
    try {
      onEvent({ runId: row.runId }, event);
    } catch {
      // An observer that throws loses its own output, never the run.
    }
  }

  private findProgram(row: RunRow): Program | undefined {
    const { targets } = this.parts;
    const target = targets.find(row);
    if (target === undefined) return undefined;
    return async (frame: Frame, input: unknown) => {
      const session = createSession({
        services: {
          core: this.parts.core(),
          secret: this.secret,
          onUnknownOutcome: this.parts.options.onUnknownOutcome ?? 'retry',
          hooks: this.hooks,
          idempotencyKey: (runId, callId) => this.idempotencyKey(runId, callId),
          learn: (child) => targets.learn(child),
        },
        frame,
        row,
        input,
        story: this.stories.get(row.runId)!,
        tools: targets.toolsOf(target),
        policies: targets.policiesOf(target),
        agents: targets.agentsOf(target),
      });
      if (target.kind === 'tool') return runTool(session, target as unknown as Tool, input, row.agentName);
      if (target.kind === 'agent') return runAgentAlone(session, target as Agent);
      return runWorkflow(session, target as Workflow, input);
    };
  }
}

/** Decisions that no call could use are open again. */
async function reopenQuestions(core: Core, row: RunRow): Promise<void> {
  const waiting = new Set(row.waits.map(({ key }) => key));
  for (const item of await core.store.readItems({ runId: row.runId })) {
    const filed = fromItem(item);
    const { approval } = filed;
    if (approval.status === 'pending' || approval.status === 'expired') continue;
    if (waiting.size > 0 && !waiting.has(approval.callId)) continue;
    const { decidedBy: _by, note: _note, ...open } = approval;
    core.committer.saveItem(toItem({ ...filed, approval: { ...open, status: 'pending' } }));
    core.committer.append(
      row.runId,
      JSON.stringify({ t: 'signal', name: decisionSignal(approval.approvalId), value: null }),
    );
  }
}
