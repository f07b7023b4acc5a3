import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { Crew } from '../../core/batch/testing/crew';
import type { SeedJob } from '../../core/batch/jobs';
import type { Ribbons } from '../../kit/charts';
import { path } from '../../core/document/scenario';
import type { LaneColumns } from '../../core/sim/series';
import { Bench, PLAIN } from '../../core/state/testing';
import { OtherSeeds } from './other-seeds.svelte';
import { delayed } from './testing';

let started: OtherSeeds | undefined;
afterEach(() => started?.stop());

/** A page with a run of five seconds, and runs of ten other seeds whose delay is their seed, ms. */
class Stage {
  readonly bench = new Bench({ ...PLAIN, durationS: 60 });
  readonly crew = new Crew(1);
  readonly seeds: OtherSeeds;

  constructor() {
    this.bench.workspace.display.seeds = 10;
    this.seeds = started = new OtherSeeds(this.bench.workspace, this.crew.later, this.crew.pool);
  }

  async played(ms: number): Promise<this> {
    await this.bench.opened();
    await this.bench.pass(ms);
    this.bench.workspace.run.pause();
    await this.bench.settle();
    flushSync();
    return this;
  }

  get isComputing(): boolean {
    return this.crew.alive.some(({ received }) => received.length > 0);
  }

  /** Ends all jobs; `toMs`: the delay that a seed has. Returns their number. */
  complete(toMs: (job: SeedJob) => number = ({ seed }) => seed): number {
    flushSync();
    this.crew.wait(1000);
    const seen = new Set<number>();
    for (;;) {
      const hand = this.crew.alive.at(0);
      if (!hand || seen.has(hand.last.task)) break;
      seen.add(hand.last.task);
      const job = hand.last.job as SeedJob;
      const bins = Math.round(job.toS / (job.samples * 0.01));
      hand.ends(delayed(bins, toMs(job)));
    }
    flushSync();
    return seen.size;
  }

  /** Compares the visible time of the shown run. */
  compare(lane: number, t0 = 0, view = 'queue-delay'): ReturnType<OtherSeeds['compare']> {
    const own = this.bench.workspace.run.lanes[lane];
    // The simulator of these tests counts no packets.
    const of = (value: number): LaneColumns['sent'] => ({
      ...{ ...own.delayMean, values: own.delayMean.values.map(() => value) },
    });
    const counted = { sent: of(10), offered: of(10), drops: of(1), marks: of(2) };
    const columns = { ...own, ...counted, marked: lane === 1 };
    return this.seeds.compare(view, lane, { columns, flows: undefined }, t0, 30);
  }

  /** Returns the ribbons of a lane in the plot of the queue delay. */
  ribbons(lane: number, doneS: number, binS = 0.05): ReturnType<Ribbons['at']> {
    const whole = { doneS, hasMarks: false, isNarrow: false };
    return this.seeds.ribbonsOf('queue-delay', lane, whole)?.at(binS) ?? [];
  }
}

test('each lane gets ribbons up to the end of the run, which grow with it', async () => {
  const stage = await new Stage().played(5000);
  expect(stage.complete()).toBe(20);
  const { seeds } = stage;
  const doneS = stage.bench.workspace.run.doneS;
  for (const lane of [0, 1]) {
    const [most, half] = stage.ribbons(lane, doneS);
    expect([most.label, half.label]).toEqual(['90 %', 'half']);
    expect(most.low.stepS).toBe(0.05);
    expect(most.low.length).toBe(Math.floor(doneS / 0.05 + 1e-6));
    // Seeds 2 to 11, because the page shows seed 1.
    expect([most.low.values[7], half.high.values[7]]).toEqual([
      expect.closeTo(2.45, 5),
      expect.closeTo(8.75, 5),
    ]);
  }
  expect(stage.ribbons(0, 1e9)[0].low.length).toBe(60 / 0.05);
  expect(stage.ribbons(0, 1e9, 0.2)[0].low.length).toBe(60 / 0.2);
  expect(stage.ribbons(7, doneS)).toEqual([]);
  const all = { doneS, hasMarks: false, isNarrow: true };
  expect(seeds.ribbonsOf('no-such-view', 0, all)).toBeUndefined();
  const steps = ['queue-delay', 'utilization', 'drops-and-marks', 'goodput'].map((view) => {
    const ribbons = seeds.ribbonsOf(view, 0, all);
    return [ribbons?.stepS, ribbons?.at(1).map(({ label }) => label)];
  });
  expect(steps).toEqual([0.05, 0.2, 0.05, 1].map((stepS) => [stepS, ['half']]));
});

