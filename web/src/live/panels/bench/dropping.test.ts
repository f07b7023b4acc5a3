import { expect, test, vi } from 'vitest';
import { Dropping } from './dropping.svelte';

const FILE = new File(['1'], 'run.csv');
const event = (type: string, types = ['Files']) => ({
  ...{ type, preventDefault: vi.fn() },
  dataTransfer: { types, files: [FILE] as unknown as FileList },
});

test('a file that is held over the page loads the readers, and a drop keeps it', () => {
  const dropping = new Dropping();
  expect(dropping.isWanted).toBe(false);
  const over = event('dragover');
  dropping.drag(over, true);
  expect(over.preventDefault).toHaveBeenCalled();
  expect([dropping.isOver, dropping.isWanted]).toEqual([true, true]);
  dropping.drag(event('dragleave'), true);
  expect(dropping.isWanted).toBe(false);
  dropping.drag(event('drop'), true);
  expect([dropping.isOver, dropping.files]).toEqual([false, [FILE]]);
  expect(dropping.isWanted).toBe(true);
});

test('text, and a file over another section, are left to the browser', () => {
  const dropping = new Dropping();
  for (const [drag, isLive] of [
    [event('drop', ['text/plain']), true],
    [event('drop'), false],
  ] as const) {
    dropping.drag(drag, isLive);
    expect(drag.preventDefault).not.toHaveBeenCalled();
    expect(dropping.isWanted).toBe(false);
  }
});
