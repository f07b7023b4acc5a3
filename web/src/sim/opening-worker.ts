import type { WorkerLike } from './member';
import type { FromHost, ToHost } from './protocol';

/** What a worker may be asked whose simulator knows only the opening run: to go on with it (scripts/lib/opening.js). */
const GOES_ON: readonly ToHost['kind'][] = ['advance', 'compute', 'seen', 'report'];

/**
 * A worker that is started with what the opening run needs of the simulator. When the whole simulator is there, a worker
 * that has it takes its place, simulates again what there was, and goes on. The page notices that only if it asks for
 * more before: that has to wait.
 */
export class OpeningWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  #worker: WorkerLike;
  readonly #fetchWhole: () => Promise<unknown>;
  readonly #spawn: () => WorkerLike;
  #state: 'opening' | 'waiting' | 'catching up' | 'whole' | 'ended' = 'opening';
  /** How the run began. */
  #load: Extract<ToHost, { kind: 'load' }> | undefined;
  /** How far its slices are, s. */
  #atS = 0;
  /** The run that was asked for last. */
  #run = 0;
  /** What was asked and is not answered, and what waits to be asked. */
  #open: ToHost[] = [];

  constructor(worker: WorkerLike, fetchWhole: () => Promise<unknown>, spawn: () => WorkerLike) {
    this.#fetchWhole = fetchWhole;
    this.#spawn = spawn;
    this.#worker = this.#heard(worker);
  }

  /** Nobody has asked for more than it can do. */
  get suffices(): boolean {
    return this.#state === 'opening';
  }

  postMessage(message: ToHost): void {
    if (this.#state === 'whole') return this.#worker.postMessage(message);
    if ('run' in message) this.#run = message.run;
    const begins = message.kind === 'load' && this.#load === undefined;
    if (begins) this.#load = message;
    if (message.kind !== 'seen') this.#open.push(message);
    if (this.#state !== 'opening') this.#tellWaits(true);
    else if (begins) this.#worker.postMessage({ ...message, isBrief: true });
    else if (GOES_ON.includes(message.kind)) this.#worker.postMessage(message);
    else this.#wait();
  }

  terminate(): void {
    this.#state = 'ended';
    this.#worker.terminate();
  }

  /** Fetches the whole simulator, and goes on with it. */
  async complete(): Promise<void> {
    await this.#fetchWhole();
    if (this.#state === 'opening' || this.#state === 'waiting') this.#replace();
  }

  #wait(): void {
    this.#state = 'waiting';
    this.#worker.terminate();
    this.#tellWaits(true);
    // Without a whole simulator the next worker says what is wrong.
    this.complete().catch(() => this.#replace());
  }

  #replace(): void {
    if (this.#state === 'ended') return;
    this.#worker.terminate();
    this.#worker = this.#heard(this.#spawn());
    this.#state = 'catching up';
    const [first] = this.#open;
    // Then there is nothing to catch up with.
    if (!this.#load || first?.kind === 'load' || first?.kind === 'revise') return this.#goOn();
    this.#worker.postMessage(this.#load);
    if (this.#atS > 0)
      this.#worker.postMessage({ kind: 'compute', run: this.#load.run, toS: this.#atS });
  }

  #goOn(): void {
    this.#state = 'whole';
    this.#tellWaits(false);
    for (const message of this.#open) this.#worker.postMessage(message);
    this.#open = [];
  }

  #heard(worker: WorkerLike): WorkerLike {
    worker.onmessage = (event) => {
      // One that was replaced may still have had something to say.
      if (worker === this.#worker) this.#hear(event);
    };
    worker.onerror = (event) => this.onerror?.(event);
    return worker;
  }

  #hear(event: MessageEvent<FromHost>): void {
    const { data } = event;
    if (this.#state === 'catching up' && data.kind !== 'crashed') {
      const isThere = data.kind === 'slice' ? data.slice.nowS >= this.#atS : this.#atS === 0;
      if (isThere) this.#goOn();
      // The page does not see these; without a word the worker would not go far ahead of it.
      else if (data.kind === 'slice') this.#worker.postMessage({ kind: 'seen', run: data.run });
      return;
    }
    if (this.#state === 'opening') {
      // It came upon something that the opening run did not do when it was built: an ordinary end for it.
      if (data.kind === 'crashed') return this.#wait();
      this.#answered(data);
    }
    this.onmessage?.(event);
  }

  #answered(answer: FromHost): void {
    if (answer.kind === 'slice') this.#atS = answer.slice.nowS;
    const isAnswered = (asked: ToHost): boolean =>
      (asked.kind === 'load' && answer.kind === 'loaded') ||
      (asked.kind === 'report' && answer.kind === 'report') ||
      (answer.kind === 'slice' &&
        (asked.kind === 'advance' || (asked.kind === 'compute' && this.#atS >= asked.toS)));
    const first = this.#open.findIndex(isAnswered);
    if (first >= 0) this.#open.splice(first, 1);
  }

  #tellWaits(waits: boolean): void {
    const data: FromHost = { kind: 'waits', run: this.#run, waits };
    // Not before who asks has done so.
    queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })));
  }
}
