import type { WorkerLike } from './member';
import type { FromHost, ToHost } from './protocol';

/** What the built page's first statement has begun: `startEarly` in vite.config.ts. */
interface Early {
  /** A worker that has been started, and the simulator on its way to it: as much of it as what was asked needs. */
  readonly worker: Worker;
  readonly simulator: Promise<WebAssembly.Module>;
  /** What the worker has been asked, and what it has answered so far. */
  readonly asked: readonly ToHost[];
  readonly answers: MessageEvent<FromHost>[];
}

/** Nothing in development. */
export const { early } = globalThis as { readonly early?: Early };

/**
 * The worker that was started early. What it has been asked already is not asked again, and what it has answered is heard
 * as soon as that would have been asked. Who asks anything else gets a worker that has been asked nothing.
 */
export class EarlyWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  #worker: WorkerLike;
  readonly #early: Pick<Early, 'asked' | 'answers'>;
  readonly #spawn: () => WorkerLike;
  /** How much of what was asked early the page has asked, too. */
  #agreed = 0;

  constructor(
    worker: WorkerLike,
    early: Pick<Early, 'asked' | 'answers'>,
    spawn: () => WorkerLike,
  ) {
    this.#worker = worker;
    this.#early = early;
    this.#spawn = spawn;
    if (early.asked.length === 0) this.#listen();
  }

  postMessage(message: ToHost): void {
    const { asked, answers } = this.#early;
    if (this.#agreed >= asked.length) return this.#worker.postMessage(message);
    if (JSON.stringify(message) === JSON.stringify(asked[this.#agreed])) {
      if (++this.#agreed < asked.length) return;
      this.#listen();
      // Not before who asks has done so.
      queueMicrotask(() => answers.forEach((answer) => this.onmessage?.(answer)));
      return;
    }
    this.#worker.terminate();
    this.#worker = this.#spawn();
    this.#listen();
    for (const told of [...asked.slice(0, this.#agreed), message]) this.#worker.postMessage(told);
    this.#agreed = asked.length;
  }

  terminate(): void {
    this.#worker.terminate();
  }

  #listen(): void {
    this.#worker.onmessage = (event) => this.onmessage?.(event);
    this.#worker.onerror = (event) => this.onerror?.(event);
  }
}
