import type { FromWorker, PoolWorker, ToWorker } from '../jobs';
import { Pool, type Timer } from '../pool';

/** A worker that answers only when the test requests it. */
export class Hand implements PoolWorker {
  onmessage: PoolWorker['onmessage'] = null;
  onerror: PoolWorker['onerror'] = null;
  isGone = false;
  readonly received: ToWorker[] = [];

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }
  terminate(): void {
    this.isGone = true;
  }
  /** The last job. */
  get last(): ToWorker {
    const last = this.received.at(-1);
    if (!last) throw new Error('the worker has received no job');
    return last;
  }
  says(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  /** Ends its job with these values. */
  ends(values: readonly number[], tookMs = 100): void {
    this.says({ kind: 'ready' });
    this.says({
      kind: 'done',
      task: this.last.task,
      values: Float64Array.from(values),
      tookMs,
    });
  }
  fails(kind: 'failed' | 'crashed', message: string): void {
    this.says({ kind: 'ready' });
    this.says({ kind, task: this.last.task, message });
  }
}

/** A pool with workers and time that the test controls. */
export class Crew implements Timer {
  readonly hands: Hand[] = [];
  readonly pool: Pool;
  #nowMs = 0;
  #timers: { readonly atMs: number; readonly callback: () => void }[] = [];

  constructor(most: number) {
    const spawn = (): Hand => {
      const hand = new Hand();
      this.hands.push(hand);
      return hand;
    };
    this.pool = new Pool(spawn, most, this);
  }

  now(): number {
    return this.#nowMs;
  }
  readonly later = (callback: () => void, ms: number): (() => void) => {
    const timer = { atMs: this.#nowMs + ms, callback };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  };

  /** Lets time pass. */
  wait(ms: number): void {
    const end = this.#nowMs + ms;
    for (;;) {
      const due = this.#timers
        .filter(({ atMs }) => atMs <= end)
        .sort((a, b) => a.atMs - b.atMs)
        .at(0);
      if (!due) break;
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      this.#timers = this.#timers.filter((other) => other !== due);
      due.callback();
    }
    this.#nowMs = end;
  }

  /** The machine sleeps: timers are late. */
  sleep(ms: number): void {
    this.#nowMs += ms;
  }

  /** The running workers. */
  get alive(): readonly Hand[] {
    return this.hands.filter(({ isGone }) => !isGone);
  }
}
