import { expect, test, vi } from 'vitest';
import type { Outcome, PaperJob, RunOptions } from '../../core/batch';
import type { Core } from './core';
import { Papers, type Tools } from './papers.svelte';
import type { Item, Paper, Report } from './report.generated';
import { problemsOf } from '../../core/sim/problems';
import type { Kept, Storage } from './storage';

const maker = { version: '1.0', build: 'new' };
const group = { name: '', label: 'As published', isDiscipline: false };
const item = (name: string): Item => ({
  name,
  id: '1',
  number: '1',
  group,
  label: 'Table 1',
  title: '',
  runs: 4,
  weight: 4,
});
const paper = (name: string): Paper => ({
  name,
  authors: '',
  year: null,
  title: '',
  citation: '',
  items: [item(`${name}/1`)],
  leftOut: [],
});

/** A report with two rows of two runs each; the value is the mean. A run has one number. */
function report(results: readonly (Float64Array | undefined)[]): Report {
  const row = (runs: readonly number[]): Report['rows'][number] => {
    const known = runs.flatMap((run) => results[run]?.[0] ?? []);
    const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
    const ours = known.length > 0 ? { mean, sd: null, ci95: null, n: known.length } : null;
    return {
      at: `${runs[0]}`,
      x: null,
      queue: 'pie',
      runs,
      scenario: null,
      values: [
        {
          published: null,
          other: null,
          ours,
          tolerance: null,
          within: null,
          deviation: null,
          grade: null,
        },
      ],
    };
  };
  return {
    notes: [],
    publishedBy: 'paper',
    other: null,
    x: null,
    measures: [{ name: 'm', unit: 'ms', decimals: 0 }],
    rows: [row([0, 1]), row([2, 3])],
    findings: [],
    goals: [],
    plots: [],
  };
}

const core: Core = {
  maker,
  catalogue: () => ({ papers: [paper('p')] }),
  open: (files) => {
    const { name } = JSON.parse((JSON.parse(files) as { a: string }).a) as { name: string };
    if (name === 'p') throw new Error('[{ "path": "name", "message": "is known." }]');
    return paper(name);
  },
  runs: () => Array.from({ length: 4 }, () => ({ weight: 1, lane: 0, scenario: '{}' })),
  grow: () => {
    const results: Float64Array[] = [];
    return {
      put: (run, values) => {
        if (values.length !== 1) throw new Error('not those of this run');
        results[run] = values;
      },
      report: () => report(results),
    };
  },
};

function setUp(stored: readonly unknown[] = [], others: Partial<Tools> = {}) {
  const put: Kept[] = [];
  const removed: unknown[] = [];
  const sent: Kept[] = [];
  const storage: Storage = {
    load: () => Promise.resolve(stored),
    put: (results) => Promise.resolve(void put.push(...results)),
    remove: (runs) => Promise.resolve(void removed.push(...runs)),
  };
  let options: RunOptions<PaperJob> | undefined;
  let jobs: readonly PaperJob[] = [];
  let end: (outcome: Outcome) => void = () => undefined;
  const timers: (() => void)[] = [];
  const warn = vi.fn();
  const shares: (number | undefined)[] = [];
  const papers = new Papers(core, {
    runner: {
      workers: 2,
      run: (given, with_) => {
        [jobs, options] = [given, with_];
        return new Promise((settle) => (end = settle));
      },
      expectedS: () => undefined,
    },
    openStorage: () => Promise.resolve(storage),
    later: (callback) => void timers.push(callback),
    now: () => 7,
    send: (results) => void sent.push(...results),
    warn,
    showWork: (share) => shares.push(share),
    ...others,
  });
  return {
    papers,
    results: papers.results('p/1'),
    put,
    removed,
    sent,
    warn,
    shares,
    jobs: () => jobs.map(({ run }) => run),
    started: () => ({ jobs, options: options! }),
    result: (run: number, value: number) =>
      options!.onResult(
        jobs.find((job) => job.run === run)!,
        Float64Array.of(value),
        5,
      ),
    failure: (run: number) =>
      options!.onFailure(
        jobs.find((job) => job.run === run)!,
        'broken',
      ),
    isCancelled: () => options?.signal?.aborted,
    end: async (outcome: Outcome) => {
      end(outcome);
      await new Promise((settle) => setTimeout(settle));
    },
    tick: () => {
      for (const timer of timers.splice(0)) timer();
    },
  };
}
const kept = (run: number, value: number, build = 'new'): Kept => ({
  item: 'p/1',
  run,
  values: Float64Array.of(value),
  tookMs: 1,
  atMs: 1,
  version: '1.0',
  build,
});

