import { expect, test } from 'vitest';
import { EarlyWorker } from './early';
import type { FromHost, ToHost } from './protocol';
import { Silent } from './testing/silent';

const answer = (request: number): MessageEvent<FromHost> =>
  ({ data: { kind: 'checked', request } }) as unknown as MessageEvent<FromHost>;

const asked: readonly ToHost[] = [
  { kind: 'load', run: 1, scenario: '{}', lanes: [0] },
  { kind: 'advance', run: 1, toS: 1 },
];
const another: ToHost = { kind: 'check', request: 1, scenario: '' };

/** An early worker that has given one answer; what it says to the page, and who replaced it. */
function early(asked: readonly ToHost[]) {
  const first = new Silent();
  const second = new Silent();
  const worker = new EarlyWorker(first, { asked, answers: [answer(1)] }, () => second);
  const heard: MessageEvent<FromHost>[] = [];
  worker.onmessage = (event) => heard.push(event);
  return { first, second, worker, heard };
}

test('what was asked early is not asked again, and its answers are heard once it would have been', async () => {
  const { first, worker, heard } = early(asked);
  for (const message of asked) {
    await Promise.resolve();
    expect(heard).toEqual([]);
    worker.postMessage(structuredClone(message));
  }
  expect(heard).toEqual([]);
  await Promise.resolve();
  first.onmessage?.(answer(2));
  expect(heard).toEqual([answer(1), answer(2)]);
  worker.postMessage(another);
  expect(first.told).toEqual([another]);
});

test('who asks anything else gets another worker, and no answer of the first', async () => {
  for (const agreed of asked.keys()) {
    const { first, second, worker, heard } = early(asked);
    const own = [...asked.slice(0, agreed), another];
    for (const message of own) worker.postMessage(message);
    await Promise.resolve();
    expect(first.ended).toBe(true);
    expect(first.told).toEqual([]);
    expect(second.told).toEqual(own);
    second.onmessage?.(answer(2));
    expect(heard).toEqual([answer(2)]);
  }
});

test('where nothing was asked early the worker is like any other', () => {
  const { first, worker, heard } = early([]);
  worker.postMessage(another);
  expect(first.told).toEqual([another]);
  first.onmessage?.(answer(2));
  expect(heard).toEqual([answer(2)]);
});
