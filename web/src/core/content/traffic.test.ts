import { expect, test } from 'vitest';
import type { Scenario, Traffic } from '../document/scenario';
import { TRAFFIC } from '../document/scenario.generated';
import type { LaneReport } from '../sim/measures.generated';
import { groupResults } from './group-results';
import { numbersIn, shownNumbers } from './numbers';
import { trafficSettings } from '../model/settings';
import { timelineEntries } from './timeline-entries';
import { ADDITIONS } from './additions';
import { groupNames, summary } from './traffic';
import { groupSettings } from '../model/group-settings';

const SCENARIO = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 20, rttMs: 50, buffer: { bdp: 1 } },
  queues: [{ kind: 'codel' }],
  traffic: [],
} as const;
const created = ADDITIONS.map(({ id, create }) => ({ id, group: create(SCENARIO as never) }));

const LINK: Scenario['link'] = { rateMbps: 10, rttMs: 40, buffer: { bdp: 1 } };

test('the menu offers every kind of traffic', () => {
  const kinds = new Set(created.map(({ group }) => group.kind));
  expect([...kinds].sort()).toEqual(Object.keys(TRAFFIC).sort());
});

test.each(created)(
  'a new group "$id" has all its parameters, a summary and controls',
  ({ group }) => {
    for (const { name, value, parameter } of trafficSettings(group))
      if (!parameter.nullable) expect(value, name).not.toBeNull();
    expect(summary(group)).not.toBe('');
    expect(summary(group)).not.toMatch(/undefined|NaN|null/);
    const { live, atStart } = groupSettings(group, LINK);
    const names = [...live, ...atStart].map(({ name }) => name);
    expect(names).not.toContain('name');
    expect(names).not.toContain('muted');
    expect(live.length).toBeGreaterThan(0);
  },
);

test('the settings of a group name its hops', () => {
  const group: Traffic = { kind: 'bulk', firstHop: 2 };
  expect(summary(group)).toMatch(/^from hop 2, /);
  expect(summary({ ...group, lastHop: 2 })).toMatch(/^hop 2, /);
  expect(summary({ ...group, firstHop: 1, lastHop: 3 })).toMatch(/^hops 1 to 3, /);
});

test('groups have their own names, or those of their kind with numbers', () => {
  const groups: Traffic[] = [
    { kind: 'bulk' },
    { kind: 'bulk', name: 'Backup' },
    { kind: 'cbr', rateMbps: 1 },
    { kind: 'bulk' },
  ];
  expect(groupNames(groups)).toEqual(['Bulk TCP 1', 'Backup', 'Constant bit rate', 'Bulk TCP 2']);
});

test('the settings of a group fit into a line', () => {
  expect(summary({ kind: 'bulk', flows: 5, cc: 'newreno' })).toBe('5 × NewReno');
  expect(summary({ kind: 'cbr', rateMbps: 0.5 })).toBe('500 kbit/s');
  expect(summary({ kind: 'poisson', flows: 2, rateMbps: 1, startS: 3 })).toBe(
    '2 × 1 Mbit/s, from 3 s',
  );
});

test('the timeline names the group', () => {
  const base = {
    ...SCENARIO,
    queues: [{ kind: 'codel' } as const],
    traffic: [
      { kind: 'bulk', name: 'Video' } as const,
      { kind: 'bulk' } as const,
      { kind: 'cbr', rateMbps: 1, name: 'Radio' } as const,
    ],
  };
  const label = (set: string, to: unknown): string =>
    timelineEntries(base, [{ atS: 1, set, to }])[0].label;
  expect(label('traffic.0.muted', true)).toBe('Video muted');
  expect(label('traffic.1.muted', false)).toBe('Bulk TCP unmuted');
  expect(label('traffic.0.flows', 4)).toBe('flows 1 → 4, Video');
  expect(label('traffic.2.rateMbps', 4)).toBe('rate 1 → 4 Mbit/s, Radio');
  expect(label('traffic.1.rttMs', 80)).toBe('own round-trip time off → 80 ms, group 2');
  expect(label('link.deviceQueuePackets', 8)).toBe('device queue 0 → 8 packets');
});

test('a list of numbers is read with the reason if it is wrong', () => {
  const list = { min: 1, max: 3, item: { type: 'number', min: 0, max: 100 } } as const;
  expect(numbersIn('1, 2.5 7', list)).toEqual([1, 2.5, 7]);
  expect(shownNumbers([1, 2.5])).toBe('1, 2.5');
  expect(numbersIn('1, x', list)).toBe('"x" is not a number');
  expect(numbersIn('', list)).toBe('at least 1 number');
  expect(numbersIn('1 2 3 4', list)).toBe('at most 3 numbers');
  expect(numbersIn('101', list)).toBe('101 is outside 0 to 100');
  expect(numbersIn('1.5', { ...list, item: { ...list.item, type: 'integer' } })).toBe(
    '1.5 is not a whole number',
  );
});

test('each kind of application shows results with definitions', () => {
  const names = (kind: string): string[] =>
    groupResults({ kind } as Traffic).map((result) => result.name);
  expect(names('voip')).toEqual(['MOS', 'lost, %', 'jitter, ms']);
  expect(names('bulk')).toEqual(['goodput, Mbit/s', 'delay, ms']);
  expect(names('cbr')).toEqual(['delay, ms']);
  for (const kind of Object.keys(TRAFFIC)) expect(names(kind).length, kind).toBeGreaterThan(0);
  const report = {
    groups: [],
    applications: [{ group: 1, kind: 'voip', mos: 4.2, lossRate: 0.01 }],
  };
  const shown = groupResults({ kind: 'voip' }).map(({ value }) =>
    value(report as unknown as LaneReport, 1),
  );
  expect(shown).toEqual(['4.2', '1', '–']);
});
