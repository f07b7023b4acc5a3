import { expect, test } from 'vitest';
import { changesText, otherLanes, showsAsked, viewsWithAsked } from './asked';
import type { Scenario } from '../../core/document/scenario';
import type { SeedRun } from '../../shared/seeds/sums';
import { ENGLISH, wordsOf } from './words';

const delay = { measure: 'queueDelayMs.p95', group: null };

test('the plot of a question is that of its measure', () => {
  expect(showsAsked('queue-delay', delay, 2)).toBe(true);
  expect(showsAsked('drops-and-marks', delay, 2)).toBe(false);
  expect(showsAsked('drops-and-marks', { measure: 'packets.dropped', group: null }, 1)).toBe(true);
  const share = { measure: 'goodputMbps', group: 1 };
  expect(showsAsked('group-goodput', share, 2)).toBe(true);
  expect(showsAsked('goodput', share, 2)).toBe(false);
  expect(showsAsked('goodput', share, 1)).toBe(true);
  expect(showsAsked('queue-delay', { measure: 'mos', group: 1 }, 2)).toBe(false);
});

test('one plot is the one that was asked for', () => {
  const isAsked = (view: string): boolean => view === 'goodput';
  expect(viewsWithAsked(['queue-delay', 'goodput'], 1, isAsked)).toEqual(['goodput']);
  expect(viewsWithAsked(['queue-delay', 'goodput'], 2, isAsked)).toEqual([
    'queue-delay',
    'goodput',
  ]);
  expect(viewsWithAsked(['queue-delay', 'utilization'], 1, isAsked)).toEqual(['queue-delay']);
});

const scenario: Scenario = {
  durationS: 10,
  link: { rateMbps: 20, rttMs: 50, buffer: { packets: 200 } },
  queues: [{ kind: 'red' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
} as Scenario;
const run = {} as SeedRun;

test('another run is named by what differs', () => {
  const change = { path: 'link.rateMbps', value: '100' };
  expect(changesText(scenario, [change], ENGLISH)).toBe('Bandwidth 100 Mbit/s');
  expect(changesText(scenario, [change], wordsOf('de'))).toBe('Bandbreite 100 Mbit/s');
  const named = [{ label: 'RED', colour: '', dash: [], run }];
  const fast = { claim: 3, lane: 0, changes: [change], scenario: JSON.stringify(scenario) };
  const duk = {
    ...fast,
    changes: [{ path: 'queues.0.kind', value: '"duk"' }],
    scenario: JSON.stringify({ ...scenario, queues: [{ kind: 'duk' }] }),
  };
  const lanes = otherLanes([fast, duk], [run, run], ['1 ms', '2 ms'], named, ENGLISH);
  expect(lanes.map(({ label, asked }) => [label, asked])).toEqual([
    ['Bandwidth 100 Mbit/s', '1 ms'],
    ['DUK', '2 ms'],
  ]);
  // Runs that are not computed yet are not drawn.
  expect(otherLanes([fast], [undefined], ['…'], named, ENGLISH)).toEqual([]);
});