test('after an edit ribbons end where it takes effect; it settles before new runs start', async () => {
  const stage = await new Stage().played(5000);
  stage.complete();
  const { workspace } = stage.bench;
  const editS = workspace.run.frontierS;
  workspace.controls.set(path.rtt, 20);
  await stage.bench.pass(50);
  workspace.transport.togglePlay();
  await stage.bench.pass(2000);
  flushSync();
  const { doneS } = workspace.run;
  expect(doneS).toBeGreaterThan(editS + 1);
  const ends = (): number[] =>
    [0, 1].map((lane) => stage.ribbons(lane, doneS)[0].low.length * 0.05);
  for (const end of ends()) {
    expect(end).toBeLessThanOrEqual(editS);
    expect(end).toBeGreaterThan(editS - 0.06);
  }
  const made = stage.crew.hands.length + stage.crew.hands[0].received.length;
  stage.crew.wait(300);
  expect(stage.crew.hands.length + stage.crew.hands[0].received.length).toBe(made);
  expect(stage.complete()).toBe(20);
  for (const end of ends()) expect(end).toBeGreaterThan(doneS - 0.06);
});

test('a change of one lane leaves the others alone, and an edit ends running jobs', async () => {
  const stage = await new Stage().played(3000);
  stage.complete();
  const { workspace } = stage.bench;
  workspace.controls.set(path.parameter(1, 'targetMs'), 20);
  await stage.bench.pass(50);
  const before = stage.crew.hands[0].received.length;
  flushSync();
  stage.crew.wait(1000);
  const job = stage.crew.alive[0].last.job as SeedJob;
  expect((JSON.parse(job.scenario) as typeof PLAIN).queues[0].kind).toBe('codel');
  expect(stage.seeds.progress).toMatchObject({ of: 10 });
  const running = stage.crew.alive[0];
  workspace.controls.set(path.rtt, 20);
  await stage.bench.pass(50);
  flushSync();
  expect([running.isGone, stage.seeds.progress]).toEqual([true, undefined]);
  expect(before).toBe(20);
});

test('the shown run is computed before other seeds', async () => {
  const stage = new Stage();
  const { workspace } = stage.bench;
  await stage.bench.opened();
  workspace.run.load(40, false);
  expect(workspace.run.phase).toBe('busy');
  expect(stage.complete()).toBe(0);
  await stage.bench.rested();
  expect(stage.complete()).toBe(20);
});

test('nothing is computed during a held burst, because its length is not known', async () => {
  const stage = new Stage();
  await stage.bench.opened();
  await stage.bench.pass(2000);
  stage.complete();
  const { bursts } = stage.bench.workspace;
  bursts.hold(20);
  await stage.bench.pass(500);
  flushSync();
  expect(stage.complete()).toBe(1);
  bursts.release();
  await stage.bench.pass(50);
  expect(stage.complete()).toBe(20);
});

test('the shown run is compared when all runs are there, over the bins that are visible', async () => {
  const stage = await new Stage().played(5000);
  expect(stage.compare(1)).toBeUndefined();
  stage.complete();
  // The delay of the second lane is ten, without changes.
  const near = (value: number): number => expect.closeTo(value, 9) as number;
  const comparison = (name: string, value: number): unknown => ({
    ...{ value: near(value), low: near(2.45), high: near(10.55) },
    measure: expect.objectContaining({ name }) as unknown,
  });
  expect(stage.compare(1)).toEqual([comparison('Mean delay', 10)]);
  expect(stage.compare(0)?.[0].value).toBe(0);
  expect(stage.compare(0, 0, 'drops-and-marks')).toEqual([comparison('Drop rate', 100 / 11)]);
  // Only a lane that marks has a mark rate.
  expect(stage.compare(1, 0, 'drops-and-marks')?.[1]).toMatchObject({
    ...{ measure: { name: 'Mark rate' }, value: near(200 / 11), high: 0 },
  });
  // The samples of the flows have not arrived yet.
  expect(stage.compare(1, 0, 'goodput')).toBeUndefined();
  // Less than a second is visible.
  expect(stage.compare(0, 4.5)).toBeUndefined();
  // With a larger number of seeds, there is no comparison before all runs are complete.
  stage.bench.workspace.display.seeds = 20;
  flushSync();
  expect(stage.compare(1)).toBeUndefined();
  expect(stage.complete()).toBe(20);
  expect(stage.compare(1)?.[0].high).toBeCloseTo(20.05, 9);
});

test('after an edit nothing is said about the time behind it until the runs are renewed', async () => {
  const stage = await new Stage().played(5000);
  stage.complete();
  const { workspace } = stage.bench;
  workspace.controls.set(path.rtt, 20);
  workspace.transport.togglePlay();
  await stage.bench.pass(2000);
  flushSync();
  expect(stage.compare(0)).toBeUndefined();
  stage.complete();
  expect(stage.compare(0)).toBeDefined();
});

test('another shown seed needs one run a lane', async () => {
  const stage = await new Stage().played(3000);
  stage.complete();
  stage.bench.workspace.editor.reseed(2);
  await stage.bench.rested();
  expect(stage.complete()).toBe(2);
});
