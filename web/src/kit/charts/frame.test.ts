import { expect, test } from 'vitest';
import { TimeFrame } from './frame.svelte';

test('a press on the pinned crosshair releases it, and hides it after a finger', () => {
  const frame = new TimeFrame();
  frame.toggle(10, 0.5, true);
  expect(frame.crosshair).toEqual({ t: 10, pinned: true });
  frame.toggle(11, 0.5, true);
  expect(frame.crosshair).toEqual({ t: 11, pinned: true });
  // The mouse is still over the plot, so the crosshair follows it.
  frame.toggle(11.4, 0.5, true);
  expect(frame.crosshair).toEqual({ t: 11.4, pinned: false });

  frame.toggle(10, 3, false);
  frame.toggle(12, 3, false);
  expect(frame.crosshair).toBeUndefined();
});
