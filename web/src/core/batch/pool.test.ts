import { expect, test, vi } from 'vitest';
import type { PaperJob } from './jobs';
import type { Outcome } from './batch';
import type { Progress, RunOptions } from './pool';
import { Crew } from './testing/crew';

const jobs = (...weights: number[]): PaperJob[] =>
  weights.map((weight, run) => ({ kind: 'paper', item: 'a/1', run, weight }));

interface Heard {
  readonly options: RunOptions<PaperJob>;
  readonly results: (readonly [run: number, values: readonly number[]])[];
  readonly failures: (readonly [run: number, message: string])[];
  readonly progress: Progress[];
  readonly abort: () => void;
}

function listen(more: Partial<RunOptions<PaperJob>> = {}): Heard {
  const control = new AbortController();
  const results: Heard['results'] = [];
  const failures: Heard['failures'] = [];
  const progress: Progress[] = [];
  const options = {
    onResult: (job: PaperJob, values: Float64Array) => void results.push([job.run, [...values]]),
    onFailure: (job: PaperJob, message: string) => void failures.push([job.run, message]),
    onProgress: (now: Progress) => void progress.push(now),
    signal: control.signal,
    ...more,
  };
  return { options, results, failures, progress, abort: () => control.abort() };
}

/** Returns how a call ended; undefined while it is running. */
async function outcome(ended: Promise<Outcome>): Promise<Outcome | undefined> {
  return Promise.race([ended, Promise.resolve(undefined)]);
}

test('the heaviest job starts first, on as many workers as allowed', async () => {
  const crew = new Crew(2);
  const { options, results } = listen();
  const ended = crew.pool.run(jobs(1, 5, 3), options);
  expect(crew.hands.map(({ last }) => last.job)).toMatchObject([{ run: 1 }, { run: 2 }]);
  crew.hands[1].ends([7]);
  expect(crew.hands[1].last.job).toMatchObject({ run: 0 });
  crew.hands[0].ends([8, NaN]);
  expect(await outcome(ended)).toBeUndefined();
  crew.hands[1].ends([9]);
  expect(await ended).toBe('done');
  expect(results).toEqual([
    [2, [7]],
    [1, [8, NaN]],
    [0, [9]],
  ]);
  expect(crew.hands).toHaveLength(2);
});

test('no more workers start than there are jobs, and none for no jobs', async () => {
  const crew = new Crew(8);
  expect(await crew.pool.run([], listen().options)).toBe('done');
  expect(crew.hands).toHaveLength(0);
  void crew.pool.run(jobs(1, 1), listen().options);
  expect(crew.hands).toHaveLength(2);
});

test('a refused job fails alone, and its worker goes on', async () => {
  const crew = new Crew(1);
  const { options, results, failures } = listen();
  const ended = crew.pool.run(jobs(1, 1), options);
  crew.hands[0].fails('failed', 'no such run');
  crew.hands[0].ends([1]);
  expect(await ended).toBe('done');
  expect(failures).toEqual([[0, 'no such run']]);
  expect(results).toEqual([[1, [1]]]);
  expect(crew.hands).toHaveLength(1);
});

test('a job whose workers crash twice fails, and the others go on', async () => {
  const crew = new Crew(1);
  const { options, results, failures } = listen();
  const ended = crew.pool.run(jobs(1, 1), options);
  crew.hands[0].fails('crashed', 'unreachable');
  expect(crew.hands[0].isGone).toBe(true);
  // A late message of the former worker concerns no job.
  crew.hands[0].ends([5]);
  expect(crew.hands[1].last.job).toMatchObject({ run: 0 });
  expect(failures).toEqual([]);
  crew.hands[1].fails('crashed', 'unreachable');
  crew.hands[2].ends([1]);
  expect(await ended).toBe('done');
  expect(failures).toEqual([[0, 'unreachable']]);
  expect(results).toEqual([[1, [1]]]);
});

test('the job of a worker that crashed once gets its result', async () => {
  const crew = new Crew(1);
  const { options, results, failures, progress } = listen();
  const ended = crew.pool.run(jobs(1, 1), options);
  crew.hands[0].fails('crashed', 'out of memory');
  crew.hands[1].ends([5]);
  crew.hands[1].ends([6]);
  expect(await ended).toBe('done');
  expect([results, failures]).toEqual([
    [
      [0, [5]],
      [1, [6]],
    ],
    [],
  ]);
  expect(progress.at(-1)).toMatchObject({ ended: 2, failed: 0, of: 2 });
});

