import { decode, encode } from '../../core/codec.ts';
import { AppError } from '../../core/errors.ts';
import type { Duration, ReceivedEvent } from '../../tool/steps.ts';
import type { Core } from '../core.ts';
import { checkKey } from '../journal-record.ts';
import type { RunRow, StoredEvent } from '../store.ts';
import type { Branch } from './branch.ts';
import type { Frame, StepWork } from './frame.ts';
import { waitOn } from './wait-on.ts';

/** What waiting steps need of the world around their run. */
export interface WaitingPlace {
  core: Core;
  frame: Frame;
  row: RunRow;
  branch: Branch;
}

const unitMs = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Waits for a length of time; the due time is kept, so a restart does not start it again. */
export function waitFor(place: WaitingPlace, key: string, duration: Duration): Promise<void> {
  const ms = Object.entries(unitMs).reduce((sum, [unit, each]) => {
    const count = duration[unit as keyof Duration];
    return sum + (count ?? 0) * each;
  }, 0);
  if (!(ms > 0) || !Number.isFinite(ms)) {
    const message = `step.waitFor(${JSON.stringify(key)}, …) needs a length of time over 0: seconds, minutes, hours, days.`;
    return Promise.reject(new AppError('CONFIG_INVALID', message));
  }
  return sleep(place, key, () => place.frame.clock.now() + ms);
}

/** Waits until a moment; one that has passed is no wait. */
export function waitUntil(place: WaitingPlace, key: string, moment: Date | number): Promise<void> {
  const atMs = typeof moment === 'number' ? moment : moment.getTime();
  if (!Number.isFinite(atMs)) {
    const message = `step.waitUntil(${JSON.stringify(key)}, …) needs a Date or milliseconds since the epoch.`;
    return Promise.reject(new AppError('CONFIG_INVALID', message));
  }
  return sleep(place, key, () => atMs);
}

function sleep({ frame, branch }: WaitingPlace, key: string, due: () => number): Promise<void> {
  checkKey(key);
  const { scope } = branch;
  return frame.ask(branch, {
    key,
    kind: 'timer',
    shown: true,
    begin: () => ({ dueAt: due() }),
    async work({ id, begun }) {
      // On disk before the wait, so that a crash does not make it longer.
      await frame.commit();
      frame.point('timer.waiting', id);
      await waitOn(frame, id, {
        kind: 'timer',
        scope,
        key,
        dueAt: begun?.dueAt,
        standing: () => 'inside',
        look: () => undefined,
        onDue: () => undefined,
      });
      frame.point('timer.due', id);
    },
  }) as Promise<void>;
}

/** Waits for an event that was sent to a topic, before or after the wait began, but not before the run. */
export function waitForEvent(
  place: WaitingPlace,
  key: string,
  { topic, timeoutMs }: { topic: string; timeoutMs?: number },
): Promise<ReceivedEvent> {
  checkKey(topic);
  return receive(place, 'event', key, topic, timeoutMs, undefined);
}

/** Waits for the answer that is sent to this run under the key. */
export async function suspend(
  place: WaitingPlace,
  key: string,
  { data, timeoutMs }: { data?: unknown; timeoutMs?: number } = {},
): Promise<unknown> {
  const event = await receive(place, 'suspend', key, key, timeoutMs, data);
  return event.data;
}

/** Sends an event once, however often the code runs. */
export function sendEvent(
  { core, frame, row, branch }: WaitingPlace,
  key: string,
  { topic, data, runId }: { topic: string; data?: unknown; runId?: string },
): Promise<void> {
  checkKey(key);
  checkKey(topic);
  return frame.ask(branch, {
    key,
    kind: 'send',
    shown: true,
    work: ({ id }) =>
      core.sendEvent({
        // The same for every life of the run, so that the store knows it again.
        eventId: `${row.runId} ${id}`,
        topic,
        data: encode(data),
        fromRunId: row.runId,
        ...(runId !== undefined && { toRunId: runId }),
      }),
  }) as Promise<void>;
}

async function receive(
  { core, frame, row, branch }: WaitingPlace,
  kind: 'event' | 'suspend',
  key: string,
  topic: string,
  timeoutMs: number | undefined,
  data: unknown,
): Promise<ReceivedEvent> {
  checkKey(key);
  const about = data === undefined ? undefined : encode(data);
  const work = async ({ id, begun }: StepWork): Promise<unknown> => {
    const dueAt = begun?.dueAt;
    if (dueAt !== undefined) await frame.commit();
    frame.point('event.waiting', id);
    return waitOn<ReceivedEvent>(frame, id, {
      kind,
      scope: branch.scope,
      key,
      topic,
      dueAt,
      data: about,
      standing: () => 'outside',
      look: async () => {
        const events = await core.store.readEvents(topic, row.eventsFrom);
        const event = events.find((candidate) => mayTake(frame, row, kind, candidate));
        if (event === undefined) return undefined;
        frame.takenEvents.add(event.eventId);
        return { value: toReceived(event) };
      },
      onDue: () => {
        const what = kind === 'event' ? `event on topic "${topic}"` : 'answer';
        throw new AppError(
          'WAIT_TIMED_OUT',
          `No ${what} came within ${timeoutMs}ms (step ${JSON.stringify(key)}).`,
        );
      },
    });
  };
  const begin = (): { dueAt?: number } =>
    timeoutMs === undefined ? {} : { dueAt: frame.clock.now() + timeoutMs };
  const event = (await frame.ask(branch, { key, kind, shown: true, begin, work })) as ReceivedEvent;
  frame.takenEvents.add(event.eventId);
  return event;
}

function mayTake(frame: Frame, row: RunRow, kind: string, event: StoredEvent): boolean {
  if (frame.takenEvents.has(event.eventId) || event.fromRunId === row.runId) return false;
  return kind === 'suspend' ? event.toRunId === row.runId : (event.toRunId ?? row.runId) === row.runId;
}

function toReceived({ eventId, topic, data, sentAt }: StoredEvent): ReceivedEvent {
  return { eventId, topic, data: decode(data), sentAt };
}
