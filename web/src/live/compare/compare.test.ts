import { expect, test } from 'vitest';
import type { SeriesColumn } from '../../core/sim/series';
import { exact, fateOf, named, readFirst } from './first';
import { axisOf, differenceOver, differences, meanOf, MEASURES, type Pair } from './measures';

const column = (values: number[]): SeriesColumn => ({
  ...{ startS: 0, stepS: 0.01, values: Float32Array.from(values), length: values.length, epoch: 0 },
});
const [DELAY, DROPS, USE] = MEASURES;

/** A lane whose samples have these delays and packets. */
function lane(delays: number[], sent: number[], drops = sent.map(() => 0)): Pair[0] {
  const left = sent.map((count, i) => count + drops[i]);
  return {
    delayMean: column(delays),
    sent: column(sent),
    offered: column(left),
    drops: column(drops),
    left: column(left),
    sentBits: column(sent.map((count) => 1000 * count)),
    capacityBits: column(sent.map(() => 4000)),
  };
}
const A = lane([10, 20, NaN, 40], [1, 3, 0, 4]);
const B = lane([10, 30, NaN, 20], [1, 1, 0, 2], [0, 1, 0, 2]);

test('a mean weighs each packet, not each sample', () => {
  expect(meanOf(DELAY, A, 0, 2)).toBe(70 / 4);
  expect(meanOf(DELAY, A, 2, 3)).toBeNaN();
  expect(meanOf(DELAY, A, 0, 99)).toBe((70 + 160) / 8);
  expect(meanOf(DROPS, B, 1, 4)).toBe((100 * 3) / 6);
  expect(meanOf(USE, A, 0, 4)).toBe(50);
});

test('the difference is the first lane minus the second', () => {
  expect(differenceOver(DELAY, [B, A], 0.01, 0.02)).toBe(10);
  expect(differenceOver(DELAY, [A, B], 0.01, 0.02)).toBe(-10);
  expect(differenceOver(DROPS, [B, A], 0, 0.04)).toBeCloseTo((100 * 3) / 7);
  expect(differenceOver(DELAY, [A, A], 0, 1)).toBe(0);
});

test('bins have fixed places, and those without data are left out', () => {
  const all = { fromS: 0, toS: 1 };
  expect(differences(DELAY, [B, A], all, 0.01)).toEqual([
    [0.005, 0],
    [0.015, 10],
    [0.035, -20],
  ]);
  const two = differences(DELAY, [B, A], { fromS: 0.011, toS: 1 }, 0.02);
  expect(two.map(([atS]) => atS)).toEqual([0.01, 0.03]);
  // Lanes in front of the others wait for them.
  expect(differences(DELAY, [lane([5], [1]), A], all, 0.01)).toEqual([[0.005, -5]]);
});

test.each([
  [[], 1, [0, 1]],
  [[-225, 0], 1, [-300, 0]],
  [[0.4, 70], 1, [0, 80]],
  [[-3, 4], 1, [-4, 4]],
  [[-353, 3], 1, [-400, 0]],
  [[-0.01, 40], 1, [0, 40]],
] as const)('the axis of %j is at least %d, with zero: %j', (values, least, ends) => {
  expect(axisOf(values, least)).toEqual(ends);
});

test('a packet is named, with what each lane does with it', () => {
  const own = [2, 5221, 1, 1500, 10.0012, 10.2532, 0, 1];
  const other = [2, 5221, 1, 1500, 10.0012, 10.0012, 1, 0];
  const first = readFirst(Float64Array.of(10.0012, 2, ...own, ...other))!;
  expect(named(first)).toBe('Flow 2, retransmission 5221, arrives at 10.0012 s');
  expect(named(first, 3)).toBe('Flow 2, retransmission 5221, arrives at hop 2 at 10.0012 s');
  expect(named({ ...first, hop: 0 })).toContain('arrives at the reverse bottleneck at 10.0012 s');
  expect(first.packets.map(fateOf)).toEqual([
    'marks it and sends it after 252 ms',
    'drops it on arrival',
  ]);
  expect(readFirst(Float64Array.of())).toBeUndefined();
});

test('a packet may be missing in a lane, or still wait', () => {
  const waits = [0, 7, 2, 200, 3, NaN, 0, 0];
  const none = Array.from({ length: 8 }, () => NaN);
  const first = readFirst(Float64Array.of(3, 1, ...none, ...waits))!;
  expect(first.packets.map(fateOf)).toEqual(['does not get it', 'still has it in the queue']);
  expect(named(first)).toBe('Flow 0, datagram 7, arrives at 3 s');
});

test('times have all digits of the simulator', () => {
  expect(exact(10.000000001)).toBe('10.000000001 s');
  expect(exact(2.5)).toBe('2.5 s');
});
