import { expect, test } from 'vitest';
import type { Queue } from '../document/scenario';
import { settings } from './settings';
import { targetMs } from './target';

test('a parameter without effect in a variant has no control, and each threshold bounds the other', () => {
  const names = (queue: Queue): string[] => settings(queue).map((s) => s.name);
  expect(names({ kind: 'red' })).not.toContain('adaptive');
  expect(names({ kind: 'red', variant: 'linux' })).toContain('adaptive');
  expect(names({ kind: 'codel', variant: 'rfc8289' })).not.toContain('ceThresholdMs');
  expect(names({ kind: 'pie', variant: 'linux414' })).not.toContain('rateEstimator');
  const red = settings({ kind: 'red', minPackets: 20, maxPackets: 60 });
  expect(red.find((s) => s.name === 'minPackets')).toMatchObject({ min: 1, max: 59 });
  expect(red.find((s) => s.name === 'maxPackets')).toMatchObject({ min: 21, max: 10_000 });
});

test('a discipline shows each value that is set, else the default of its variant', () => {
  const value = (queue: Queue, name: string): unknown =>
    settings(queue).find((s) => s.name === name)?.value;
  expect(settings({ kind: 'droptail' })).toEqual([]);
  expect(value({ kind: 'codel' }, 'targetMs')).toBe(5);
  expect(value({ kind: 'codel', targetMs: 7 }, 'targetMs')).toBe(7);
  expect(value({ kind: 'pie' }, 'targetMs')).toBe(15);
  expect(value({ kind: 'pie', variant: 'paper2013' }, 'targetMs')).toBe(20);
  expect(value({ kind: 'codel' }, 'ceThresholdMs')).toBe(null);
  expect(value({ kind: 'red' }, 'weight')).toBe(0.002);
  expect(value({ kind: 'red', variant: 'linux' }, 'weight')).toBe(null);
  const targets: Queue[] = [
    { kind: 'codel' },
    { kind: 'codel', targetMs: 7 },
    { kind: 'ared' },
    { kind: 'pie', variant: 'linux' },
    { kind: 'pie', variant: 'paper2013' },
    { kind: 'pie', variant: 'linux414' },
  ];
  for (const queue of targets) expect(targetMs(queue)).toBe(value(queue, 'targetMs'));
  expect(targetMs({ kind: 'red' })).toBeUndefined();
});

test('a threshold has one control, even if several parameters can set it', () => {
  const names = (queue: Queue): string[] =>
    settings(queue).flatMap((s) =>
      /^(min|max)[A-Z]/.test(s.name) && s.name !== 'maxP' ? [s.name] : [],
    );
  expect(names({ kind: 'red' })).toEqual(['minPackets', 'maxPackets']);
  expect(names({ kind: 'red', minPackets: 3 })).toEqual(['minPackets', 'maxPackets']);
  expect(names({ kind: 'red', minShare: 0.2, maxShare: 0.8 })).toEqual(['minShare', 'maxShare']);
});
