import type { Job } from './jobs';

/** All jobs have ended or failed, or the caller cancelled them. */
export type Outcome = 'done' | 'cancelled';

/** How far the jobs of one call are. */
export interface Progress {
  /** Number of jobs that have ended or failed. */
  readonly ended: number;
  /** Number of those that have failed. */
  readonly failed: number;
  readonly of: number;
  /** Share of the work that is done, 0 to 1. */
  readonly share: number;
  /** Estimated time left, s; undefined before the first job has ended. */
  readonly leftS: number | undefined;
  /** The workers are still loading the simulator. */
  readonly isLoading?: boolean;
}

/** Receives what happens to the jobs. */
interface Receiver {
  result(job: Job, values: Float64Array, tookMs: number): void;
  failure(job: Job, message: string): void;
  progress(progress: Progress): void;
  ended(outcome: Outcome): void;
}

/** The jobs of one call of `Pool.run`. */
export class Batch {
  readonly jobs: readonly Job[];
  readonly isInBackground: boolean;
  readonly #expectedMs: number | undefined;
  readonly #receiver: Receiver;
  /** Indices of the jobs that wait, the heaviest last. */
  #queue: number[];
  /** Start times of the running jobs by index, ms. */
  readonly #running = new Map<number, number>();
  /** Indices of the jobs that were started again after a crash. */
  readonly #again = new Set<number>();
  #ended = 0;
  #failed = 0;
  #endedWeight = 0;
  /** Weight and computing time of the finished jobs, for the estimate. */
  #computed = { weight: 0, ms: 0 };
  readonly #weight: number;

  /** `expectedMs`: see `RunOptions`. */
  constructor(
    jobs: readonly Job[],
    of: { readonly isInBackground: boolean; readonly expectedMs: number | undefined },
    receiver: Receiver,
  ) {
    this.jobs = jobs;
    this.isInBackground = of.isInBackground;
    this.#expectedMs = of.expectedMs;
    this.#receiver = receiver;
    this.#weight = jobs.reduce((sum, { weight }) => sum + weight, 0);
    // Equal weights keep their order, so that neighbours end together.
    this.#queue = jobs
      .map((_, index) => index)
      .sort((a, b) => jobs[a].weight - jobs[b].weight || b - a);
  }

  get queued(): number {
    return this.#queue.length;
  }
  get running(): number {
    return this.#running.size;
  }
  /** Number of jobs that have not ended. */
  get left(): number {
    return this.jobs.length - this.#ended;
  }

  /** Removes the heaviest waiting job from the queue and returns its index. */
  take(now: number): number {
    const index = this.#queue.pop();
    if (index === undefined) throw new RangeError('no job is waiting');
    this.#running.set(index, now);
    return index;
  }

  /** Removes all waiting jobs. */
  takeAll(): readonly number[] {
    return this.#queue.splice(0).reverse();
  }

  /** Puts a job back, as the next one. */
  giveBack(index: number): void {
    this.#running.delete(index);
    this.#queue.push(index);
  }

  /** The worker of a job has crashed. Puts the job back once; returns false if that has been done before. */
  tryAgain(index: number): boolean {
    if (this.#again.has(index)) return false;
    this.#again.add(index);
    this.giveBack(index);
    return true;
  }

  /** The job no longer runs. */
  release(index: number): void {
    this.#running.delete(index);
  }

  done(index: number, values: Float64Array, tookMs: number): void {
    const job = this.jobs[index];
    this.#count(job);
    this.#computed = {
      weight: this.#computed.weight + job.weight,
      ms: this.#computed.ms + tookMs,
    };
    this.#receiver.result(job, values, tookMs);
  }

  failed(index: number, message: string): void {
    this.#count(this.jobs[index]);
    this.#failed++;
    this.#receiver.failure(this.jobs[index], message);
  }

  #count(job: Job): void {
    this.#ended++;
    this.#endedWeight += job.weight;
  }

  /** Reports the progress. `rates`: weight per millisecond of earlier jobs, by kind. */
  report(
    now: number,
    workers: number,
    rates: ReadonlyMap<Job['kind'], number>,
    isLoading = false,
  ): void {
    const { weight, ms } = this.#computed;
    const earlier = this.#expectedMs ? 1 / this.#expectedMs : rates.get(this.jobs[0].kind);
    const rate = ms > 0 && weight > 0 ? weight / ms : earlier;
    const rests = [...this.#running].map(([index, since]) => {
      const whole = this.jobs[index].weight;
      // A job that takes longer than expected counts with a small remainder.
      return Math.max(whole - (rate ?? 0) * (now - since), 0.03 * whole);
    });
    const running = rests.reduce((sum, rest) => sum + rest, 0);
    const started = [...this.#running.keys()].reduce((sum, i) => sum + this.jobs[i].weight, 0);
    const queued = this.#weight - this.#endedWeight - started;
    const left = Math.max(0, queued) + running;
    const busy = Math.max(1, Math.min(workers, this.left));
    this.#receiver.progress({
      ended: this.#ended,
      failed: this.#failed,
      of: this.jobs.length,
      share:
        this.#weight > 0 ? Math.max(0, 1 - left / this.#weight) : this.#ended / this.jobs.length,
      isLoading,
      leftS: this.left === 0 ? 0 : rate && Math.max(left / busy, ...rests) / rate / 1000,
    });
  }

  cancel(): void {
    this.#queue = [];
    this.#running.clear();
    this.#receiver.ended('cancelled');
  }

  end(): void {
    this.#receiver.ended('done');
  }
}
