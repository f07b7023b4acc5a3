import { expect, test, vi } from 'vitest';
import { built } from './batch-later';

const answer = (status: number, type: string): Response =>
  new Response(null, { status, headers: { 'content-type': type } });

test('waits until the server has the package, also if it answers with the page meanwhile', async () => {
  vi.useFakeTimers();
  const answers = [
    () => answer(404, 'text/plain'),
    () => answer(200, 'text/html'),
    () => Promise.reject(new Error('offline')),
    () => answer(200, 'application/wasm'),
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answers.shift()?.();
  });
  const waiting = vi.fn();
  const end = built(waiting);
  await vi.advanceTimersByTimeAsync(2000);
  expect(waiting).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1000);
  await end;
  expect(asked).toHaveLength(4);
  expect(asked[0]).toMatch(/\/batch\/aqm_batch_bg\.wasm$/);
  vi.useRealTimers();
});
