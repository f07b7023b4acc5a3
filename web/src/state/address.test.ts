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
  const { bar, write } = bench();
  bar.write();
  bar.giveWay();
  await settled();
  expect(write).not.toHaveBeenCalled();
  bar.write();
  await settled();
  expect(write).toHaveBeenCalledOnce();
});
