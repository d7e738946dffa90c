import type { Json } from '../../core/json.ts';
import type { Frame } from './frame.ts';

type Awaitable<Value> = Value | Promise<Value>;

export interface WaitRequest<Value> {
  kind: string;
  scope: string;
  key: string;
  topic?: string | undefined;
  /** When the wait is over by itself, in the clock's milliseconds. */
  dueAt?: number | undefined;
  data?: Json | undefined;
  standing(): 'inside' | 'outside' | 'approval';
  /** Looks whether what is waited for is there. */
  look(): Awaitable<{ value: Value } | undefined>;
  /** What the wait gives when its time has come; throws where that is a failure. */
  onDue(): Value;
}

/** Waits inside a step. The promise stays pending when the frame is dropped; the wait opens again in the next life. */
export function waitOn<Value>(frame: Frame, id: string, request: WaitRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    new PendingWait(frame, id, request, resolve, reject).check();
  });
}

/** One wait from its opening to its end. */
class PendingWait<Value> {
  private over = false;
  private looking: 'no' | 'yes' | 'again' = 'no';
  private readonly close: () => void;
  private readonly stopTimer: (() => void) | undefined;

  constructor(
    private readonly frame: Frame,
    id: string,
    private readonly request: WaitRequest<Value>,
    private readonly resolve: (value: Value) => void,
    private readonly reject: (thrown: unknown) => void,
  ) {
    const { kind, scope, key, topic, dueAt, data } = request;
    if (dueAt !== undefined && dueAt > frame.clock.now()) {
      this.stopTimer = frame.clock.setTimer(dueAt, () => this.check());
      frame.onDrop(this.stopTimer);
    }
    this.close = frame.activity.openWait(id, {
      kind,
      scope,
      key,
      standing: () => request.standing(),
      check: () => this.check(),
      ...(topic !== undefined && { topic }),
      ...(dueAt !== undefined && { dueAt }),
      ...(data !== undefined && { data }),
    });
  }

  check(): void {
    if (this.over || this.frame.over) return;
    if (this.looking !== 'no') {
      this.looking = 'again';
      return;
    }
    try {
      const found = this.request.look();
      if (found instanceof Promise) void this.lookLater(found);
      else this.conclude(found);
    } catch (thrown) {
      this.end(() => this.reject(thrown));
    }
  }

  private async lookLater(looking: Promise<{ value: Value } | undefined>): Promise<void> {
    this.looking = 'yes';
    const done = this.frame.busy();
    try {
      this.conclude(await looking);
    } catch (thrown) {
      this.end(() => this.reject(thrown));
    }
    done();
    const again = (this.looking as string) === 'again';
    this.looking = 'no';
    if (again) this.check();
  }

  private conclude(found: { value: Value } | undefined): void {
    if (this.over || this.frame.over) return;
    const { dueAt } = this.request;
    if (found !== undefined) this.end(() => this.resolve(found.value));
    else if (dueAt !== undefined && this.frame.clock.now() >= dueAt) {
      const value = this.request.onDue();
      this.end(() => this.resolve(value));
    }
  }

  private end(settle: () => void): void {
    if (this.over || this.frame.over) return;
    this.over = true;
    this.stopTimer?.();
    this.close();
    settle();
  }
}
