import { expect, test } from 'vitest';
import type { Scenario } from '../sim/scenario';
import { decode } from './decode';
import { FIGURES, stabilityOfItem } from '../content/stability-figures';
import { encode, type Settings, stabilityOf, STANDARD, withValue } from '../content/stability';

test('an address has what differs from the paper, and reads back', () => {
  expect(encode(STANDARD)).toBe('');
  const settings: Settings = {
    ...STANDARD,
    values: { alpha: 0.0156, rttMs: 50, probability: 1e-5 },
    tuning: 'fixed',
    against: 'updateMs',
    lines: 'rtt',
    measured: 0.013,
  };
  expect(encode(settings)).toBe('a0.0156_R50_p0.00001_m0.013_tfixed_xupdateMs_lrtt');
  expect(decode(encode(settings))).toEqual({ settings });
  for (const { settings } of FIGURES) expect(decode(encode(settings))).toEqual({ settings });
  const tiny = withValue(STANDARD, 'probability', 1e-7);
  expect(decode(encode(tiny))).toEqual({ settings: tiny });
});

test('figures of the paper have addresses', () => {
  expect(stabilityOfItem('pan-2013-pie/16')).toBe('#stability/p0.01');
  expect(stabilityOfItem('pan-2013-pie/4-5')).toBe('#stability');
});

test('setting N releases p0, and the other way round', () => {
  const one = withValue(withValue(STANDARD, 'flows', 20), 'probability', 0.01);
  expect(one.values).toEqual({ probability: 0.01 });
  expect(withValue(one, 'flows', 7).values).toEqual({ flows: 7 });
});

test('a bad address is explained, and the settings are those of the paper', () => {
  for (const [path, why] of [
    ['q5', 'no setting'],
    ['R50_R60', 'twice'],
    ['Rx', 'needs a number'],
    ['R-5', 'needs a number'],
    ['RInfinity', 'needs a number'],
    ['R1e999', 'needs a number'],
    ['tnone', 'none of'],
    ['N5_p0.1', 'sets both N and p'],
    ['p0.1_N5', 'sets both N and p'],
    ['m7', 'above 1'],
    ['R50_', 'no setting'],
    ['<img src=x>', 'no setting'],
    ['R5'.repeat(300), 'characters'],
  ] as const) {
    const { settings, problem } = decode(path);
    expect(problem, path).toContain(why);
    expect(settings).toEqual(STANDARD);
  }
});

const scenario = (queue: Scenario['queues'][number], traffic: Scenario['traffic']): Scenario => ({
  version: 1,
  durationS: 60,
  link: { rateMbps: 20, rttMs: 40, buffer: { packets: 500 } },
  queues: [{ kind: 'droptail' }, queue],
  traffic,
});

test('a lane with PIE or PI2 has an operating point', () => {
  const flows: Scenario['traffic'] = [{ kind: 'bulk', flows: 8 }];
  const of = (...args: Parameters<typeof stabilityOf>): Settings => {
    const hash = stabilityOf(...args) ?? '';
    expect(hash).toMatch(/^#stability\//);
    return decode(hash.slice('#stability/'.length)).settings;
  };
  const pie = scenario({ kind: 'pie', targetMs: 10 }, flows);
  const { values, tuning, measured } = of(pie, 1, 0.02);
  expect(values).toMatchObject({
    rttMs: 50,
    flows: 8,
    rateMbps: 20,
    packetBytes: 1500,
    targetMs: 10,
  });
  expect([tuning, measured]).toEqual(['rfc8033', 0.02]);
  expect(of(scenario({ kind: 'pie', variant: 'linux414' }, flows), 1, undefined).tuning).toBe(
    'paper2013',
  );
  expect(of(scenario({ kind: 'pi2' }, flows), 1, undefined).tuning).toBe('squared');
  // 4 flows with 30 ms and 4 with 90 ms, and 10 ms in the queue: 8 / (4/40 + 4/100).
  const mixed = scenario({ kind: 'pie', targetMs: 10 }, [
    { kind: 'bulk', flows: 4, rttMs: 30 },
    { kind: 'bulk', flows: 4, rttMs: 90 },
    { kind: 'bulk', flows: 9, muted: true },
    { kind: 'cbr', rateMbps: 1 },
  ]);
  expect(of(mixed, 1, undefined).values).toMatchObject({ flows: 8, rttMs: 57.1429 });
  expect(stabilityOf(pie, 0, undefined)).toBeUndefined();
  expect(stabilityOf(pie, 7, undefined)).toBeUndefined();
  expect(
    stabilityOf(scenario({ kind: 'pie' }, [{ kind: 'bulk', flows: 0 }]), 1, 0),
  ).toBeUndefined();
});
