import { withoutStop } from '../../kit/texts';
import { Batch, type Outcome, type Progress } from './batch';
import type { FromWorker, Job, PoolWorker } from './jobs';

export type { Progress };

/** Unused workers stop after this time, ms. */
const IDLE_MS = 20_000;
/** Time between two reports of progress while nothing ends, ms. */
const TICK_MS = 500;
/** A worker computes, but is silent for this time: it is stuck or gone, ms. A job gives a sign of life twice a second. */
const SILENT_MS = 30_000;
/** A worker that loads the simulator may be silent for this time, ms: networks are slow. */
const LOADING_MS = 120_000;
/** Most silence that is counted between two looks, ms: the machine may have slept. */
const MOST_COUNTED_MS = 10_000;
/** After so many workers in a row that could not load the simulator, all jobs fail. */
const MOST_BROKEN = 3;

/** Wall time; tests replace it. */
export interface Timer {
  now(): number;
  /** Calls back after `ms`; returns a function that cancels. */
  readonly later: (callback: () => void, ms: number) => () => void;
}

export interface RunOptions<J extends Job> {
  /** A job has ended. `tookMs`: its computing time. */
  onResult(job: J, values: Float64Array, tookMs: number): void;
  /** A job has failed; the others go on. */
  onFailure(job: J, message: string): void;
  /** Called when a job ends, and twice a second. */
  onProgress?(progress: Progress): void;
  /** Ends the jobs at once; results so far stay with the caller. */
  readonly signal?: AbortSignal;
  /** The jobs wait until no others are queued. */
  readonly inBackground?: boolean;
  /** Expected computing time for each unit of weight, ms, until the first job has ended; without it, that of earlier jobs. */
  readonly expectedMs?: number | undefined;
}

/** A worker of the pool. */
interface Member {
  readonly worker: PoolWorker;
  /** It has loaded the simulator. */
  isReady: boolean;
  /** Time since its last message, or since its job was given to it, ms. */
  silentMs: number;
  task: { readonly number: number; readonly batch: Batch; readonly index: number } | undefined;
}

/**
 * Runs simulations in several workers. Each job is one simulation; the heaviest starts first. A job that fails does not
 * concern the others. A worker that crashes or falls silent is replaced, and its job is tried once more. Workers start on demand and stop when there is nothing to do.
 *
 * A worker cannot be interrupted within a job. Cancelling therefore terminates the workers of these jobs.
 */
export class Pool {
  readonly #spawn: () => PoolWorker;
  readonly #most: number;
  readonly #timer: Timer;
  #allowed: number;
  #members: Member[] = [];
  #batches: Batch[] = [];
  #tasks = 0;
  /** Number of workers in a row that could not load the simulator. */
  #broken = 0;
  #cancelStop: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  #tickedAt = 0;
  /** Weight per millisecond and worker in recent jobs, by kind. */
  readonly #rates = new Map<Job['kind'], number>();

  /** `most`: maximum number of workers. */
  constructor(spawn: () => PoolWorker, most: number, timer: Timer) {
    this.#spawn = spawn;
    this.#most = Math.max(1, most);
    this.#allowed = this.#most;
    this.#timer = timer;
  }

  /** Number of workers that may compute now. */
  get workers(): number {
    return this.#allowed;
  }

