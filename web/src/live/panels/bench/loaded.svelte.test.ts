import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Bench, PLAIN } from '../../../core/state/testing';
import { loaded } from './loaded.svelte';

test('a part that is wanted for another reason while it is loaded is loaded once, and again after a failure', async () => {
  const { workspace } = await new Bench(PLAIN).opened();
  let isOver = $state(false);
  let isDropped = $state(false);
  const loads: { done: (part: string) => void; fail: () => void }[] = [];
  const stop = $effect.root(() => {
    const room = loaded(workspace, {
      what: 'The reader',
      isWanted: () => isOver || isDropped,
      load: () => new Promise<string>((done, fail) => loads.push({ done, fail })),
      onfail: () => (isDropped = false),
    });
    flushSync(() => (isOver = true));
    flushSync(() => ([isOver, isDropped] = [false, true]));
    expect(loads).toHaveLength(1);
    $effect(() => void room.current);
  });
  loads[0].fail();
  await Promise.resolve().then(() => undefined);
  expect(workspace.notices.list.at(-1)?.text).toMatch(/^The reader could not be loaded/);
  flushSync(() => (isDropped = true));
  expect(loads).toHaveLength(2);
  stop();
});
