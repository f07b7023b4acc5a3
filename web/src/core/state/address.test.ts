import { expect, test, vi } from 'vitest';
import { type Address, AddressBar } from './address.svelte';

/** An address bar with a clock that the test controls. */
function bench(): { bar: AddressBar; write: ReturnType<typeof vi.fn>; pass: () => void } {
  let timers: (() => void)[] = [];
  const write = vi.fn<Address['write']>();
  const later = (callback: () => void): (() => void) => {
    timers.push(callback);
    return () => (timers = timers.filter((timer) => timer !== callback));
  };
  let links = 0;
  const link = (): Promise<string> => Promise.resolve(`#${++links}`);
  const pass = (): void => timers.splice(0).forEach((timer) => timer());
  return { bar: new AddressBar({ read: () => '', write }, later, link), write, pass };
}

/** Waits until all pending promises have settled. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a pending write does not overwrite a link that the user entered', async () => {
  const { bar, write, pass } = bench();
  bar.write();
  bar.giveWay();
  await settled();
  expect(write).not.toHaveBeenCalled();
  pass();
  bar.write();
  await settled();
  expect(write).toHaveBeenCalledOnce();
});

test('frequent changes are written at once the first time, and then after the last change', async () => {
  const { bar, write, pass } = bench();
  for (let i = 0; i < 100; i++) {
    bar.write();
    await settled();
  }
  expect(write.mock.calls).toEqual([['#1', false]]);
  expect(bar.settled).toBe(false);
  pass();
  await settled();
  expect(write.mock.calls).toEqual([
    ['#1', false],
    ['#2', false],
  ]);
  expect(bar.settled).toBe(true);
  bar.write();
  await settled();
  expect(write).toHaveBeenCalledTimes(3);
});

test('a link that the browser refuses is written the next time, with its history entry', async () => {
  const { bar, write, pass } = bench();
  bar.leave();
  write.mockImplementation(() => {
    throw new DOMException('Too many calls to Location or History APIs', 'SecurityError');
  });
  bar.write();
  await settled();
  expect(bar.settled).toBe(false);
  write.mockReset();
  pass();
  bar.write();
  await settled();
  expect(write.mock.calls).toEqual([['#1'], ['#3', true]]);
  expect(bar.settled).toBe(true);
});

test('the address bar has not settled while a later change waits', async () => {
  const { bar, write, pass } = bench();
  bar.write();
  bar.write();
  await settled();
  expect(write).toHaveBeenCalledOnce();
  expect(bar.settled).toBe(false);
  pass();
  await settled();
  expect(write).toHaveBeenCalledTimes(2);
  expect(bar.settled).toBe(true);
});

test('the entry of the former scenario is written as soon as another one is open', async () => {
  const { bar, write } = bench();
  bar.leave();
  bar.entered();
  await settled();
  expect(write.mock.calls).toEqual([['#1'], ['#2', true]]);
});
