import { expect, test } from 'vitest';
import type { SeedJob } from '../../core/batch/jobs';
import { Crew } from '../../core/batch/testing/crew';
import type { Change } from '../../core/document/scenario';
import { PLAIN } from '../../core/state/testing';
import { laneDocument } from './lane-document';
import { MEASURES } from './measures';
import { best, SeedRuns, type Wish } from './seed-runs';
import { delayed } from './testing';

const rtt = (atS: number): Change => ({ atS, set: 'link.rttMs', to: 20 });
const wish = (more: Partial<Wish> = {}, changes: Change[] = []): Wish => ({
  lanes: [0, 1].map((lane) => laneDocument({ ...PLAIN, changes }, lane)),
  seeds: [2, 3],
  toS: 1,
  durationS: 60,
  rateMbps: 10,
  ...more,
});

/** Values of a run: 20 bins of 50 ms, with one packet each that waited `ms`. */
const values = (ms: number): number[] => delayed(20, ms);

class Stage {
  readonly crew = new Crew(1);
  readonly runs: SeedRuns;
  changes = 0;

  constructor() {
    this.runs = new SeedRuns(this.crew.pool, () => this.changes++);
  }

  get job(): SeedJob {
    return this.crew.alive[0].last.job as SeedJob;
  }

  /** Ends the running job, whose delay is its seed. Returns "kind seed". */
  next(): string {
    const { scenario, seed } = this.job;
    const [{ kind }] = (JSON.parse(scenario) as typeof PLAIN).queues;
    this.crew.alive[0].ends(values(seed));
    return `${kind} ${seed}`;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a lane has a ribbon when all its runs are there, one lane after the other', async () => {
  const stage = new Stage();
  const { runs } = stage;
  runs.compute(wish());
  expect(stage.job).toMatchObject({ lane: 0, toS: 1, samples: 5 });
  expect([stage.next(), runs.ribbons.length, runs.progress?.ended]).toEqual(['droptail 2', 0, 1]);
  expect([stage.next(), runs.ribbons.length]).toEqual(['droptail 3', 1]);
  expect(runs.ribbons[0]).toMatchObject({ binS: 0.05, seeds: [2, 3], toS: 1 });
  const [{ drawn }] = MEASURES['queue-delay'];
  const { bands } = runs.ribbons[0];
  expect([...bands(drawn, 1).half.low]).toEqual(Array(20).fill(2.25));
  expect([...bands(drawn, 4).half.low]).toEqual(Array(5).fill(2.25));
  expect(bands(drawn, 4)).toBe(bands(drawn, 4));
  expect([stage.next(), stage.next()]).toEqual(['codel 2', 'codel 3']);
  await settled();
  expect([runs.ribbons.length, runs.progress, runs.failure]).toEqual([2, undefined, undefined]);
});

test('after an edit a ribbon holds until it takes effect, and is then renewed', () => {
  const stage = new Stage();
  const { runs } = stage;
  runs.compute(wish({ toS: 60 }));
  for (let i = 0; i < 4; i++) stage.next();
  const [before, after] = [wish(), wish({}, [rtt(30)])].map(({ lanes }) => lanes[1]);
  expect(best(runs.ribbons, before)?.untilS).toBe(60);
  expect(best(runs.ribbons, after)?.untilS).toBe(30);
  runs.compute(wish({ toS: 60 }, [rtt(30)]));
  for (let i = 0; i < 4; i++) stage.next();
  expect(best(runs.ribbons, after)?.untilS).toBe(60);
  // Undo: the former runs are still there.
  expect(best(runs.ribbons, before)?.untilS).toBe(60);
  const another = laneDocument({ ...PLAIN, link: { ...PLAIN.link, rttMs: 1 } }, 0);
  expect(best(runs.ribbons, another)).toBeUndefined();
});

test('only missing runs are computed', () => {
  const stage = new Stage();
  const { runs } = stage;
  runs.compute(wish());
  for (let i = 0; i < 4; i++) stage.next();
  // Another seed is shown: seed 2 is needed no longer, seed 1 is new.
  runs.compute(wish({ seeds: [1, 3] }));
  expect([stage.next(), stage.next()]).toEqual(['droptail 1', 'codel 1']);
  expect(runs.ribbons.map(({ seeds }) => seeds)).toEqual([
    [1, 3],
    [1, 3],
  ]);
  const made = stage.crew.hands.reduce((sum, { received }) => sum + received.length, 0);
  runs.compute(wish({ toS: 0.5 }));
  runs.compute(wish({ lanes: wish().lanes.slice(1) }));
  expect(stage.crew.hands.reduce((sum, { received }) => sum + received.length, 0)).toBe(made);
  expect(runs.ribbons.map(({ seeds }) => seeds)).toContainEqual([2, 3]);
});

test('two equal lanes share their runs', () => {
  const stage = new Stage();
  const [lane] = wish().lanes;
  stage.runs.compute(wish({ lanes: [lane, lane] }));
  stage.next();
  stage.next();
  expect(stage.runs.ribbons).toHaveLength(1);
  expect(stage.crew.hands[0].received).toHaveLength(2);
});

test('a new wish ends the former one and keeps its results', async () => {
  const stage = new Stage();
  const { runs } = stage;
  runs.compute(wish());
  stage.next();
  const obsolete = stage.crew.alive[0];
  runs.compute(wish({ lanes: wish().lanes.slice(0, 1) }));
  expect(obsolete.isGone).toBe(true);
  obsolete.ends(values(9));
  expect(stage.next()).toBe('droptail 3');
  await settled();
  expect(runs.ribbons).toHaveLength(1);
  runs.compute(wish());
  runs.stop();
  expect(stage.crew.alive).toHaveLength(0);
  expect(runs.progress).toBeUndefined();
});

test('without one of its runs a lane has no ribbon, and the reason is kept', async () => {
  const stage = new Stage();
  const { runs } = stage;
  runs.compute(wish());
  stage.crew.alive[0].fails('failed', 'no such lane');
  for (let i = 0; i < 3; i++) stage.next();
  await settled();
  expect([runs.ribbons.length, runs.failure]).toEqual([1, 'no such lane']);
  runs.compute(wish());
  expect(runs.failure).toBeUndefined();
});
