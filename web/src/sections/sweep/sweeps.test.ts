import { beforeEach, describe, expect, test } from 'vitest';
import type { Outcome, RunOptions, Wanted } from '../../core/batch';
import { firstScenario } from '../../core/content/first-scenario';
import type { Core } from './expansion';
import { toPath } from './link';
import type { Override } from './overrides';
import { type Plan, seedsOf, suggestion, withSeeds } from './plan';
import type { Numbered, Package } from './around';
import { Sweeps } from './sweeps.svelte';

/** A stand-in for the simulator's sweep: one axis, two lanes, one measure per name. It refuses the value -1. */
class FakeCore implements Core {
  static alive = 0;
  readonly #plan: Plan;
  readonly #values: readonly unknown[];
  readonly #names: readonly string[];
  readonly puts = new Map<number, Float64Array>();
  constructor(text: string) {
    this.#plan = JSON.parse(text) as Plan;
    const [axis] = this.#plan.vary ?? [];
    this.#values = axis && 'values' in axis ? axis.values : [0];
    if (this.#values.includes(-1))
      throw new Error(JSON.stringify([{ path: 'link.rttMs', message: 'is -1' }]));
    this.#names = this.#plan.measures?.length ? this.#plan.measures : ['utilization'];
    FakeCore.alive++;
  }
  plan = (): string => JSON.stringify(this.#plan);
  description = (): string =>
    JSON.stringify({
      axes: [{ path: 'link.rttMs', values: this.#values }],
      seeds: seedsOf(this.#plan),
      measures: this.#names,
      rows: this.#values.flatMap((_, cell) => [0, 1].map((lane) => ({ cell, lane, weight: 10 }))),
      cells: this.#values.map((value) => ({ case: null, set: {}, scenario: `s${String(value)}` })),
      overrides: replaced(this.#plan),
    });
  indifferent = (): Uint32Array => new Uint32Array();
  put(index: number, values: Float64Array): void {
    expect(values.length).toBe(this.#names.length);
    this.puts.set(index, values);
  }
  estimates(measure: number): Float64Array {
    const seeds = seedsOf(this.#plan).length;
    const rows = 2 * this.#values.length;
    return Float64Array.from(
      Array.from({ length: rows }, (_, row) => {
        const own = [...this.puts].filter(([index]) => Math.floor(index / seeds) === row);
        return [own.length, own[0]?.[1][measure] ?? NaN, NaN];
      }).flat(),
    );
  }
  csv = (): string => `${this.puts.size} runs`;
  free(): void {
    FakeCore.alive--;
  }
}

/** The first change of the path of each parameter, as an override. */
const replaced = ({ scenario, vary = [] }: Plan): readonly Override[] =>
  vary.flatMap(({ path }, axis) => {
    const index = (scenario.changes ?? []).findIndex(({ set }) => set === path);
    if (index < 0) return [];
    const { atS: fromS } = scenario.changes![index];
    const isWhole = fromS === 0;
    const nothing = { group: null, lanes: [], untilS: null };
    return [{ axis, kind: 'change', index, set: path, ...nothing, fromS, isWhole }];
  });

/** Wall time, pool and storage of a test. */
class Bench {
  readonly stored = new Map<string, unknown>();
  version = '1.0.0';
  build = 'a';
  fails = false;
  /** Another section is shown. */
  isAway = false;
  works: (number | undefined)[] = [];
  paths: string[] = [];
  refusals: string[] = [];
  warnings: string[] = [];
  sent: unknown[] = [];
  storageProblem: string | undefined;
  probed: (readonly Wanted[])[] = [];
  msPerWeight: number | undefined = 30;
  jobs: Numbered[] = [];
  options: RunOptions<Numbered> | undefined;
  #settle: ((outcome: Outcome) => void) | undefined;
  #timers: { callback: () => void }[] = [];

  open(): Sweeps {
    const sweeps = new Sweeps({
      load: () =>
        this.fails
          ? Promise.reject(new Error('no network'))
          : Promise.resolve({
              Sweep: FakeCore,
              sweepOverrides: (plan) => JSON.stringify(replaced(JSON.parse(plan) as Plan)),
              version: () => this.version,
              build: this.build,
            } satisfies Package),
      pool: {
        workers: 2,
        run: (jobs, options) => {
          this.jobs = [...jobs];
          this.options = options;
          options.signal?.addEventListener('abort', () => this.#settle?.('cancelled'));
          return new Promise((settle) => (this.#settle = settle));
        },
      },
      probe: (runs) => {
        this.probed.push(runs);
        return Promise.resolve(this.msPerWeight);
      },
      storage: {
        get: (key) =>
          Promise.resolve(
            bench.storageProblem === undefined ? structuredClone(this.stored.get(key)) : undefined,
          ),
        write: (changes) => {
          if (bench.storageProblem !== undefined) return Promise.resolve(false);
          for (const [key, value] of changes)
            if (value === undefined) this.stored.delete(key);
            else this.stored.set(key, structuredClone(value));
          return Promise.resolve(true);
        },
        get problem() {
          return bench.storageProblem;
        },
      },
      send: (message) => this.sent.push(message),
      later: (callback) => {
        const timer = { callback };
        this.#timers.push(timer);
        return () => (this.#timers = this.#timers.filter((one) => one !== timer));
      },
    });
    sweeps.connect({
      works: (share) => this.works.push(share),
      moved: (path) => {
        if (this.isAway) return false;
        this.paths.push(path);
        return true;
      },
      refused: (message) => this.refusals.push(message),
      warn: (message) => this.warnings.push(message),
    });
    return sweeps;
  }

  /** Lets all timers elapse and all promises settle. Addresses are packed in other threads, which a busy machine delays. */
  async rest(): Promise<void> {
    for (let round = 0; round < 12; round++) {
      for (const { callback } of this.#timers.splice(0)) callback();
      await new Promise((done) => setTimeout(done, 5));
    }
  }

  /** Ends the first `count` waiting jobs; the value is the seed. */
  end(count: number): void {
    for (const job of this.jobs.splice(0, count)) {
      const names = job.measures.split(',');
      this.options!.onResult(job, new Float64Array(names.length).fill(job.seed), 1);
    }
    if (this.jobs.length === 0) this.#settle?.('done');
  }
}

const PLAN: Plan = {
  ...suggestion(firstScenario),
  vary: [{ path: 'link.rttMs', values: [10, 20, 30] }],
  seeds: { count: 2 },
  measures: ['utilization'],
};

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
  FakeCore.alive = 0;
});

async function opened(plan = PLAN): Promise<Sweeps> {
  const sweeps = bench.open();
  await sweeps.open('', () => firstScenario);
  expect(await sweeps.openPlan(plan)).toEqual([]);
  await bench.rest();
  return sweeps;
}

describe('opening', () => {
  test('without anything, the section suggests a plan for the given scenario', async () => {
    const sweeps = bench.open();
    await sweeps.open('', () => firstScenario);
    expect(sweeps.plan?.scenario.title).toBe(firstScenario.title);
    expect(sweeps.left.runs).toBe(6 * 2 * 5);
    await bench.rest();
    expect(bench.paths.at(-1)).toBe(sweeps.path);
  });

  test('a link opens, a damaged one is refused and loses nothing', async () => {
    const sweeps = bench.open();
    await sweeps.open((await toPath(PLAN))!, () => firstScenario);
    expect(sweeps.expansion?.dimensions[0].values).toEqual([10, 20, 30]);
    await sweeps.open('v1.nonsense', () => firstScenario);
    expect(bench.refusals).toHaveLength(1);
    expect(sweeps.expansion?.dimensions[0].values).toEqual([10, 20, 30]);
    const bad = { ...PLAN, vary: [{ path: 'link.rttMs', values: [-1] }] };
    await sweeps.open((await toPath(bad))!, () => firstScenario);
    expect(bench.refusals).toHaveLength(2);
    expect(sweeps.problems).toEqual([]);
    expect(sweeps.expansion?.dimensions[0].values).toEqual([10, 20, 30]);
  });

  test('an edit just before the section is left is not undone by its old address', async () => {
    const sweeps = await opened();
    const address = bench.paths.at(-1)!;
    sweeps.edit({ ...PLAN, vary: [{ path: 'link.rttMs', values: [40, 50] }] });
    bench.isAway = true;
    await bench.rest();
    expect(bench.paths.at(-1)).toBe(address);
    bench.isAway = false;
    await sweeps.open(address, () => firstScenario);
    await bench.rest();
    expect(sweeps.expansion?.dimensions[0].values).toEqual([40, 50]);
    expect(bench.paths.at(-1)).toBe(sweeps.path);
    expect(sweeps.path).not.toBe(address);
    // Later the old address is a link like any other.
    await sweeps.open(address, () => firstScenario);
    expect(sweeps.expansion?.dimensions[0].values).toEqual([10, 20, 30]);
  });

  test('a simulator that does not load is reported, and tried again', async () => {
    bench.fails = true;
    const sweeps = bench.open();
    await sweeps.open('', () => firstScenario);
    expect(sweeps.broken).toBe('no network');
    bench.fails = false;
    await sweeps.open('', () => firstScenario);
    expect(sweeps.broken).toBeUndefined();
    expect(sweeps.plan).toBeDefined();
  });

  test('stored data of any form are no problem', async () => {
    for (const value of [null, 7, {}, { plan: 7, order: [] }, { plan: {}, order: 3 }]) {
      bench.stored.set('', value);
      const sweeps = bench.open();
      await sweeps.open('', () => firstScenario);
      expect(sweeps.plan, JSON.stringify(value)).toBeDefined();
    }
  });
});

test('an invalid edit reports its problems and keeps the results of the last valid plan', async () => {
  const sweeps = await opened();
  sweeps.edit({ ...PLAN, vary: [{ path: 'link.rttMs', values: [-1] }] });
  expect(sweeps.settle()).toBe(false);
  expect(sweeps.problems).toEqual([{ path: 'link.rttMs', message: 'is -1' }]);
  expect(sweeps.expansion?.runs).toBe(12);
  await sweeps.run();
  expect(bench.jobs).toEqual([]);
  sweeps.edit(PLAN);
  expect(sweeps.settle()).toBe(true);
  expect(sweeps.problems).toEqual([]);
  // Each replaced expansion has freed the simulator's memory.
  expect(FakeCore.alive).toBe(1);
});

describe('running', () => {
  test('every lane of every value runs with every seed', async () => {
    const sweeps = await opened();
    const run = sweeps.run();
    expect(bench.jobs).toHaveLength(12);
    expect(new Set(bench.jobs.map((j) => `${j.scenario}/${j.lane}/${j.seed}`)).size).toBe(12);
    expect(bench.works.at(-1)).toBe(0);
    bench.end(12);
    await run;
    expect(sweeps.left.runs).toBe(0);
    expect(sweeps.csv()).toBe('12 runs');
    expect(sweeps.progress).toBeUndefined();
    expect(bench.works.at(-1)).toBeUndefined();
    expect(sweeps.singles(0, 'utilization')).toEqual([
      { seed: 1, value: 1 },
      { seed: 2, value: 2 },
    ]);
  });

  test('cancelling keeps the finished runs, and the next run makes the others', async () => {
    const sweeps = await opened();
    const run = sweeps.run();
    bench.end(5);
    sweeps.cancel();
    await run;
    expect(sweeps.left).toMatchObject({ runs: 7 });
    void sweeps.run();
    expect(bench.jobs).toHaveLength(7);
    expect(bench.jobs.map(({ index }) => index)).toEqual([5, 6, 7, 8, 9, 10, 11]);
  });

  test('more seeds, another value and another measure of a lane use the runs so far', async () => {
    const sweeps = await opened();
    void sweeps.run();
    bench.end(12);
    await bench.rest();
    sweeps.edit(withSeeds(PLAN, 3));
    sweeps.settle();
    expect(sweeps.left.runs).toBe(6);
    sweeps.edit({ ...PLAN, vary: [{ path: 'link.rttMs', values: [20, 40] }] });
    sweeps.settle();
    expect(sweeps.left.runs).toBe(4);
    sweeps.edit({ ...PLAN, measures: ['queueDelayMs.p95', 'dropRate'] });
    sweeps.settle();
    expect(sweeps.left.runs).toBe(0);
    // A measure of a group was not made.
    sweeps.edit({ ...PLAN, measures: ['groups.0.queueDelayMs.p95'] });
    sweeps.settle();
    expect(sweeps.left.runs).toBe(12);
  });

  test('results of a plan that was edited meanwhile are not lost', async () => {
    const sweeps = await opened();
    void sweeps.run();
    sweeps.edit({ ...PLAN, vary: [{ path: 'link.rttMs', values: [30, 10] }] });
    sweeps.settle();
    bench.end(12);
    await bench.rest();
    expect(sweeps.left.runs).toBe(0);
    expect(sweeps.csv()).toBe('8 runs');
  });

  test('a failed run does not concern the others and can be run again', async () => {
    const sweeps = await opened();
    const run = sweeps.run();
    const [job] = bench.jobs.splice(3, 1);
    bench.options!.onFailure(job, 'out of memory');
    bench.end(11);
    await run;
    expect(sweeps.expansion?.failure(1)).toBe('out of memory');
    expect(sweeps.left).toMatchObject({ runs: 1 });
    expect(sweeps.failures).toEqual([[3, 'out of memory']]);
    void sweeps.retry();
    expect(bench.jobs.map(({ index }) => index)).toEqual([3]);
    expect(sweeps.failures).toEqual([]);
    bench.end(1);
    await bench.rest();
    expect(sweeps.expansion?.failure(1)).toBeUndefined();
    expect([sweeps.left.runs, sweeps.failures]).toEqual([0, []]);
  });

  test('single rows can run', async () => {
    const sweeps = await opened();
    void sweeps.run([2]);
    expect(bench.jobs.map(({ index }) => index)).toEqual([4, 5]);
  });
});

describe('the expected time', () => {
  test('comes from a probe of the plan, and then from its runs', async () => {
    const sweeps = bench.open();
    await sweeps.open((await toPath(PLAN))!, () => firstScenario);
    expect(sweeps.expectedS(120, 12)).toBeUndefined();
    await bench.rest();
    // Four runs that stand for equal parts of six rows.
    expect(bench.probed.map((runs) => runs.map(({ scenario, lane }) => scenario + lane))).toEqual([
      ['s100', 's200', 's201', 's301'],
    ]);
    // 120 units of 30 ms, on two workers.
    expect([sweeps.expectedS(120, 12), sweeps.isMeasured]).toEqual([1.8, false]);
    const run = sweeps.run();
    expect(bench.options?.expectedMs).toBe(30);
    bench.end(12);
    await run;
    // Each run of weight 10 took a millisecond.
    expect([sweeps.expectedS(120, 12), sweeps.isMeasured]).toEqual([0.006, true]);
    // More values do not change the scenario; another length does.
    sweeps.edit(withSeeds(sweeps.plan!, 9));
    await bench.rest();
    expect([sweeps.isMeasured, bench.probed.length]).toEqual([true, 1]);
    sweeps.edit({ ...PLAN, scenario: { ...PLAN.scenario, durationS: 7 } });
    sweeps.settle();
    expect(sweeps.expectedS(120, 12)).toBeUndefined();
    await bench.rest();
    expect([sweeps.expectedS(120, 1), bench.probed.length]).toEqual([3.6, 2]);
  });

  test('is a guess if no run can be probed', async () => {
    bench.msPerWeight = undefined;
    const sweeps = await opened();
    expect(sweeps.expectedS(1000, 2)).toBeCloseTo(0.004);
  });
});

describe('a reload', () => {
  async function made(count: number): Promise<void> {
    const sweeps = await opened();
    const run = sweeps.run();
    bench.end(count);
    sweeps.cancel();
    await run;
    await bench.rest();
  }

  test('restores the plan and the finished runs', async () => {
    await made(7);
    const sweeps = bench.open();
    await sweeps.open('', () => firstScenario);
    await bench.rest();
    expect(sweeps.plan?.vary).toEqual(PLAN.vary);
    expect(sweeps.left.runs).toBe(5);
    expect(sweeps.singles(0, 'utilization').map(({ value }) => value)).toEqual([1, 2]);
  });

  test('by the link restores the finished runs too', async () => {
    await made(12);
    const sweeps = bench.open();
    await sweeps.open((await toPath(PLAN))!, () => firstScenario);
    await bench.rest();
    expect(sweeps.left.runs).toBe(0);
  });

  test('does not show results of another version', async () => {
    await made(12);
    bench.build = 'b';
    bench.version = '1.0.1';
    const sweeps = bench.open();
    await sweeps.open('', () => firstScenario);
    await bench.rest();
    expect(sweeps.formerVersion).toBe('1.0.0');
    expect(sweeps.left.runs).toBe(12);
  });

  test('drops damaged results', async () => {
    await made(12);
    const maker = { version: '1.0.0', build: 'a', plan: PLAN };
    for (const damaged of [{ ...maker, results: { names: 3 } }, { ...maker, results: null }, 5]) {
      for (const key of bench.stored.keys()) if (key !== '') bench.stored.set(key, damaged);
      const sweeps = bench.open();
      await sweeps.open('', () => firstScenario);
      await bench.rest();
      expect(sweeps.left.runs).toBe(12);
      expect(sweeps.formerVersion).toBeUndefined();
    }
  });

  test('keeps the latest five sweeps', async () => {
    for (let i = 1; i <= 7; i++) {
      const sweeps = await opened({ ...PLAN, vary: [{ path: 'link.rttMs', values: [i] }] });
      const run = sweeps.run();
      bench.end(4);
      await run;
      await bench.rest();
    }
    expect(bench.stored.size).toBe(6);
  });

  test('right after the last run loses none', async () => {
    const sweeps = await opened();
    void sweeps.run();
    bench.end(7);
    // No timer has elapsed.
    sweeps.leave();
    const again = bench.open();
    await again.open('', () => firstScenario);
    await bench.rest();
    expect(again.left.runs).toBe(5);
  });
});

describe('two tabs', () => {
  test('see the results of each other, and lose none in the storage', async () => {
    const [one, two] = [await opened(), bench.open()];
    await two.open('', () => firstScenario);
    await bench.rest();
    const first = one.run();
    bench.end(4);
    one.cancel();
    await first;
    expect(two.left.runs).toBe(12);
    await two.receive(bench.sent.at(-1));
    expect(two.left.runs).toBe(8);
    // Both run at the same time: the second one overwrites what the first one wrote.
    const second = one.run();
    bench.end(3);
    one.cancel();
    await second;
    const fromOne = bench.sent.at(-1);
    const third = two.run();
    bench.jobs.reverse();
    bench.end(2);
    two.cancel();
    await third;
    const fromTwo = bench.sent.at(-1);
    await one.receive(fromTwo);
    await two.receive(fromOne);
    await bench.rest();
    await two.receive(bench.sent.at(-1));
    expect([one.left.runs, two.left.runs]).toEqual([3, 3]);
    const again = bench.open();
    await again.open('', () => firstScenario);
    await bench.rest();
    expect(again.left.runs).toBe(3);
  });

  test('ignore messages about other sweeps, or without a sense', async () => {
    const sweeps = await opened();
    for (const message of [null, 5, {}, { key: 7 }, { key: 'other' }])
      await sweeps.receive(message);
    expect(sweeps.left.runs).toBe(12);
  });
});

test('a storage that fails is reported once, and the sweep runs without it', async () => {
  bench.storageProblem = 'the storage did not answer for 4 s';
  const sweeps = await opened();
  const run = sweeps.run();
  bench.end(12);
  await run;
  await bench.rest();
  expect(sweeps.left.runs).toBe(0);
  expect(bench.warnings).toEqual([expect.stringContaining('did not answer for 4 s')]);
});

test('a slow storage loses no results: those of both the storage and the page are kept once it answers', async () => {
  const first = await opened();
  const before = first.run([0]);
  bench.end(2);
  await before;
  await bench.rest();

  bench.storageProblem = 'the storage did not answer for 4 s';
  const sweeps = await opened();
  expect(sweeps.left.runs).toBe(12);
  const run = sweeps.run([1]);
  bench.end(2);
  await run;
  await bench.rest();
  // Nothing was written over what the storage has.
  const made = (): number =>
    [...bench.stored.values()]
      .flatMap((value) => [...((value as { results?: { made: Uint8Array } }).results?.made ?? [])])
      .reduce((sum, one) => sum + one, 0);
  expect(made()).toBe(2);
  sweeps.leave();
  expect(made()).toBe(2);

  bench.storageProblem = undefined;
  await bench.rest();
  expect(sweeps.left.runs).toBe(8);
  expect(made()).toBe(4);
});

describe('values that a change of Live replaces', () => {
  const rtt = { atS: 2, set: 'link.rttMs', to: 40 };
  const rate = { atS: 3, set: 'link.rateMbps', to: 5 };
  const live = { ...firstScenario, changes: [rtt, rate] };
  const opened = async (): Promise<Sweeps> => {
    const sweeps = new Bench().open();
    await sweeps.open('', () => live);
    return sweeps;
  };
  const changes = (sweeps: Sweeps): unknown => sweeps.plan?.scenario.changes;

  test('the suggested plan leaves the change of its parameter out', async () => {
    const sweeps = await opened();
    expect(changes(sweeps)).toEqual([rate]);
    expect(Object.keys(sweeps.leftOut)).toEqual(['link.rttMs']);
    expect(sweeps.overridesAt('link.rttMs')).toEqual([]);
  });

  test('a kept change is shown, and can be left out again', async () => {
    const sweeps = await opened();
    sweeps.keep('link.rttMs');
    expect(sweeps.settle()).toBe(true);
    expect(changes(sweeps)).toEqual([rtt, rate]);
    expect(sweeps.overridesAt('link.rttMs')).toMatchObject([{ fromS: 2 }]);
    // An edit of the values does not ask again.
    sweeps.choose({ ...sweeps.plan!, vary: [{ path: 'link.rttMs', values: [7, 9] }] });
    sweeps.settle();
    expect(changes(sweeps)).toEqual([rtt, rate]);
    sweeps.leaveOut('link.rttMs');
    sweeps.settle();
    expect(changes(sweeps)).toEqual([rate]);
  });

  test('another parameter leaves its own changes out, and puts those of the former one back', async () => {
    const sweeps = await opened();
    sweeps.choose({ ...sweeps.plan!, vary: [{ path: 'link.rateMbps', values: [7, 9] }] });
    expect(changes(sweeps)).toEqual([rtt]);
    expect(Object.keys(sweeps.leftOut)).toEqual(['link.rateMbps']);
    sweeps.choose({ ...sweeps.plan!, vary: [] });
    expect(changes(sweeps)).toEqual([rtt, rate]);
  });

  test('another scenario forgets what was left out of the former one', async () => {
    const sweeps = await opened();
    sweeps.choose({ ...sweeps.plan!, scenario: { ...firstScenario, changes: [rate] } });
    expect(changes(sweeps)).toEqual([rate]);
    expect(sweeps.leftOut).toEqual({});
  });

  test('a plan of a file or a link keeps its changes and says so', async () => {
    const sweeps = new Bench().open();
    await sweeps.openPlan(suggestion(live));
    expect(changes(sweeps)).toEqual([rtt, rate]);
    expect(sweeps.leftOut).toEqual({});
    expect(sweeps.overridesAt('link.rttMs')).toHaveLength(1);
  });
});
