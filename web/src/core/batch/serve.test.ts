import { expect, test } from 'vitest';
import { read, type ReadingRunner, Stopped } from './reading';
import { type BatchCore, serve } from './serve';

const never = (): never => {
  throw new Error('not called in this test');
};
const core: BatchCore = {
  openPaper: never,
  openStory: never,
  measure: never,
  sweepRun: never,
  seedRun: never,
  groupRun: never,
  firstDifference: never,
  flentFile: never,
  samplesRun: never,
  storyNumbers: never,
  storyAsked: never,
};
const alive = (): void => undefined;
const wall = (): (() => number) => {
  let ms = 0;
  return () => (ms += 5);
};
const job = { kind: 'paper', item: 'a/1', run: 3, weight: 1 } as const;

test('a job returns its numbers and its computing time', () => {
  const measure = (item: string, run: number): Float64Array => {
    expect([item, run]).toEqual(['a/1', 3]);
    return Float64Array.of(1, NaN);
  };
  const answer = serve({ ...core, measure }, { task: 9, job }, wall(), alive);
  expect(answer).toEqual({ kind: 'done', task: 9, values: Float64Array.of(1, NaN), tookMs: 5 });
});

test('the files of a paper are read once', () => {
  const read: string[] = [];
  const openPaper = (files: string): string => {
    read.push(files);
    return '';
  };
  const own = { ...core, openPaper, measure: () => Float64Array.of(1) };
  for (const files of ['a', 'a', 'b', undefined])
    expect(serve(own, { task: 9, job: { ...job, files } }, wall(), alive).kind).toBe('done');
  expect(read).toEqual(['a', 'b']);
});

test('a refusal is told from a crash', () => {
  const throws = (error: unknown): BatchCore => ({
    ...core,
    measure: () => {
      throw error;
    },
  });
  const refused = serve(throws(new Error('no such item')), { task: 1, job }, wall(), alive);
  expect(refused).toEqual({ kind: 'failed', task: 1, message: 'no such item' });
  const trapped = serve(
    throws(new WebAssembly.RuntimeError('trap')),
    { task: 1, job },
    wall(),
    alive,
  );
  expect(trapped).toEqual({ kind: 'crashed', task: 1, message: 'trap' });
  const panicked = serve(throws('index out of bounds'), { task: 1, job }, wall(), alive);
  expect(panicked).toEqual({ kind: 'crashed', task: 1, message: 'index out of bounds' });
});

test('a probe simulates longer and longer until it takes long enough twice', () => {
  let ms = 0;
  const asked: number[] = [];
  // Each simulated second takes 4 ms.
  const seedRun = (...[, , , toS]: Parameters<BatchCore['seedRun']>): Float64Array => {
    asked.push(toS);
    ms += 4 * toS + (asked.length === 1 ? 100 : 0);
    return new Float64Array(1);
  };
  const values = (durationS: number): unknown => {
    const of = { scenario: '{}', lane: 0, seed: 1, weight: 1, durationS, mostMs: 90 };
    const answer = serve(
      { ...core, seedRun },
      { task: 1, job: { kind: 'probe', ...of } },
      () => ms,
      alive,
    );
    return answer.kind === 'done' && [...answer.values];
  };
  expect(values(600)).toEqual([20.25, 81]);
  // The first run was slow.
  expect(asked).toEqual([0.25, 0.25, 0.75, 2.25, 6.75, 20.25, 20.25]);
  expect(values(5)).toEqual([5, 20]);
});

test('each kind of job calls its function', () => {
  const called: unknown[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): Float64Array => {
      called.push([name, ...args]);
      return new Float64Array(1);
    };
  const noted = {
    openPaper: () => '{}',
    openStory: never,
    measure: note('measure'),
    sweepRun: note('sweepRun'),
    seedRun: note('seedRun'),
    groupRun: note('groupRun'),
    firstDifference: note('firstDifference'),
    flentFile: note('flentFile'),
    samplesRun: note('samplesRun'),
    storyNumbers: note('storyNumbers'),
    storyAsked: note('storyAsked'),
  };
  const [scenario, lane, seed, weight] = ['{}', 1, 7, 1];
  const sweep = { kind: 'sweep', scenario, lane, seed, measures: 'a,b', weight } as const;
  const ofSeed = { kind: 'seed', scenario, lane, seed, toS: 9, samples: 10, weight } as const;
  const lanes = [2, 0] as const;
  const ofLanes = { kind: 'difference', scenario, lanes, toS: 5, weight } as const;
  const ofFlent = { kind: 'flent', scenario, lane, seed, toS: 5, link: '#x', weight } as const;
  const ofSamples = { kind: 'samples', scenario, lane, seed, toS: 5, weight } as const;
  const ofStory = { kind: 'story', text: '---', files: '{}', step: 2, seed, weight } as const;
  const ofAsked = { ...ofStory, kind: 'asked', scenario } as const;
  const ofGroups = { ...ofSeed, kind: 'groups' } as const;
  for (const one of [sweep, ofSeed, ofGroups, ofLanes, ofFlent, ofSamples, ofStory, ofAsked])
    serve(noted, { task: 1, job: one }, wall(), alive);
  expect(called).toEqual([
    ['sweepRun', '{}', 1, 7, 'a,b', alive],
    ['seedRun', '{}', 1, 7, 9, 10, alive],
    ['groupRun', '{}', 1, 7, 9, 10, alive],
    ['firstDifference', '{}', 2, 0, 5, alive],
    ['flentFile', '{}', 1, 7, 5, '#x', alive],
    ['samplesRun', '{}', 1, 7, 5, alive],
    ['storyNumbers', '---', '{}', 2, 7, alive],
    ['storyAsked', '---', '{}', 2, '{}', 7, alive],
  ]);
});

test('a file is read as a text, or refused with its problems', async () => {
  const refusal = '[{"path":"line 2","message":"has no colon."}]';
  const own = {
    ...core,
    openStory: (text: string, files: string) => `{"title":"${text}é${files}"}`,
    openPaper: () => {
      throw new Error(refusal);
    },
  };
  const runner: ReadingRunner = {
    run: ([job], options) => {
      if (options.signal?.aborted) return Promise.resolve('cancelled');
      const answer = serve(own, { task: 1, job }, wall(), alive);
      if (answer.kind === 'done') options.onResult(job, answer.values, 1);
      else if (answer.kind === 'failed') options.onFailure(job, answer.message);
      return Promise.resolve('done');
    },
  };
  expect(await read(runner, { story: 'a', files: 'b' })).toBe('{"title":"aéb"}');
  await expect(read(runner, { files: '{}' })).rejects.toThrow(refusal);
  const stop = new AbortController();
  stop.abort();
  await expect(read(runner, { files: '{}' }, stop.signal)).rejects.toThrow(Stopped);
});
