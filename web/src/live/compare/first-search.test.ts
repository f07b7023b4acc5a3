import { expect, test } from 'vitest';
import type { Job, RunOptions } from '../../core/batch';
import { FirstSearch } from './first-search.svelte';

/** A pool whose jobs end when the test says so. */
class FakePool {
  readonly started: { job: Job; options: RunOptions<Job>; end: () => void }[] = [];

  run(jobs: readonly Job[], options: RunOptions<Job>): Promise<unknown> {
    return new Promise<void>((resolve) => {
      this.started.push({ job: jobs[0], options, end: resolve });
    });
  }

  /** Ends the latest job with a difference at this time, or with none. */
  async end(atS?: number, which = this.started.length - 1): Promise<void> {
    const { job, options, end } = this.started[which];
    const packet = [0, 7, 0, 1500, 1, 1.5, 0, 0];
    const values = atS === undefined ? [] : [atS, 1, ...packet, ...packet];
    options.onResult(job, Float64Array.from(values), 5);
    end();
    await Promise.resolve();
    await Promise.resolve();
  }
}

const wish = (toS: number, scenario = 'a', lanes: readonly [number, number] = [1, 0]) => ({
  ...{ scenario, lanes, toS },
});

test('lanes that are equal so far are searched again when the run is longer', async () => {
  const pool = new FakePool();
  const search = new FirstSearch(pool);
  search.start(wish(5));
  expect(search.isRunning).toBe(true);
  await pool.end();
  expect([search.isRunning, search.found]).toEqual([false, undefined]);
  search.start(wish(5));
  expect(pool.started).toHaveLength(1);
  search.start(wish(9));
  await pool.end(7);
  expect(search.found?.atS).toBe(7);
});

test('what was found stays while the run goes on', async () => {
  const pool = new FakePool();
  const search = new FirstSearch(pool);
  search.start(wish(5));
  await pool.end(3);
  search.start(wish(50));
  expect(pool.started).toHaveLength(1);
  expect(search.found?.atS).toBe(3);
});

test('another document or pair ends the search, and a late answer is dropped', async () => {
  const pool = new FakePool();
  const search = new FirstSearch(pool);
  search.start(wish(5));
  search.start(wish(5, 'b'));
  expect(pool.started[0].options.signal?.aborted).toBe(true);
  await pool.end(3, 0);
  expect(search.found).toBeUndefined();
  await pool.end(4);
  expect(search.found?.atS).toBe(4);
  search.start(wish(5, 'b', [0, 1]));
  expect(search.found).toBeUndefined();
  expect(pool.started.at(-1)?.job).toMatchObject({ kind: 'difference', lanes: [0, 1], toS: 5 });
});

test('a failed search can be tried again', async () => {
  const pool = new FakePool();
  const search = new FirstSearch(pool);
  search.start(wish(5));
  const { job, options, end } = pool.started[0];
  options.onFailure(job, 'no network');
  end();
  await Promise.resolve();
  expect(search.failure).toBe('no network');
  search.start(wish(5));
  expect(pool.started).toHaveLength(2);
  expect(search.failure).toBeUndefined();
  search.stop();
  expect(pool.started[1].options.signal?.aborted).toBe(true);
});