  /** Returns the expected computing time of jobs of this kind and this weight together, s; undefined before the first one. */
  expectedS(kind: Job['kind'], weight: number, jobs: number): number | undefined {
    const rate = this.#rates.get(kind);
    return rate && weight / rate / 1000 / Math.max(1, Math.min(this.#allowed, jobs));
  }

  /**
   * Sets the number of workers that may compute, for example while the live run needs the processor. Workers above this
   * number finish their job.
   */
  allow(workers: number): void {
    this.#allowed = Math.max(1, Math.min(this.#most, Math.floor(workers)));
    this.#fill();
  }

  run<J extends Job>(jobs: readonly J[], options: RunOptions<J>): Promise<Outcome> {
    const { signal, inBackground = false, expectedMs } = options;
    return new Promise((settle) => {
      if (signal?.aborted) return settle('cancelled');
      if (jobs.length === 0) return settle('done');
      const cancel = (): void => this.#cancel(batch);
      const batch: Batch = new Batch(
        jobs,
        { isInBackground: inBackground, expectedMs },
        {
          // A batch reports the same job objects that it was made of.
          result: (job, values, tookMs) => options.onResult(job as J, values, tookMs),
          failure: (job, message) => options.onFailure(job as J, message),
          progress: (progress) => options.onProgress?.(progress),
          ended: (outcome) => {
            signal?.removeEventListener('abort', cancel);
            settle(outcome);
          },
        },
      );
      signal?.addEventListener('abort', cancel);
      this.#batches.push(batch);
      this.#fill();
      this.#tickSoon();
    });
  }

  /** Stops all workers; pending jobs are cancelled. */
  close(): void {
    for (const batch of [...this.#batches]) this.#cancel(batch);
    this.#stop();
  }

  #cancel(batch: Batch): void {
    if (!this.#batches.includes(batch)) return;
    this.#batches = this.#batches.filter((other) => other !== batch);
    for (const member of [...this.#members]) if (member.task?.batch === batch) this.#drop(member);
    batch.cancel();
    this.#fill();
  }

  /** Gives jobs to the workers. */
  #fill(): void {
    for (;;) {
      const busy = this.#members.filter(({ task }) => task !== undefined).length;
      const batch = busy < this.#allowed ? this.#next() : undefined;
      if (!batch) break;
      const member = this.#members.find(({ task }) => task === undefined) ?? this.#recruit();
      this.#give(member, batch, batch.take(this.#timer.now()));
    }
    this.#stopSoon();
  }

  /** Returns the batch whose job is next: the one with the fewest running jobs; those in the background come last. */
  #next(): Batch | undefined {
    const waiting = this.#batches.filter(({ queued }) => queued > 0);
    const front = waiting.filter(({ isInBackground }) => !isInBackground);
    const candidates = front.length > 0 ? front : waiting;
    return candidates.reduce<Batch | undefined>(
      (best, batch) => (best && best.running <= batch.running ? best : batch),
      undefined,
    );
  }

  #give(member: Member, batch: Batch, index: number): void {
    const number = ++this.#tasks;
    member.task = { number, batch, index };
    member.silentMs = 0;
    member.worker.postMessage({ task: number, job: batch.jobs[index] });
  }

  #recruit(): Member {
    const member: Member = { worker: this.#spawn(), isReady: false, silentMs: 0, task: undefined };
    member.worker.onmessage = ({ data }) => this.#handle(member, data);
    member.worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || 'the worker could not be started';
      if (member.isReady) this.#crashed(member, message);
      else this.#brokenDown(member, message);
    };
    this.#members.push(member);
    return member;
  }

  #drop(member: Member): void {
    member.worker.terminate();
    member.task = undefined;
    this.#members = this.#members.filter((other) => other !== member);
  }

  #handle(member: Member, message: FromWorker): void {
    // A dropped worker may still send messages.
    if (!this.#members.includes(member)) return;
    member.silentMs = 0;
    if (message.kind === 'alive') return;
    if (message.kind === 'ready') {
      member.isReady = true;
      this.#broken = 0;
      return;
    }
    if (message.kind === 'broken') return this.#brokenDown(member, message.message);
    const { task } = member;
    if (task?.number !== message.task) return;
    if (message.kind === 'crashed') return this.#crashed(member, message.message);
    const { batch, index } = task;
    member.task = undefined;
    if (message.kind === 'failed') return this.#end(batch, index, message.message);
    this.#learn(batch.jobs[index], message.tookMs);
    this.#end(batch, index, message);
  }

  /** A worker is of no further use. Its job is tried once more: the reason may have been the worker's, such as its memory. */
  #crashed(member: Member, message: string): void {
    const { task } = member;
    this.#drop(member);
    if (!task || task.batch.tryAgain(task.index)) this.#fill();
    else this.#end(task.batch, task.index, message);
  }

