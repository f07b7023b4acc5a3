import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { RunOptions, SweepJob } from '../batch';
import { CARDS } from '../sim/measures.generated';
import { path, type Scenario } from '../document/scenario';
import { ExactInterval } from './exact-interval.svelte';
import { Bench, PLAIN } from './testing';

let exact: ExactInterval | undefined;
afterEach(() => exact?.stop());

/** A page with a run of five seconds, and a pool whose jobs the test ends. */
class Stage {
  readonly bench = new Bench({
    ...PLAIN,
    durationS: 60,
    changes: [
      { atS: 2, set: path.rate, to: 5 },
      { atS: 4.5, set: path.rate, to: 8 },
    ],
  });
  calls: { jobs: readonly SweepJob[]; options: RunOptions<SweepJob>; end: () => void }[] = [];
  #timers = new Set<() => void>();
  readonly exact = (exact = new ExactInterval(
    this.bench.workspace,
    {
      run: (jobs, options) =>
        new Promise((resolve) => {
          this.calls.push({ jobs, options, end: () => resolve('done') });
        }),
    },
    (callback) => {
      this.#timers.add(callback);
      return () => this.#timers.delete(callback);
    },
  ));

  async played(ms: number): Promise<this> {
    await this.bench.opened();
    await this.bench.pass(ms);
    this.bench.workspace.run.pause();
    await this.bench.settle();
    flushSync();
    return this;
  }

  choose(fromS: number, toS: number): void {
    this.bench.workspace.display.interval = { fromS, toS };
    this.settles();
  }

  settles(): void {
    flushSync();
    const timers = [...this.#timers];
    this.#timers.clear();
    for (const run of timers) run();
  }

  /** Ends the jobs of the latest call: each measure of a lane is the number of the lane and its own. */
  async ends(): Promise<void> {
    const { jobs, options, end } = this.calls.at(-1)!;
    for (const job of jobs) {
      const values = job.measures.split(',').map((_, i) => 100 * job.lane + i);
      options.onResult(job, Float64Array.from(values), 1);
    }
    end();
    await this.bench.settle();
    flushSync();
  }
}

test('each lane runs again to the end of the interval, and counts from its start', async () => {
  const stage = await new Stage().played(5000);
  const { workspace } = stage.bench;
  stage.choose(1.23, 4.07);
  expect(stage.exact.progress).toBe('computing');
  const [{ jobs }] = stage.calls;
  expect(jobs.map(({ lane, seed }) => [lane, seed])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  const run = JSON.parse(jobs[0].scenario) as Scenario;
  expect(run).toMatchObject({ warmupS: 1.23, durationS: 4.07 });
  // A change after the interval is after the end of this run.
  expect(run.changes?.map(({ atS }) => atS)).toEqual([2]);

  await stage.ends();
  expect(workspace.exact).toMatchObject({ fromS: 1.23, toS: 4.07 });
  const measures = jobs[0].measures.split(',');
  const p95 = measures.indexOf('queueDelayMs.p95');
  const drops = measures.indexOf('dropRate');
  expect(workspace.numbersOf(1)?.queueDelayMs.p95).toBe(100 + p95);
  expect(workspace.numbersOf(1)?.dropRate).toBe(100 + drops);
  expect(new Set(measures)).toEqual(new Set(CARDS.map(({ measure }) => measure)));
  // The whole run has its own numbers.
  workspace.display.scope = 'run';
  expect(workspace.numbersOf(1)?.dropRate).not.toBe(100 + drops);
});

test('whole steps need no run, and an interval that the run has not reached waits', async () => {
  const stage = await new Stage().played(5000);
  stage.choose(1.25, 4);
  stage.choose(4, 20.01);
  expect(stage.calls).toEqual([]);
  expect(stage.exact.progress).toBe('none');
});

test('an edit and another interval end the runs, and their numbers disappear', async () => {
  const stage = await new Stage().played(5000);
  const { workspace } = stage.bench;
  stage.choose(1.23, 4.07);
  stage.choose(1.24, 4.07);
  expect(stage.calls.map(({ options }) => options.signal?.aborted)).toEqual([true, false]);
  await stage.ends();
  expect(workspace.exact?.fromS).toBe(1.24);
  workspace.editor.deleteChanges([0]);
  flushSync();
  expect(workspace.exact).toBeUndefined();
  await stage.bench.settle();
  stage.settles();
  expect(stage.calls).toHaveLength(3);
  workspace.display.interval = undefined;
  stage.settles();
  expect(stage.calls[2].options.signal?.aborted).toBe(true);
  expect(workspace.exact).toBeUndefined();
});

test('a run that fails is told, and the numbers of the steps stay', async () => {
  const stage = await new Stage().played(5000);
  const { workspace } = stage.bench;
  stage.choose(1.23, 4.07);
  const [{ jobs, options, end }] = stage.calls;
  options.onFailure(jobs[0], 'no network');
  end();
  await stage.bench.settle();
  expect(stage.exact.progress).toBe('failed');
  expect(workspace.exact).toBeUndefined();
});
