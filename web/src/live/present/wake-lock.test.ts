import { expect, test, vi } from 'vitest';
import { keepAwake, type Visibility } from './wake-lock';

/** A page that can be hidden. */
function page(): {
  readonly of: Visibility;
  show: (isVisible: boolean) => void;
  listeners: () => number;
} {
  const listeners = new Set<() => void>();
  const of = {
    visibilityState: 'visible',
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  return {
    of: of as unknown as Visibility,
    show: (isVisible) => {
      of.visibilityState = isVisible ? 'visible' : 'hidden';
      for (const listener of listeners) listener();
    },
    listeners: () => listeners.size,
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('the screen is kept awake, again after the page was hidden, and released at the end', async () => {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  const { of, show, listeners } = page();
  const end = keepAwake({ wakeLock: { request } }, of);
  await settled();
  expect(request).toHaveBeenCalledTimes(1);
  show(false);
  expect(request).toHaveBeenCalledTimes(1);
  show(true);
  await settled();
  expect(request).toHaveBeenCalledTimes(2);
  end();
  expect(release).toHaveBeenCalledTimes(1);
  expect(listeners()).toBe(0);
});

test('a lock that is given after the end is released at once', async () => {
  const release = vi.fn(() => Promise.resolve());
  const end = keepAwake({ wakeLock: { request: () => Promise.resolve({ release }) } }, page().of);
  end();
  await settled();
  expect(release).toHaveBeenCalledTimes(1);
});

test('a browser without wake locks, or one that refuses, says nothing', async () => {
  expect(() => keepAwake({}, page().of)()).not.toThrow();
  const end = keepAwake(
    { wakeLock: { request: () => Promise.reject(new Error('no')) } },
    page().of,
  );
  await settled();
  expect(end).not.toThrow();
});
