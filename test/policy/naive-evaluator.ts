import type { CallPattern, Condition, FieldCondition, Policy } from '../../src/policy/rule.ts';

/** A call as the naive evaluator keeps it: everything is kept, everything is looked at again for every question. */
export interface NaiveCall {
  callId: string;
  toolName: string;
  agentName: string | undefined;
  stepIndex: number;
  input: any;
  output?: any;
  status: string;
  /** Greatest time seen so far when it was judged. */
  atMs: number | undefined;
}

export type NaiveAnswer = true | false | 'unknown' | 'fault';

class Fault extends Error {}

const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && /^\[REDACTED:.*\]$/.test(value);

/** What every rule says of a call, given the calls admitted before it. Written without a look at the monitor. */
export function naiveJudge(
  policies: readonly Policy[],
  call: NaiveCall,
  before: readonly NaiveCall[],
): string[] {
  const answers: string[] = [];
  for (const policy of policies) {
    const about = (other: NaiveCall): boolean =>
      nameIn(policy.appliesTo?.toolNames, other.toolName) &&
      nameIn(policy.appliesTo?.agentNames, other.agentName);
    if (!about(call)) continue;
    for (const [index, rule] of policy.rules.entries()) {
      let answer: NaiveAnswer;
      try {
        answer = rule.when === undefined ? true : evaluate(rule.when as Condition, call, before, about);
      } catch (thrown) {
        if (!(thrown instanceof Fault)) throw thrown;
        answer = 'fault';
      }
      if (answer !== false) answers.push(`${policy.name}/${index}:${answer === true ? 'matched' : answer}`);
    }
  }
  return answers;
}

function evaluate(
  condition: Condition,
  call: NaiveCall,
  before: readonly NaiveCall[],
  about: (other: NaiveCall) => boolean,
): NaiveAnswer {
  if ('field' in condition) return field(condition, call);
  if ('all' in condition) {
    const parts = condition.all.map((part) => evaluate(part, call, before, about));
    return parts.includes(false) ? false : parts.includes('unknown') ? 'unknown' : true;
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => evaluate(part, call, before, about));
    return parts.includes(true) ? true : parts.includes('unknown') ? 'unknown' : false;
  }
  if ('not' in condition) {
    const part = evaluate(condition.not, call, before, about);
    return part === 'unknown' ? part : !part;
  }
  if ('after' in condition) {
    const statuses = ['running', 'awaiting_approval', 'succeeded', 'failed'];
    return some(before.map((other) => fits(condition.after, other, statuses)));
  }
  if ('withoutPrior' in condition) {
    const found = some(before.map((other) => fits(condition.withoutPrior, other, ['succeeded'])));
    return found === 'unknown' ? found : !found;
  }
  return overTime(condition, call, before, about);
}

function some(answers: NaiveAnswer[]): NaiveAnswer {
  return answers.includes(true) ? true : answers.includes('unknown') ? 'unknown' : false;
}

function overTime(
  condition: Extract<Condition, { moreThan: number }> | Extract<Condition, { sumOf: string }>,
  call: NaiveCall,
  before: readonly NaiveCall[],
  about: (other: NaiveCall) => boolean,
): NaiveAnswer {
  const { withinMs } = condition;
  if (withinMs !== undefined && call.atMs === undefined) return 'unknown';
  const recent = before.filter((other) => withinMs === undefined || call.atMs! - other.atMs! <= withinMs);
  const weighing = ['running', 'awaiting_approval', 'succeeded'];
  const all = [...recent, { ...call, status: 'running', output: undefined }];
  if ('moreThan' in condition) {
    const answers = all.map((other) => fits(condition.calls, other, weighing));
    const certain = answers.filter((answer) => answer === true).length;
    const possible = answers.filter((answer) => answer === 'unknown').length;
    return certain > condition.moreThan ? true : certain + possible > condition.moreThan ? 'unknown' : false;
  }
  let cents = 0n;
  let unknown = false;
  const key = condition.by === undefined ? '' : JSON.stringify(read(call, condition.by) ?? null);
  for (const other of all) {
    const counts =
      condition.calls === undefined
        ? about(other) && weighing.includes(other.status)
        : fits(condition.calls, other, weighing);
    if (counts === false) continue;
    if (condition.by !== undefined && JSON.stringify(read(other, condition.by) ?? null) !== key) continue;
    const amount = read(other, condition.sumOf);
    if (amount === undefined || amount === null) {
      if (counts === 'unknown') unknown = true;
    } else if (isPlaceholder(amount)) unknown = true;
    else if (typeof amount !== 'number') throw new Fault();
    else if (counts === 'unknown') unknown = true;
    // The generated amounts have at most two decimals.
    else if (amount > 0) cents += BigInt(Math.round(amount * 100));
  }
  if (cents > BigInt(Math.round(condition.exceeds * 100))) return true;
  return unknown ? 'unknown' : false;
}

function fits(pattern: CallPattern, call: NaiveCall, statuses: string[]): NaiveAnswer {
  const { toolName, agentName, status, where } =
    typeof pattern === 'string' ? { toolName: pattern } : pattern;
  if (!nameIn(toolName, call.toolName) || !nameIn(agentName, call.agentName)) return false;
  const counted = status === undefined ? statuses : [status].flat();
  if (!counted.includes(call.status)) return false;
  if (where === undefined) return true;
  try {
    return field(where, call);
  } catch {
    return 'unknown';
  }
}

function nameIn(names: string | readonly string[] | undefined, name: string | undefined): boolean {
  if (names === undefined) return true;
  return [names].flat().some((one) => {
    if (!one.includes('*')) return one === name;
    return name !== undefined && name.startsWith(one.slice(0, one.indexOf('*')));
  });
}

function read(call: NaiveCall, place: string): any {
  return place.split('.').reduce((value: any, part) => value?.[part], call);
}

function field(condition: FieldCondition, call: NaiveCall): NaiveAnswer {
  const value = read(call, condition.field);
  if (condition.op === 'exists') return (value !== undefined && value !== null) === (condition.value ?? true);
  if (isPlaceholder(value)) return 'unknown';
  if (condition.op === 'eq') return value === condition.value;
  if (condition.op === 'ne') return value !== condition.value;
  if (condition.op === 'in') return condition.value.includes(value);
  if (value === undefined || value === null) return false;
  if (condition.op === 'matches') {
    if (typeof value !== 'string') throw new Fault();
    return new RegExp(condition.value).test(value);
  }
  if (typeof value !== typeof condition.value) throw new Fault();
  if (condition.op === 'gt') return value > condition.value;
  if (condition.op === 'gte') return value >= condition.value;
  const limit: any = condition.value;
  return condition.op === 'lt' ? value < limit : value <= limit;
}