test('results come in, are reported a little later, and are kept', async () => {
  const all = setUp();
  await all.papers.restore();
  all.papers.refresh(all.results);
  void all.papers.run('Table 1', [{ results: all.results, runs: [0, 1] }]);
  expect(all.results.states).toEqual(['queued', 'queued', 'none', 'none']);
  all.result(0, 10);
  expect(all.results.report?.rows[0].values[0].ours).toBeNull();
  all.tick();
  expect(all.results.report?.rows[0].values[0].ours).toMatchObject({ mean: 10, n: 1 });
  expect(all.results.states).toEqual(['done', 'queued', 'none', 'none']);
  all.result(1, 20);
  await all.end('done');
  expect(all.results.report?.rows[0].values[0].ours).toMatchObject({ mean: 15, n: 2 });
  expect(all.results.made).toBe(2);
  expect(all.put).toMatchObject([
    { item: 'p/1', run: 0, ...maker, tookMs: 5, atMs: 7 },
    { item: 'p/1', run: 1 },
  ]);
  expect(all.papers.activity).toBeUndefined();
  expect(all.shares.at(-1)).toBeUndefined();
  expect(all.papers.ending).toBe('Table 1: 100 % done.');
});

test('a cancel keeps what has ended; the rest does not wait any more', async () => {
  const all = setUp();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0, 1, 2] }]);
  all.result(0, 10);
  expect(all.papers.activity).toMatchObject({ what: 'Table 1', of: 3 });
  all.papers.cancel();
  expect(all.isCancelled()).toBe(true);
  await all.end('cancelled');
  expect(all.papers.ending).toBe('Table 1: cancelled.');
  expect(all.results.states).toEqual(['done', 'none', 'none', 'none']);
  expect(all.results.missing([0, 1, 2])).toEqual([1, 2]);
});

test('a run that waits is not run twice', async () => {
  const all = setUp();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0, 1] }]);
  void all.papers.run('row', [{ results: all.results, runs: [1, 2] }]);
  expect(all.jobs()).toEqual([2]);
  expect(all.papers.activity).toMatchObject({ what: '2 selections', of: 3 });
  await all.end('done');
});

test('a failed run says why until it is run again', async () => {
  const all = setUp();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0, 1] }]);
  all.failure(0);
  all.result(1, 20);
  await all.end('done');
  expect(all.results.states.slice(0, 2)).toEqual(['failed', 'done']);
  expect(all.results.failure(0)).toBe('broken');
  void all.papers.run('Table 1', [{ results: all.results, runs: [0] }]);
  expect(all.results.states[0]).toBe('queued');
  expect(all.results.failure(0)).toBeUndefined();
});

test('results of another build are old, and count until they are made again', async () => {
  const all = setUp([kept(0, 10), kept(1, 30, 'former')]);
  await all.papers.restore();
  all.papers.refresh(all.results);
  expect(all.results.states).toEqual(['done', 'old', 'none', 'none']);
  expect(all.results.report?.rows[0].values[0].ours).toMatchObject({ mean: 20, n: 2 });
  expect(all.results.olderVersions).toEqual(['1.0, build former']);
  expect(all.results.missing([0, 1])).toEqual([1]);
});

test('stored data that are no results of these runs are dropped', async () => {
  const wrong = [
    null,
    7,
    { ...kept(0, 1), values: [1] },
    { ...kept(0, 1), run: -1 },
    { ...kept(0, 1), item: 'p/2' },
    kept(9, 1),
    { ...kept(2, 1), values: new Float64Array(3) },
    kept(3, 40),
  ];
  const all = setUp(wrong);
  await all.papers.restore();
  all.papers.refresh(all.results);
  expect(all.results.states).toEqual(['none', 'none', 'none', 'done']);
  expect(all.results.report?.rows[1].values[0].ours).toMatchObject({ mean: 40, n: 1 });
  expect(all.removed).toContainEqual(['p/1', 9]);
  expect(all.removed).toContainEqual(['p/1', 2]);
  expect(all.warn).not.toHaveBeenCalled();
});

test('without a storage everything works, and the user is told once', async () => {
  const all = setUp([], { openStorage: () => Promise.reject(new Error('refused')) });
  await all.papers.restore();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0] }]);
  all.result(0, 10);
  await all.end('done');
  expect(all.results.states[0]).toBe('done');
  expect(all.warn).toHaveBeenCalledTimes(1);
});

test('a full storage loses no result of this page', async () => {
  const full: Storage = {
    load: () => Promise.resolve([]),
    put: () => Promise.reject(new Error('full')),
    remove: () => Promise.resolve(),
  };
  const all = setUp([], { openStorage: () => Promise.resolve(full) });
  await all.papers.restore();
  for (const run of [0, 1]) {
    void all.papers.run('Table 1', [{ results: all.results, runs: [run] }]);
    all.result(run, 10);
    await all.end('done');
  }
  expect(all.results.states.slice(0, 2)).toEqual(['done', 'done']);
  expect(all.warn).toHaveBeenCalledTimes(1);
});

