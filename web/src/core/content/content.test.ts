import { expect, test } from 'vitest';
import { settings } from '../model/settings';
import { PARAMETERS } from '../document/parameters.generated';
import type { Queue, Scenario } from '../document/scenario';
import { bufferText } from './buffer-text';
import { delay, packets, percent, quantity, rate, times } from './format';
import { distinctLanes, laneLabels, laneNames } from './lane-labels';
import { limitReasons } from './limit-reasons';
import { changeLabel } from './parameter-text';
import { periodOf } from './traffic';

test('the size of a buffer is in packets or kB, and several hops are counted', () => {
  const text = (link: object): string =>
    bufferText({ link: { rateMbps: 25, rttMs: 50, buffer: { bdp: 8 }, ...link } } as Scenario);
  expect(text({})).toBe('833 packets');
  expect(text({ buffer: { bytes: 200_000 } })).toBe('200 kB');
  expect(text({ hopsAfter: [{ rateMbps: 6, buffer: { ms: 100 } }] })).toBe('in 2 full buffers');
});

test('a setting gives the reason for a limit that the other threshold sets', () => {
  const reasons = settings({ kind: 'red', minPackets: 20, maxPackets: 60 }).map(limitReasons);
  expect(reasons.filter((reason) => reason.length > 0)).toEqual([
    [undefined, 'below the upper threshold'],
    ['above the lower threshold'],
  ]);
});

test('the time in which a group sends is named, if it does not always send', () => {
  const groups = [{}, { startS: 59.77 }, { stopS: 10 }];
  const period = (group: object): string => periodOf({ kind: 'bulk', ...group });
  expect(groups.map(period)).toEqual(['', 'from 59.77 s', 'until 10 s']);
});

test('lanes of one kind are named by the parameter in which they differ', () => {
  const names = (...queues: Queue[]): string[] => laneNames({ queues, traffic: [] });
  const [codel, pie]: Queue[] = [{ kind: 'codel' }, { kind: 'pie' }];
  expect(names({ kind: 'droptail' }, codel)).toEqual(['Drop-tail', 'CoDel']);
  expect(names(codel, pie, codel)).toEqual(['CoDel', 'PIE', 'CoDel']);
  expect(names(pie, { kind: 'pie', maxBurstMs: 0 })).toEqual([
    'PIE · burst 150 ms',
    'PIE · burst 0 ms',
  ]);
  expect(names(pie, { kind: 'pie', variant: 'paper2013', maxBurstMs: 0 })).toEqual([
    'PIE · RFC 8033',
    'PIE · paper 2013',
  ]);
  expect(names(codel, { kind: 'codel', ecn: true }, { kind: 'codel', targetMs: 7 })).toEqual([
    'CoDel',
    'CoDel',
    'CoDel · target 7 ms',
  ]);
  expect(names(codel, { kind: 'codel', ecn: true })).toEqual(['CoDel · ECN off', 'CoDel · ECN on']);
  expect(names({ kind: 'red' }, { kind: 'red', minShare: 0.2, maxShare: 0.5 })).toEqual([
    'RED · lower 5 packets',
    'RED · lower 0.2',
  ]);
});

test('lanes have numbers from 1, unless a lane is alone', () => {
  const [codel, pie]: Queue[] = [{ kind: 'codel' }, { kind: 'pie' }];
  const of = (...queues: Queue[]): Parameters<typeof laneLabels> => [{ queues, traffic: [] }];
  expect(laneLabels(...of(codel, pie, codel))).toEqual(['1: CoDel', '2: PIE', '3: CoDel']);
  expect(laneLabels(...of(codel))).toEqual(['CoDel']);
  // Tables of disciplines have numbers only where names are equal.
  expect(distinctLanes(...of(codel, pie, codel))).toEqual(['1: CoDel', 'PIE', '3: CoDel']);
});

test('every option has a label', () => {
  const options = Object.values(PARAMETERS).flatMap((p) => p.options ?? []);
  expect(options.length).toBeGreaterThan(8);
  for (const { value, label } of options) expect(label, value).not.toBe('');
  const change = changeLabel({ kind: 'pie' }, 'variant', 'linux414');
  expect(change).toBe('variant RFC 8033 → Linux 4.14');
});

test('numbers have three significant digits and suitable units', () => {
  expect([0.594, 5.914, 59.14, 591.4, 5914, 163_898, null].map(delay)).toEqual([
    '0.59',
    '5.91',
    '59.1',
    '591',
    '5914',
    '163\u202f898',
    '–',
  ]);
  expect([percent(0.01234, 2), percent(null, 1)]).toEqual(['1.23', '–']);
  expect([0.1234, 12.34, 1234, 12345, -1234, -120_000].map(quantity)).toEqual([
    '0.123',
    '12.3',
    '1234',
    '12\u202f345',
    '−1234',
    '−120\u202f000',
  ]);
  expect([0.5, 1, 1500].map(packets)).toEqual(['0.5 packets', '1 packet', '1500 packets']);
  expect([0, 0.5, 25].map(rate)).toEqual(['0 Mbit/s', '500 kbit/s', '25 Mbit/s']);
  expect([0.9994, 0.9996].map(rate)).toEqual(['999 kbit/s', '1 Mbit/s']);
  expect([0.01, 100, Infinity].map(times)).toEqual(['0.01×', '100×', 'max']);
});
