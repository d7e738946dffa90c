import { isPlainObject } from '../../core/json.ts';
import type { Trace } from '../../trace/trace.ts';
import type { Conversation } from './conversation.ts';
import { fieldsOf, notOfFormat, readForeignJson, textField } from './foreign-file.ts';
import { messagesOf, readMessages } from './openai-messages.ts';

const FORMAT = 'tau-bench';

/** Reads the trajectories of tau-bench: a list of tasks with their trials, each with its messages in `traj`. */
export function readTauBench(text: string): Conversation[] {
  const json = readForeignJson(text, FORMAT);
  const list = Array.isArray(json) ? json : [json];
  const seen = new Map<string, number>();
  return list.map((item, index) => {
    const messages = isPlainObject(item) ? (item['traj'] ?? item['messages']) : undefined;
    if (!Array.isArray(messages)) throw notOfFormat(FORMAT, `[${index}].traj is not a list of messages`);
    const fields = fieldsOf(item);
    const base = `task ${String(fields['task_id'] ?? index)} trial ${String(fields['trial'] ?? 0)}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    const conversation = readMessages(messages, FORMAT);
    const task = fieldsOf(fieldsOf(fields['info'])['task']);
    return {
      ...conversation,
      name: count === 1 ? base : `${base} ${count}`,
      agentName: 'agent',
      input: textField(task, 'instruction') ?? conversation.input,
    };
  });
}

/** Writes traces as trajectories of tau-bench. */
export function writeTauBench(traces: readonly Trace[]): string {
  const list = traces.map((trace, index) => {
    const [, task, trial] = /task.(\d+).trial.(\d+)$/.exec(trace.name) ?? [];
    return {
      task_id: Number(task ?? index),
      trial: Number(trial ?? 0),
      info: { task: { instruction: trace.input } },
      traj: messagesOf(trace),
    };
  });
  return `${JSON.stringify(list, null, 2)}\n`;
}
