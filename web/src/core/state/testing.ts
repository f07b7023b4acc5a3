import { vi } from 'vitest';
import type { WorkerLike } from '../sim/member';
import type { Core } from '../../wasm/core';
import { Host } from '../sim/host';
import type { FromHost, ToHost } from '../sim/protocol';
import type { Scenario } from '../document/scenario';
import { fakeCore, type FakeOptions } from '../sim/testing/fake';
import type { Surroundings } from './surroundings';
import { Workspace } from './workspace.svelte';

/** Waits until the check throws no exception, however slow the machine is. The limit only ends a test that hangs. */
export const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 120_000 });

interface BenchOptions {
  hash?: string;
  /** Data that the tab keeps across a reload. */
  tab?: string;
  fake?: FakeOptions;
  /** The real simulator in place of the fake one. */
  core?: Core;
  /** Maximum number of workers. */
  workers?: number;
  slowness?: Surroundings['slowness'];
  lasts?: NonNullable<Surroundings['lasts']>;
  details?: NonNullable<Surroundings['details']>;
}

/** Wall time, frames, timers, workers and address bar of a test, all controlled by the test. */
export class Bench {
  now = 0;
  hash: string;
  #tab: string | undefined;
  /** Entries of the browser's history. */
  readonly history: string[] = [];
  /** Workers started so far. */
  workers = 0;
  /** Messages in transit; `settle` delivers them. */
  #post: (() => void)[] = [];
  #frames = new Set<() => void>();
  #timers = new Set<{ at: number; run: () => void }>();
  readonly #core: Core;
  readonly workspace: Workspace;

  constructor(
    firstScenario: Scenario,
    { hash = '', tab, fake, core, workers = 1, slowness, lasts, details }: BenchOptions = {},
  ) {
    this.hash = hash;
    this.#tab = tab;
    this.#core = core ?? fakeCore(fake);
    const surroundings: Surroundings = {
      spawn: () => this.#spawn(),
      workers,
      clock: {
        now: () => this.now,
        frame: (callback) => {
          this.#frames.add(callback);
          return () => this.#frames.delete(callback);
        },
        later: (run, ms) => {
          const timer = { at: this.now + ms, run };
          this.#timers.add(timer);
          return () => this.#timers.delete(timer);
        },
      },
      address: {
        read: () => this.hash,
        write: (hash, asNew) => {
          if (asNew) this.history.push(this.hash);
          this.hash = hash;
        },
      },
      tab: { read: () => this.#tab, write: (text) => (this.#tab = text) },
      firstScenario,
      firstPreset: 'first',
      ...(slowness && { slowness }),
      ...(lasts && { lasts }),
      views: ['queue-delay', 'drops-and-marks', 'utilization'],
      ...(details && { details }),
    };
    this.workspace = new Workspace(surroundings);
  }

  #spawn(): WorkerLike {
    this.workers++;
    const worker: WorkerLike = {
      postMessage: (message: ToHost) => this.#post.push(() => host.receive(message)),
      terminate: () => undefined,
      onmessage: null,
      onerror: null,
    };
    const answer = (data: FromHost): unknown =>
      this.#post.push(() => worker.onmessage?.({ data } as MessageEvent<FromHost>));
    const host = new Host(
      this.#core,
      answer,
      () => this.now,
      (callback) => this.#post.push(callback),
    );
    return worker;
  }

  /** Opens the address bar's link. */
  async opened(): Promise<this> {
    await this.whenDone(this.workspace.opener.start());
    await this.settle();
    return this;
  }

  /** Returns a page that was loaded again in the same tab. `hash`: the address, if it is another one. */
  async reloaded(hash = this.hash): Promise<Bench> {
    this.workspace.reload.save();
    return new Bench(PLAIN, { hash, tab: this.#tab, core: this.#core }).opened();
  }

  /** Digests of the lanes, from the numbers on the page. */
  get digests(): readonly string[] {
    return this.workspace.run.report?.lanes.map((l) => l.digest) ?? [];
  }

  /** Delivers all messages and settles all promises, until none is left. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const delivery = this.#post.shift();
      delivery?.();
      await turn();
      quiet = delivery ? 0 : quiet + 1;
    }
  }

  /** Waits for a promise that needs the worker. */
  async whenDone<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    void promise.finally(() => (done = true));
    while (!done) await this.settle();
    return promise;
  }

  /** Waits for a run that is being computed. */
  async rested(): Promise<void> {
    for (let i = 0; i < 100 && this.workspace.run.phase === 'busy'; i++) await this.pass(20);
    await this.settle();
  }

  /** Advances wall time frame by frame. */
  async pass(ms: number, perFrameMs = 1000 / 60): Promise<void> {
    const end = this.now + ms;
    while (this.now < end - 1e-9) {
      this.now = Math.min(end, this.now + perFrameMs);
      this.#ring();
      const frames = [...this.#frames];
      this.#frames.clear();
      for (const frame of frames) frame();
      await this.settle();
    }
  }

  /** Advances wall time without frames, as for a hidden or stuck page. */
  async sleep(ms: number): Promise<void> {
    this.now += ms;
    this.#ring();
    await this.settle();
  }

  #ring(): void {
    for (const timer of [...this.#timers])
      if (timer.at <= this.now) {
        this.#timers.delete(timer);
        timer.run();
      }
  }
}

/** Waits for one message: it arrives after all promises and before any timer. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** A plain scenario with two lanes. */
export const PLAIN: Scenario = {
  version: 1,
  title: 'Plain',
  durationS: 60,
  link: { rateMbps: 10, rttMs: 50, buffer: { bdp: 1 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [{ kind: 'bulk', flows: 2 }],
};

/** Returns random numbers 0..1 from a seed, equal on every machine. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
