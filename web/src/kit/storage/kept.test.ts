import { afterEach, expect, test, vi } from 'vitest';
import { Kept } from './kept';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a storage that never answers costs one wait, and then nothing', async () => {
  vi.useFakeTimers();
  const open = vi.fn(() => ({}));
  vi.stubGlobal('indexedDB', { open });
  const kept = new Kept<number>('test');
  const first = kept.get('a');
  await vi.advanceTimersByTimeAsync(4000);
  expect(await first).toBeUndefined();
  expect(kept.problem).toBe('the storage did not answer for 4 s');
  // No timer elapses.
  expect(await kept.get('a')).toBeUndefined();
  expect(await kept.write([['a', 1]])).toBe(false);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a storage that is refused is tried again', async () => {
  const request: { onerror?: () => void; error: Error } = { error: new Error('not allowed') };
  const open = vi.fn(() => {
    setTimeout(() => request.onerror?.());
    return request;
  });
  vi.stubGlobal('indexedDB', { open });
  const kept = new Kept<number>('test');
  expect(await kept.write([['a', 1]])).toBe(false);
  expect(kept.problem).toBe('not allowed');
  await kept.get('a');
  expect(open).toHaveBeenCalledTimes(2);
});
