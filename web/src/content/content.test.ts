import { expect, test } from 'vitest';
import { PARAMETERS } from '../sim/parameters.generated';
import rules from '../sim/rules.generated.json' with { type: 'json' };
import type { Queue, Scenario } from '../sim/scenario';
import { delay, packets, percent, quantity, rate, times } from './format';
import { targetMs } from './parameters';
import { laneLabels } from './lane-labels';
import { bufferPackets, convertBuffer, derive, fairShareMbps } from './path';
import { settings } from './settings';
import { periodOf } from './traffic';
import { changeLabel } from './parameter-text';

const scenario = (link: Scenario['link'], traffic: Scenario['traffic']): Scenario => ({
  version: 1,
  durationS: 60,
  link,
  queues: [{ kind: 'droptail' }],
  traffic,
});
const HOME = scenario({ rateMbps: 25, rttMs: 50, buffer: { bdp: 8 } }, [
  { kind: 'bulk', flows: 5 },
  { kind: 'cbr', rateMbps: 5 },
]);

test('BDP, buffer size and largest delay are derived from the controls', () => {
  const derived = derive(HOME);
  expect(derived.bdpKilobytes).toBeCloseTo(156.25);
  expect(derived.bdpPackets).toBe(104);
  expect(derived.bufferSize).toBe('833 packets');
  expect(derived.largestDelayMs).toBeCloseTo(400, 0);
});

test('the fair share counts the groups that send at the given time', () => {
  expect(fairShareMbps(HOME, 0)).toBe(4);
  expect(fairShareMbps({ ...HOME, traffic: [] }, 0)).toBeNaN();
  const late = scenario(HOME.link, [
    { kind: 'bulk', flows: 5 },
    { kind: 'cbr', rateMbps: 10, startS: 59.77 },
    { kind: 'poisson', flows: 2, rateMbps: 2.5, stopS: 10 },
  ]);
  expect([0, 10, 59.77].map((s) => fairShareMbps(late, s))).toEqual([4, 5, 3]);
  const all = [0.7, 0.3].map((rateMbps) => ({ kind: 'cbr', rateMbps }) as const);
  const none = scenario({ ...HOME.link, rateMbps: 1 }, [{ kind: 'bulk', flows: 3 }, ...all]);
  expect(fairShareMbps(none, 0)).toBe(0);
  expect(late.traffic.map(periodOf)).toEqual(['', 'from 59.77 s', 'until 10 s']);
});

test('the size of a buffer in bytes is shown in kB, not in packets', () => {
  const { bufferSize, largestDelayMs } = derive(
    scenario({ rateMbps: 10, rttMs: 50, buffer: { bytes: 200_000 } }, []),
  );
  expect(bufferSize).toBe('200 kB');
  expect(largestDelayMs).toBe(160);
});

test('a buffer keeps its size when its unit changes', () => {
  expect(convertBuffer(HOME, 'packets')).toEqual({ packets: 833 });
  expect(convertBuffer(HOME, 'ms')).toEqual({ ms: 400 });
  expect(convertBuffer(HOME, 'bdp')).toEqual({ bdp: 8 });
  const tiny = scenario({ rateMbps: 1, rttMs: 1, buffer: { bdp: 0.1, minPackets: 10 } }, []);
  expect(convertBuffer(tiny, 'packets')).toEqual({ packets: 10 });
  for (const packets of [1, 2, 7, 99, 1234, 5678])
    for (const unit of ['ms', 'bdp', 'bytes'] as const) {
      const first = scenario({ rateMbps: 10, rttMs: 50, buffer: { packets } }, []);
      const buffer = convertBuffer(first, unit)!;
      const second = { ...first, link: { ...first.link, buffer } };
      expect(convertBuffer(second, 'packets'), `${packets} packets in ${unit}`).toEqual({
        packets,
      });
    }
});

test('a buffer is not converted to a unit that cannot express it', () => {
  const buffer = { packets: 1 };
  const quick = scenario({ rateMbps: 1000, rttMs: 10, buffer }, []);
  expect(convertBuffer(quick, 'ms')).toBeUndefined();
  const slow = scenario({ rateMbps: 0.1, rttMs: 10, buffer: { packets: 10_000 } }, []);
  expect(convertBuffer(slow, 'ms')).toBeUndefined();
  expect(convertBuffer(slow, 'bdp')).toBeUndefined();
});

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

test('lanes of one kind are named by the parameter in which they differ, otherwise numbered', () => {
  const names = (...queues: Queue[]): string[] => laneLabels({ queues, traffic: [] });
  const [codel, pie]: Queue[] = [{ kind: 'codel' }, { kind: 'pie' }];
  expect(names({ kind: 'droptail' }, codel)).toEqual(['Drop-tail', 'CoDel']);
  expect(names(codel, pie, codel)).toEqual(['CoDel 1', 'PIE', 'CoDel 3']);
  expect(names(pie, { kind: 'pie', maxBurstMs: 0 })).toEqual([
    'PIE · burst 150 ms',
    'PIE · burst 0 ms',
  ]);
  expect(names(pie, { kind: 'pie', variant: 'paper2013', maxBurstMs: 0 })).toEqual([
    'PIE · RFC 8033',
    'PIE · paper 2013',
  ]);
  expect(names(codel, { kind: 'codel', ecn: true }, { kind: 'codel', targetMs: 7 })).toEqual([
    'CoDel 1',
    'CoDel 2',
    'CoDel · target 7 ms',
  ]);
  expect(names(codel, { kind: 'codel', ecn: true })).toEqual(['CoDel · ECN off', 'CoDel · ECN on']);
  expect(names({ kind: 'red' }, { kind: 'red', minShare: 0.2, maxShare: 0.5 })).toEqual([
    'RED · lower 5 packets',
    'RED · lower 0.2',
  ]);
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

test('every option has a label', () => {
  const options = Object.values(PARAMETERS).flatMap((p) => p.options ?? []);
  expect(options.length).toBeGreaterThan(8);
  for (const { value, label } of options) expect(label, value).not.toBe('');
  const change = changeLabel({ kind: 'pie' }, 'variant', 'linux414');
  expect(change).toBe('variant RFC 8033 → Linux 4.14');
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
  expect([0.1234, 12.34, 1234, 12345].map(quantity)).toEqual([
    '0.123',
    '12.3',
    '1234',
    '12\u202f345',
  ]);
  expect([0.5, 1, 1500].map(packets)).toEqual(['0.5 packets', '1 packet', '1500 packets']);
  expect([0, 0.5, 25].map(rate)).toEqual(['0 Mbit/s', '500 kbit/s', '25 Mbit/s']);
  expect([0.9994, 0.9996].map(rate)).toEqual(['999 kbit/s', '1 Mbit/s']);
  expect([0.01, 100, Infinity].map(times)).toEqual(['0.01×', '100×', 'max']);
});

test('buffers hold as many packets as in the simulator', () => {
  expect(rules.buffers.length).toBeGreaterThan(30);
  for (const { buffer, rateMbps, rttMs, packets } of rules.buffers) {
    const link = { rateMbps, rttMs, buffer } as unknown as Scenario['link'];
    const scenario = { link } as Scenario;
    expect(bufferPackets(scenario), JSON.stringify(link)).toEqual([packets]);
  }
});