test('results are written when the page is left, before any timer elapses', async () => {
  const all = setUp();
  await all.papers.restore();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0, 1] }]);
  all.result(0, 10);
  all.papers.leave();
  expect(all.put).toMatchObject([{ run: 0 }]);
});

test('another tab shows results as soon as they are made', async () => {
  const [one, two] = [setUp(), setUp([kept(3, 4, 'former')])];
  await two.papers.restore();
  two.papers.refresh(two.results);
  void one.papers.run('Table 1', [{ results: one.results, runs: [0, 3] }]);
  one.result(0, 10);
  one.result(3, 30);
  one.tick();
  two.papers.receive(structuredClone(one.sent));
  expect(two.results.states).toEqual(['done', 'none', 'none', 'done']);
  two.tick();
  expect(two.results.report?.rows[0].values[0].ours).toMatchObject({ mean: 10, n: 1 });
  expect(two.results.report?.rows[1].values[0].ours).toMatchObject({ mean: 30, n: 1 });
});

test('results of other versions, and messages that are no results, replace nothing', async () => {
  const all = setUp([kept(0, 10)]);
  await all.papers.restore();
  all.papers.receive([kept(0, 99, 'former'), { ...kept(1, 5), run: 9 }, null, { item: 'p/1' }]);
  all.papers.receive('nonsense');
  all.papers.refresh(all.results);
  expect(all.results.states).toEqual(['done', 'none', 'none', 'none']);
  expect(all.results.report?.rows[0].values[0].ours).toMatchObject({ mean: 10 });
});

test('a storage that never answers is reported once, and blocks nothing', async () => {
  vi.useFakeTimers();
  const all = setUp([], { openStorage: () => new Promise(() => undefined) });
  const restored = all.papers.restore();
  await vi.advanceTimersByTimeAsync(5000);
  await restored;
  vi.useRealTimers();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0] }]);
  all.result(0, 10);
  await all.end('done');
  expect(all.results.states[0]).toBe('done');
  expect(all.warn).toHaveBeenCalledTimes(1);
  expect(all.warn.mock.calls[0][0]).toContain('did not answer for 4 s');
});

test('a storage that answers late still gives and keeps results', async () => {
  vi.useFakeTimers();
  const put: Kept[] = [];
  let answer: (storage: Storage) => void = () => undefined;
  const all = setUp([], { openStorage: () => new Promise((settle) => (answer = settle)) });
  const restored = all.papers.restore();
  await vi.advanceTimersByTimeAsync(5000);
  await restored;
  vi.useRealTimers();
  void all.papers.run('Table 1', [{ results: all.results, runs: [0] }]);
  all.result(0, 10);
  await all.end('done');
  answer({
    load: () => Promise.resolve([kept(1, 20)]),
    put: (results) => Promise.resolve(void put.push(...results)),
    remove: () => Promise.resolve(),
  });
  await new Promise((settle) => setTimeout(settle));
  expect(all.results.states.slice(0, 2)).toEqual(['done', 'done']);
  expect(put).toMatchObject([{ run: 0 }]);
});

test('an opened paper runs with its files, and its results are not kept', () => {
  const { papers, ...rest } = setUp();
  const files = new Map([['a', '{ "name": "q" }']]);
  expect(papers.open(files).name).toBe('q');
  expect(papers.catalogue.papers.map(({ name }) => name)).toEqual(['p', 'q']);
  expect(papers.catalogue.papers.map((one) => papers.isOpened(one))).toEqual([false, true]);
  const results = papers.results('q/1');
  void papers.run('Table 1', [{ results, runs: [0] }]);
  const { jobs, options } = rest.started();
  expect(jobs).toMatchObject([{ item: 'q/1', files: JSON.stringify(Object.fromEntries(files)) }]);
  // The same paper is opened again: a result of the former one does not belong to it.
  papers.open(files);
  options.onResult(jobs[0], Float64Array.of(1), 1);
  expect([results.states[0], papers.results('q/1').states[0]]).toEqual(['queued', 'none']);
  papers.leave();
  expect([rest.put, rest.sent]).toEqual([[], []]);
  expect(papers.catalogue.papers).toHaveLength(2);
});

test('a file that is no paper has problems with their places', () => {
  const { papers } = setUp();
  const message = (() => {
    try {
      papers.open(new Map([['a', '{ "name": "p" }']]));
    } catch (error) {
      return problemsOf(error);
    }
    return undefined;
  })();
  expect(message).toEqual([{ path: 'name', message: 'is known.' }]);
  expect(problemsOf('crash', 'The file')).toEqual([{ path: 'The file', message: 'crash' }]);
});