test('a worker that dies silently is replaced, and does not stall the others', async () => {
  const crew = new Crew(1);
  const { options, results, failures } = listen();
  const ended = crew.pool.run(jobs(1, 1), options);
  for (const attempt of [0, 1]) {
    crew.hands[attempt].says({ kind: 'ready' });
    crew.wait(29_000);
    expect(crew.hands[attempt].isGone).toBe(false);
    crew.wait(2000);
    expect(crew.hands[attempt].isGone).toBe(true);
  }
  expect(failures).toEqual([[0, 'the worker gave no sign of life for 30 s']]);
  crew.hands[2].ends([1]);
  expect(await ended).toBe('done');
  expect(results).toEqual([[1, [1]]]);
});

test('a job may take long while its worker gives signs of life', async () => {
  const crew = new Crew(1);
  const { options, results } = listen();
  const ended = crew.pool.run(jobs(1), options);
  crew.hands[0].says({ kind: 'ready' });
  for (let i = 0; i < 20; i++) {
    crew.wait(20_000);
    crew.hands[0].says({ kind: 'alive' });
  }
  crew.hands[0].ends([1]);
  expect(await ended).toBe('done');
  expect(results).toEqual([[0, [1]]]);
});

test('a machine that slept has not lost its workers', () => {
  const crew = new Crew(1);
  void crew.pool.run(jobs(1), listen().options);
  crew.hands[0].says({ kind: 'ready' });
  crew.wait(5000);
  crew.sleep(3_600_000);
  crew.wait(5000);
  expect(crew.hands[0].isGone).toBe(false);
});

test('workers that never load the simulator fail the jobs in the end', async () => {
  const crew = new Crew(1);
  const { options, failures } = listen();
  const ended = crew.pool.run(jobs(1), options);
  crew.wait(100_000);
  expect(crew.hands[0].isGone).toBe(false);
  crew.wait(300_000);
  expect(await ended).toBe('done');
  expect(failures[0][1]).toContain('no sign of life for 120 s');
});

test('an error event of a worker that had started counts as a crash', async () => {
  const crew = new Crew(1);
  const { options, failures } = listen();
  const ended = crew.pool.run(jobs(1), options);
  const preventDefault = vi.fn();
  for (const attempt of [0, 1]) {
    crew.hands[attempt].says({ kind: 'ready' });
    crew.hands[attempt].onerror?.({ message: 'out of memory', preventDefault } as never);
  }
  expect(await ended).toBe('done');
  expect(preventDefault).toHaveBeenCalled();
  expect(failures).toEqual([[0, 'out of memory']]);
});

test('a job is tried again if its worker did not load, but not for ever', async () => {
  const crew = new Crew(1);
  const { options, results, failures } = listen();
  const ended = crew.pool.run(jobs(1, 1), options);
  crew.hands[0].says({ kind: 'broken', message: 'offline' });
  crew.hands[1].ends([3]);
  expect(results).toEqual([[0, [3]]]);
  crew.hands[1].fails('crashed', 'x');
  crew.hands[2].fails('crashed', 'x');
  expect(await ended).toBe('done');
  expect(failures).toEqual([[1, 'x']]);

  const all = listen();
  const second = crew.pool.run(jobs(1, 1, 1), all.options);
  for (let i = 0; i < 3; i++) crew.alive[0].says({ kind: 'broken', message: 'offline' });
  expect(await second).toBe('done');
  expect(all.failures.map(([run]) => run)).toEqual([0, 1, 2]);
  expect(all.failures[0][1]).toContain('offline');
  expect(all.progress.at(-1)).toMatchObject({ ended: 3, failed: 3, of: 3, leftS: 0 });
});