  /** Finds workers that should compute but give no sign of life. */
  #look(): void {
    const now = this.#timer.now();
    const passed = Math.min(now - this.#tickedAt, MOST_COUNTED_MS);
    for (const member of this.#members.filter(({ task }) => task !== undefined)) {
      member.silentMs += passed;
      const most = member.isReady ? SILENT_MS : LOADING_MS;
      if (member.silentMs < most) continue;
      const message = `the worker gave no sign of life for ${most / 1000} s`;
      if (member.isReady) this.#crashed(member, message);
      else this.#brokenDown(member, message);
    }
  }

  /** Starts the next job, and only then calls the caller, which may take long or throw. `found`: the result, or why there is none. */
  #end(
    batch: Batch,
    index: number,
    found: string | { readonly values: Float64Array; readonly tookMs: number },
  ): void {
    batch.release(index);
    this.#fill();
    try {
      if (typeof found === 'string') batch.failed(index, found);
      else batch.done(index, found.values, found.tookMs);
      batch.report(this.#timer.now(), this.#allowed, this.#rates);
    } finally {
      this.#settle(batch);
    }
  }

  #settle(batch: Batch): void {
    if (batch.left > 0 || !this.#batches.includes(batch)) return;
    this.#batches = this.#batches.filter((other) => other !== batch);
    this.#stopSoon();
    batch.end();
  }

  /** A worker could not load the simulator. Its job is tried again, unless no worker can load it. */
  #brokenDown(member: Member, message: string): void {
    const { task } = member;
    this.#drop(member);
    if (task) task.batch.giveBack(task.index);
    if (++this.#broken < MOST_BROKEN) return this.#fill();
    this.#broken = 0;
    for (const other of [...this.#members].filter(({ isReady }) => !isReady)) {
      other.task?.batch.giveBack(other.task.index);
      this.#drop(other);
    }
    for (const batch of [...this.#batches]) {
      for (const index of batch.takeAll())
        batch.failed(
          index,
          `The simulator did not load: ${withoutStop(message)}. Check the network, then try again.`,
        );
      batch.report(this.#timer.now(), this.#allowed, this.#rates);
      this.#settle(batch);
    }
  }

  /** Updates the rate by a finished job; recent jobs count more, because the machine may be busy with other things. */
  #learn(job: Job, tookMs: number): void {
    if (!(tookMs > 0) || !(job.weight > 0)) return;
    const rate = job.weight / tookMs;
    const former = this.#rates.get(job.kind);
    this.#rates.set(job.kind, former === undefined ? rate : 0.85 * former + 0.15 * rate);
  }

  /** No worker has loaded the simulator yet. */
  get #isLoading(): boolean {
    return !this.#members.some(({ isReady }) => isReady);
  }

  #tickSoon(): void {
    if (this.#cancelTick || this.#batches.length === 0) return;
    this.#tickedAt = this.#timer.now();
    this.#cancelTick = this.#timer.later(() => {
      this.#cancelTick = undefined;
      this.#look();
      for (const batch of [...this.#batches])
        batch.report(this.#timer.now(), this.#allowed, this.#rates, this.#isLoading);
      this.#tickSoon();
    }, TICK_MS);
  }

  #stopSoon(): void {
    this.#cancelStop?.();
    this.#cancelStop = undefined;
    if (this.#batches.length === 0 && this.#members.length > 0)
      this.#cancelStop = this.#timer.later(() => this.#stop(), IDLE_MS);
  }

  #stop(): void {
    this.#cancelStop?.();
    this.#cancelStop = undefined;
    for (const member of [...this.#members]) this.#drop(member);
  }
}
