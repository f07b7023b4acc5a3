import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { withTuning } from './controller';
import { fromShown, toShown } from './texts';
import { decode } from './decode';
import { FIGURES, HOLLOT, stabilityOfItem } from '../../core/model/stability-figures';
import {
  encode,
  type Settings,
  stabilityOf,
  STANDARD,
  withValue,
} from '../../core/model/stability';

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

test('gains of PI are shown per million packets, and shares in percent', () => {
  expect(toShown('gainA', 1.822e-5)).toBe(18.22);
  expect(fromShown('gainA', 18.22)).toBe(1.822e-5);
  expect(toShown('probability', 0.0007)).toBe(0.07);
  expect(toShown('rttMs', 246.7)).toBe(246.7);
});

test('setting N releases p0, and the other way round', () => {
  const one = withValue(withValue(STANDARD, 'flows', 20), 'probability', 0.01);
  expect(one.values).toEqual({ probability: 0.01 });
  expect(withValue(one, 'flows', 7).values).toEqual({ flows: 7 });
});

test('PI has parameters of its own', () => {
  expect(decode(encode(HOLLOT))).toEqual({ settings: HOLLOT });
  expect(encode(HOLLOT)).toContain('g0.00001822_h0.00001816');
  // The last one that is set stays: one gain, both as in an address, or the design.
  const one = withValue(HOLLOT, 'gainA', 1e-4);
  expect(one.values).toMatchObject({ gainA: 1e-4 });
  expect(one.values.gainB).toBeUndefined();
  const designed = withValue(HOLLOT, 'designFlows', 10);
  expect(designed.values.gainA ?? designed.values.gainB).toBeUndefined();
  // The axis has the same role in the other controller.
  const pie = withTuning({ ...HOLLOT, against: 'gainB' }, 'rfc8033');
  expect(pie).toMatchObject({ tuning: 'rfc8033', against: 'beta' });
  expect(pie.values).toEqual({ flows: 60, rateMbps: 15, rttMs: 246.7, packetBytes: 500 });
  expect(withTuning({ ...pie, lines: 'beta' }, 'pi')).toMatchObject({
    against: 'gainB',
    lines: 'gains',
  });
});

test('a bad address is explained, and the settings are those of the paper', () => {
  for (const [path, why] of [
    ['z5', 'not a setting'],
    ['q5', 'has no “q”'],
    ['a5_tpi', 'has no “a”'],
    ['tpi_xalpha', 'has no “a”'],
    ['R50_R60', 'twice'],
    ['Rx', 'needs a number'],
    ['R-5', 'needs a number'],
    ['RInfinity', 'needs a number'],
    ['R1e999', 'needs a number'],
    ['tnone', 'none of'],
    ['N5_p0.1', 'sets both N and p'],
    ['p0.1_N5', 'sets both N and p'],
    ['m7', 'above 1'],
    ['R50_', 'not a setting'],
    ['<img src=x>', 'not a setting'],
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

test('a lane with PI has an operating point', () => {
  const flows: Scenario['traffic'] = [{ kind: 'bulk', flows: 8 }];
  const lane = (pi: object): string | undefined =>
    stabilityOf(scenario({ kind: 'pi', ...pi }, flows), 1, undefined);
  const of = (pi: object): Settings => decode(lane(pi)!.slice('#stability/'.length)).settings;
  // A quarter of 500 packets are 75 ms.
  const { tuning, values } = of({});
  expect(tuning).toBe('pi');
  expect(values).toEqual({
    referencePackets: 125,
    rttMs: 115,
    flows: 8,
    rateMbps: 20,
    packetBytes: 1500,
    designFlows: 60,
    designRttMs: 246.7,
    samplesPerS: 160,
  });
  // The buffer keeps its packets while a schedule sets another rate, so they need longer: 150 ms.
  const slow = stabilityOf(scenario({ kind: 'pi' }, flows), 1, undefined, 10)!;
  expect(decode(slow.slice('#stability/'.length)).settings.values).toMatchObject({
    referencePackets: 125,
    rttMs: 190,
  });
  expect(of({ referencePackets: 20, a: 1e-3 }).values).toMatchObject({
    referencePackets: 20,
    rttMs: 52,
    gainA: 1e-3,
  });
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
  // A schedule sets another rate.
  expect(of(pie, 1, 0.02, 5).values).toMatchObject({ rateMbps: 5, rttMs: 50 });
  expect(stabilityOf(pie, 0, undefined)).toBeUndefined();
  expect(stabilityOf(pie, 7, undefined)).toBeUndefined();
  expect(
    stabilityOf(scenario({ kind: 'pie' }, [{ kind: 'bulk', flows: 0 }]), 1, 0),
  ).toBeUndefined();
});