test('cancelling ends the jobs at once and keeps those of others', async () => {
  const crew = new Crew(2);
  const [mine, other] = [listen(), listen()];
  const ended = crew.pool.run(jobs(1, 1, 1), mine.options);
  crew.pool.allow(2);
  crew.hands[0].ends([1]);
  const others = crew.pool.run(jobs(2), other.options);
  mine.abort();
  expect(await ended).toBe('cancelled');
  expect(crew.hands.map(({ isGone }) => isGone)).toEqual([true, true, false]);
  expect(mine.results).toEqual([[0, [1]]]);
  crew.hands[2].ends([4]);
  expect(await others).toBe('done');
  expect(other.results).toEqual([[0, [4]]]);
  expect(await crew.pool.run(jobs(1), mine.options)).toBe('cancelled');
});

test('several callers share the workers; background jobs come last', () => {
  const crew = new Crew(2);
  void crew.pool.run(jobs(9, 8, 7), listen({ inBackground: true }).options);
  const second = jobs(1, 1, 1).map((job) => ({ ...job, item: 'b/1' }));
  void crew.pool.run(second, listen().options);
  const third = jobs(1, 1).map((job) => ({ ...job, item: 'c/1' }));
  void crew.pool.run(third, listen().options);
  const order: string[] = [];
  for (let i = 0; i < 8; i++) {
    const hand = crew.hands[i % 2];
    order.push((hand.last.job as PaperJob).item);
    hand.ends([0]);
  }
  expect(order).toEqual(['a/1', 'a/1', 'b/1', 'c/1', 'b/1', 'c/1', 'b/1', 'a/1']);
});

test('workers above the allowed number finish their job and get no other', () => {
  const crew = new Crew(2);
  void crew.pool.run(jobs(1, 1, 1, 1), listen().options);
  crew.pool.allow(1);
  crew.hands[0].ends([0]);
  expect(crew.hands[0].received).toHaveLength(1);
  crew.hands[1].ends([0]);
  expect(crew.hands[0].received).toHaveLength(2);
  crew.pool.allow(9);
  expect(crew.pool.workers).toBe(2);
  expect(crew.hands[1].received).toHaveLength(2);
});

test('idle workers stop after a while', async () => {
  const crew = new Crew(2);
  const ended = crew.pool.run(jobs(1, 1), listen().options);
  for (const hand of crew.hands) hand.ends([0]);
  await ended;
  expect(crew.alive).toHaveLength(2);
  crew.wait(60_000);
  expect(crew.alive).toHaveLength(0);
  void crew.pool.run(jobs(1), listen().options);
  expect(crew.alive).toHaveLength(1);
  crew.wait(60_000);
  expect(crew.alive).toHaveLength(1);
});

test('the time left follows from the weights of the finished jobs', () => {
  const crew = new Crew(2);
  const { options, progress } = listen();
  expect(crew.pool.expectedS('paper', 10, 10)).toBeUndefined();
  void crew.pool.run(jobs(4, 4, 2, 2), options);
  crew.wait(1000);
  expect(progress.at(-1)).toMatchObject({ ended: 0, leftS: undefined });
  // 4 in 2 s: 2 a second. Left: the other running job, just started jobs of 2, and 2 in the queue.
  crew.wait(1000);
  crew.hands[0].ends([0], 2000);
  const now = progress.at(-1);
  expect(now).toMatchObject({ ended: 1, of: 4 });
  expect(now?.leftS).toBeCloseTo((0.12 + 2 + 2) / 2 / 2, 5);
  expect(now?.share).toBeCloseTo(1 - 4.12 / 12, 5);
  expect(crew.pool.expectedS('paper', 8, 1)).toBeCloseTo(4);
  expect(crew.pool.expectedS('paper', 8, 4)).toBeCloseTo(2);
  crew.wait(500);
  expect(progress.at(-1)?.leftS).toBeLessThan(now?.leftS ?? 0);
});

test('a caller that throws does not stop the other jobs', async () => {
  const crew = new Crew(1);
  const seen: number[] = [];
  const onResult = ({ run }: PaperJob): void => {
    seen.push(run);
    if (run === 0) throw new Error('the caller failed');
  };
  const ended = crew.pool.run(jobs(1, 1), listen({ onResult }).options);
  expect(() => crew.hands[0].ends([0])).toThrow('the caller failed');
  crew.hands[0].ends([0]);
  expect(await ended).toBe('done');
  expect(seen).toEqual([0, 1]);
});
