import { expect, test } from 'vitest';
import { OpeningWorker } from './opening-worker';
import type { ToHost } from './protocol';
import { Silent } from './testing/silent';

const load: ToHost = { kind: 'load', run: 1, scenario: '{}', lanes: [0] };
const advance = (toS: number): ToHost => ({ kind: 'advance', run: 1, toS });
const begun: ToHost = { ...load, isBrief: true };
const loaded = { kind: 'loaded', run: 1 };
const slice = (nowS: number) => ({ kind: 'slice', run: 1, slice: { nowS } });
const change: ToHost = { kind: 'change', run: 1, change: { atS: 3, set: 'x', to: 1 } };
const tick = () => new Promise((settle) => setTimeout(settle));

/** A page that opens: its first worker, the next one, and what the page hears. The whole simulator has yet to come. */
function opened() {
  const [first, second] = [new Silent(), new Silent()];
  let come = { now: (): void => undefined, never: (): void => undefined };
  const whole = new Promise<void>((now, never) => (come = { now, never }));
  const worker = new OpeningWorker(
    first,
    () => whole,
    () => second,
  );
  const heard: object[] = [];
  worker.onmessage = ({ data }) => heard.push(data);
  return { first, second, worker, heard, come };
}

/** ... and its run is at 2 s. */
function running() {
  const all = opened();
  const { first, worker, heard } = all;
  worker.postMessage(load);
  first.says(loaded);
  worker.postMessage(advance(2));
  first.says(slice(2));
  expect(heard).toEqual([loaded, slice(2)]);
  heard.length = 0;
  return all;
}

test('the run goes on in another worker where it was, and the page does not notice', async () => {
  const { first, second, worker, heard, come } = running();
  void worker.complete();
  worker.postMessage(advance(3));
  expect(first.told).toEqual([begun, advance(2), advance(3)]);
  come.now();
  await tick();
  expect(first.ended).toBe(true);
  expect(second.told).toEqual([load, { kind: 'compute', run: 1, toS: 2 }]);
  first.says(slice(3));
  second.says(loaded);
  second.says(slice(1));
  // Or it would wait for the page, which sees nothing of this.
  expect(second.told.splice(2)).toEqual([{ kind: 'seen', run: 1 }]);
  expect(heard).toEqual([]);
  expect(worker.suffices).toBe(false);
  second.says(slice(2));
  // What was not answered is asked again.
  expect(second.told.slice(2)).toEqual([advance(3)]);
  second.says(slice(3));
  worker.postMessage(change);
  expect(second.told.at(-1)).toEqual(change);
  await tick();
  expect(heard).toEqual([slice(3), { kind: 'waits', run: 1, waits: false }]);
});

test('a change waits, and so does all behind it, in order', async () => {
  const { first, second, worker, heard, come } = running();
  for (const message of [change, advance(3)]) worker.postMessage(message);
  expect(first.told).not.toContain(change);
  await tick();
  expect(heard[0]).toEqual({ kind: 'waits', run: 1, waits: true });
  come.now();
  await tick();
  second.says(loaded);
  second.says(slice(2));
  expect(second.told.slice(2)).toEqual([change, advance(3)]);
  await tick();
  expect(heard.at(-1)).toEqual({ kind: 'waits', run: 1, waits: false });
});

test('a run that is revised has nothing to catch up with, and is waited for under its own number', async () => {
  const { second, worker, heard, come } = running();
  const revise: ToHost = { kind: 'revise', run: 2, scenario: '{ }', lanes: [0] };
  worker.postMessage(revise);
  await tick();
  expect(heard).toEqual([{ kind: 'waits', run: 2, waits: true }]);
  come.now();
  await tick();
  expect(second.told).toEqual([revise]);
});

test('what the opening run did not do before is no failure', async () => {
  const { first, second, worker, heard, come } = running();
  worker.postMessage(advance(3));
  first.says({ kind: 'crashed', run: 1, message: 'unreachable' });
  come.now();
  await tick();
  second.says(loaded);
  second.says(slice(2));
  expect(second.told.at(-1)).toEqual(advance(3));
  expect(heard).not.toContainEqual(expect.objectContaining({ kind: 'crashed' }));
});

test('where the whole simulator does not come the page hears why as soon as it needs it', async () => {
  const { first, second, worker, heard, come } = running();
  const completed = worker.complete();
  come.never();
  await expect(completed).rejects.toBeUndefined();
  worker.postMessage(advance(3));
  first.says(slice(3));
  expect(heard).toEqual([slice(3)]);
  worker.postMessage(change);
  await tick();
  const crashed = { kind: 'crashed', run: 1, message: 'it did not load' };
  second.says(crashed);
  expect(heard).toContainEqual(crashed);
});

test('one that was ended stays so', async () => {
  const { second, worker, come } = running();
  void worker.complete();
  worker.terminate();
  come.now();
  await tick();
  expect(second.told).toEqual([]);
});
