import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { Bench, PLAIN } from '../../../core/state/testing';
import { follow } from './following.svelte';

async function followed() {
  const { workspace } = await new Bench(PLAIN).opened();
  const frame = { clear: vi.fn() };
  let list = $state.raw([0, 1]);
  let opened = $state<number | undefined>(1);
  const lanes = {
    get list() {
      return list as never;
    },
    get opened() {
      return opened;
    },
    set opened(lane) {
      opened = lane;
    },
    inspect: vi.fn(() => Promise.resolve()),
    inspected: { lane: 1 },
  };
  const stop = $effect.root(() => follow(workspace, frame, lanes));
  flushSync();
  return { workspace, frame, lanes, stop, remove: () => flushSync(() => (list = [0])) };
}

test('a lane that is open closes when lanes are added or removed, whose numbers then change', async () => {
  const { lanes, remove, stop } = await followed();
  expect(lanes.opened).toBe(1);
  remove();
  expect(lanes.opened).toBeUndefined();
  stop();
});

test('a change of the display updates the link, and the inspector that a link names opens once', async () => {
  const { workspace, lanes, stop } = await followed();
  const { bar, display, run } = workspace;
  expect(display.inspected).toEqual({ lane: 1 });
  const keepUp = vi.spyOn(bar, 'keepUp');
  flushSync(() => (display.queue = true));
  expect(keepUp).toHaveBeenCalledTimes(1);
  expect(['busy', 'empty']).not.toContain(run.phase);
  const wanted = { lane: 0 };
  flushSync(() => (display.toInspect = wanted));
  expect(lanes.inspect).toHaveBeenCalledWith(wanted);
  await Promise.resolve().then(() => undefined);
  expect(display.toInspect).toBeUndefined();
  flushSync();
  expect(lanes.inspect).toHaveBeenCalledTimes(1);
  stop();
});
