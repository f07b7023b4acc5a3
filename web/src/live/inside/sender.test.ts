import { describe, expect, test } from 'vitest';
import type { SenderAnswer } from '../../core/sim/events.generated';
import { cubicCurve, latest, numberText, senderPictures, senderSummary } from './sender';

type Values = readonly (number | null)[];

/** A sender with these numbers at 0, 1, 2... s; those of the congestion control begin with `cc `. */
function answer(numbers: Readonly<Record<string, Values>>): SenderAnswer {
  const length = Object.values(numbers)[0]?.length ?? 0;
  return {
    flow: 1,
    timesS: Array.from({ length }, (_, i) => i),
    events: [],
    eventCount: 0,
    series: Object.entries(numbers).map(([key, values]) => {
      const isControl = key.startsWith('cc ');
      const name = isControl ? key.slice(3) : key;
      return { name, unit: '', label: name, help: '', isControl, values };
    }),
  };
}
const style = { colour: 'var(--lane-blue)', dash: [], shape: 0 };
const word = (numbers: Readonly<Record<string, Values>>): string =>
  senderSummary(answer({ cwnd: [20], inFlight: [18], phase: [0], srtt: [40], ...numbers })).word;

describe('the state of a sender', () => {
  test('follows from threshold and loss recovery', () => {
    expect(word({ ssthresh: [null] })).toBe('Slow start');
    expect(word({ ssthresh: [30] })).toBe('Slow start');
    expect(word({ ssthresh: [20] })).toBe('Congestion avoidance');
    expect(word({ ssthresh: [14], phase: [2] })).toBe('Reducing');
    expect(word({ ssthresh: [14], phase: [3], lost: [2] })).toBe('Fast recovery');
    expect(word({ ssthresh: [14], phase: [4] })).toBe('After a timeout');
  });

  test('is that of BBR if the congestion control reports one', () => {
    expect(word({ ssthresh: [null], 'cc mode': [2], 'cc bw': [9.5], 'cc min_rtt': [40] })).toBe(
      'Probe bandwidth',
    );
    expect(
      word({ ssthresh: [null], 'cc state': [6], 'cc max_bw': [9.5], 'cc min_rtt': [40] }),
    ).toBe('Probe RTT');
  });

  test('names alpha, and says that a sender is not open', () => {
    const of = answer({
      cwnd: [20],
      inFlight: [18],
      phase: [0],
      srtt: [40],
      ssthresh: [10],
      'cc alpha': [0.125],
    });
    expect(senderSummary(of).sentence).toContain('Alpha, the share of marked packets, is 12.5 %.');
    expect(senderSummary(answer({})).word).toBe('Not open');
  });
});

describe('the cubic curve', () => {
  const of = answer({
    cwnd: [100, 70, 80, 90, 95],
    'cc W_max': [150, 100, 100, 100, 100],
    'cc K in seconds': [5, 4.2172, 4.2172, 4.2172, 4.2172],
  });

  test('begins where its plateau was set, at the reduced window, and reaches the plateau after K', () => {
    const curve = cubicCurve(of, 4)!;
    expect(curve.wMax).toBe(100);
    const [s, window] = curve.points[0];
    expect(s).toBe(-3);
    // RFC 9438: K = cbrt(30 / 0.4) for a reduction from 100 to 70.
    expect(window).toBeCloseTo(70, 1);
    const plateau = curve.points.find(([at]) => at >= -3 + 4.217)!;
    expect(plateau[1]).toBeCloseTo(100, 1);
  });

  test('is not drawn if its start is not known, or without CUBIC', () => {
    expect(
      cubicCurve(answer({ cwnd: [9], 'cc W_max': [5], 'cc K in seconds': [1] }), 1),
    ).toBeUndefined();
    expect(cubicCurve(answer({ cwnd: [9, 9] }), 1)).toBeUndefined();
  });
});

test('pictures show what the congestion control has', () => {
  const titles = (numbers: Readonly<Record<string, Values>>): string[] =>
    senderPictures(
      answer({ cwnd: [9, 9], inFlight: [8, 8], srtt: [40, 41], ...numbers }),
      1,
      style,
    ).map(({ title }) => title);
  expect(titles({ minRtt: [40, 40] })).toEqual([
    'Window and what is in flight',
    'Smoothed and smallest RTT',
  ]);
  expect(titles({ 'cc bw': [9, 9], pacingRate: [9, 11], 'cc min_rtt': [40, 40] })).toEqual([
    'Window and what is in flight',
    'Bandwidth filter and pacing rate',
    'Smoothed RTT and the RTT filter',
  ]);
  expect(titles({ 'cc alpha': [0.1, 0.2] })).toContain('Alpha, the share of marked packets');
  for (const picture of senderPictures(answer({ cwnd: [9, 9], srtt: [40, 41] }), 1, style))
    for (const { range } of [picture.x, picture.y]) expect(range![0]).toBeLessThan(range![1]);
});

test('numbers have their units, and none is a word', () => {
  const text = (name: string, unit: string, value: number | null): string =>
    numberText({ name, unit, label: '', help: '', isControl: false, values: [1, value] });
  expect(text('srtt', 'ms', 41.234)).toBe('41.2 ms');
  expect(text('cwnd', 'segments', 12)).toBe('12 segments');
  expect(text('alpha', '', 0.125)).toBe('12.5 %');
  expect(text('ssthresh', 'segments', null)).toBe('none');
  expect(latest(answer({ cwnd: [1, null] }), 'cwnd')).toBeUndefined();
});
