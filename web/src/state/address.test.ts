import { expect, test, vi } from 'vitest';
import { type Address, AddressBar } from './address.svelte';

/** An address bar whose time passes when it is told. */
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

/** All promises that can be fulfilled are. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a link that was put there is not overwritten by what was being written', async () => {
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

test('what is written again and again is written at once, and then when nothing more has changed', async () => {
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

test('what the browser refuses to write is written the next time, the way back included', async () => {
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
