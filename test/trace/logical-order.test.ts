import { describe, expect, test } from 'vitest';
import { buildTrace } from '../../src/trace/build-trace.ts';
import { checkOrder } from '../../src/trace/check-order.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { logicalOrder } from '../../src/trace/logical-order.ts';

type Part = 'ask' | 'start' | 'end';

/** The events of calls as they happened: `ask a#1 scope input`, in the order of the list. */
function happened(...lines: [part: Part, call: string, input?: string, batch?: number][]): TraceEvent[] {
  return lines.map(([part, id, input = '', batch], index) => {
    const [scope = '', name = ''] = id.split('/');
    const own = { seq: index + 1, callId: id, toolName: name.replace(/#.*/, ''), scope };
    if (part === 'ask') {
      const place = batch === undefined ? {} : { batch: { id: `${scope}/turn`, index: batch } };
      return { ...own, type: 'tool.requested', stepIndex: 0, input, ...place };
    }
    if (part === 'start') return { ...own, type: 'tool.allowed' };
    return { ...own, type: 'tool.succeeded', output: id };
  });
}

const asked = (events: readonly TraceEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === 'tool.requested' ? [`${event.callId} ${String(event.input)}`] : [],
  );

describe('the logical order of events', () => {
  test('keeps what follows one upon the other, and groups the events of each call', () => {
    const events = happened(
      ['ask', 's/b#1'],
      ['end', 's/b#1'],
      ['ask', 's/a#1'],
      ['start', 's/a#1'],
      ['end', 's/a#1'],
    );
    expect(logicalOrder(events)).toEqual(events);
  });

  test('sorts calls that overlap by tool and input, and numbers them in that order', () => {
    const events = happened(
      ['ask', 's/b#1', 'z'],
      ['ask', 's/a#1', 'y'],
      ['ask', 's/a#2', 'x'],
      ['end', 's/a#2'],
      ['end', 's/b#1'],
      ['end', 's/a#1'],
    );
    const ordered = logicalOrder(events);
    expect(asked(ordered)).toEqual(['s/a#1 x', 's/a#2 y', 's/b#1 z']);
    expect(ordered.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('keeps the order of a batch, and of branches by their names', () => {
    const events = happened(
      ['ask', 'y/b#1', '2', 0],
      ['ask', 'x/c#1', '1'],
      ['ask', 'y/a#1', '1', 1],
      ['end', 'y/a#1'],
      ['end', 'x/c#1'],
      ['end', 'y/b#1'],
    );
    expect(asked(logicalOrder(events))).toEqual(['x/c#1 1', 'y/b#1 2', 'y/a#1 1']);
  });

  test('forgets attempts that settled late', () => {
    const events = happened(['ask', 's/a#1'], ['end', 's/a#1']);
    const late: TraceEvent = {
      seq: 3,
      type: 'tool.attempt_late',
      callId: 's/a#1',
      toolName: 'a',
      attempt: 1,
      outcome: 'threw',
    };
    expect(logicalOrder([...events, late])).toEqual(events);
  });
});

describe('the legal order of events', () => {
  test('names each event that may not come where it comes', () => {
    const events = happened(['ask', 's/a#1'], ['end', 's/a#1'], ['start', 's/b#1']);
    expect(checkOrder([...events, { ...events[0]!, seq: 9 }]).map(({ message }) => message)).toEqual([
      'The call s/a#1 is requested and then sees tool.succeeded; expected tool.input_rejected, tool.failed, policy.matched, tool.allowed, tool.blocked.',
      'The call s/b#1 is unknown and then sees tool.allowed; expected tool.requested.',
      'The event at place 4 has the number 9.',
      'The call s/a#1 is requested and then sees tool.requested; expected tool.input_rejected, tool.failed, policy.matched, tool.allowed, tool.blocked.',
    ]);
  });
});

test('a trace tells how its run stands: waiting for a person, or for something else', () => {
  const [requested] = happened(['ask', 's/a#1']);
  const asks: TraceEvent = {
    seq: 2,
    type: 'approval.requested',
    callId: 's/a#1',
    toolName: 'a',
    approvalId: 'p',
    reasons: [],
  };
  const suspended: TraceEvent = { seq: 3, type: 'run.suspended', waitingFor: ['p'] };
  expect(buildTrace('main', [requested!, asks, suspended]).status).toBe('awaiting_approval');
  expect(buildTrace('main', [requested!, suspended]).status).toBe('waiting');
});
