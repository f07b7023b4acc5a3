import { describe, expect, test } from 'vitest';
import { type ScaleKind, xScale, yScale } from './scale';
import { namedValues, spaced, timeStep, timeTicks, yTicks } from './ticks';

const labels = (kind: ScaleKind, low: number, high: number, height: number, avoid: number[] = []) =>
  yTicks(yScale(kind, [low, high], height, 0), height, avoid)
    .map((t) => t.label.replaceAll('\u202f', ' '))
    .join(' ');

describe('vertical scales', () => {
  test.each<[ScaleKind, number, number]>([
    ['linear', 0, 100],
    ['linear', 60, 100],
    ['log', 0.5, 1000],
  ])('%s %f..%f: equal steps, or ratios, from end to end are equally far', (kind, low, high) => {
    const scale = yScale(kind, [low, high], 300, 20);
    for (let i = 0; i <= 20; i++) {
      const at = i / 20;
      const v = kind === 'log' ? low * (high / low) ** at : low + (high - low) * at;
      expect(scale.project(v)).toBeCloseTo(300 - 280 * at, 9);
    }
  });

  test('zero is on the baseline of a log axis, and a gap stays a gap', () => {
    const scale = yScale('log', [0.5, 1000], 300, 20);
    expect(scale.project(0)).toBe(300);
    expect(scale.project(0.01)).toBe(300);
    expect(scale.project(NaN)).toBeNaN();
  });

  test.each<[ScaleKind, number, number]>([
    ['log', 0, 10],
    ['linear', 5, 5],
    ['linear', NaN, 5],
  ])('%s %f..%f is refused', (kind, low, high) => {
    expect(() => yScale(kind, [low, high], 100, 0)).toThrow(RangeError);
  });
});

describe('labels of a vertical axis', () => {
  test('no label touches that of the low end in a row of its own', () => {
    const scale = yScale('log', [0.5, 1000], 100, 0);
    expect(yTicks(scale, 100, [5], 15).map((t) => t.label)).toEqual(['≤0.5', '10', '100', '1000']);
  });

  test('a low row of a log axis has two labels around its middle, or one, not only an end', () => {
    const scale = yScale('log', [0.5, 1000], 22, 0);
    expect(yTicks(scale, 22, [], 15).map((t) => t.label)).toEqual(['1', '100']);
    // At the size for a projector two labels would touch.
    expect(yTicks(scale, 22, [], 19).map((t) => t.label)).toEqual(['10']);
  });

  test('a low plot labels the ends of its axis, and no middle that would touch them', () => {
    expect(labels('linear', 0, 100, 30)).toBe('0 50 100');
    expect(labels('linear', 0, 100, 20)).toBe('0 100');
    expect(labels('linear', 0, 5, 20)).toBe('0 5');
  });

  test.each<[ScaleKind, number, number, number, string]>([
    ['log', 0.5, 1000, 320, '≤0.5 1 2 5 10 20 50 100 200 500 1000'],
    ['log', 0.5, 1000, 200, '≤0.5 1 10 100 1000'],
    ['log', 0.5, 1000, 120, '≤0.5 10 100 1000'],
    ['log', 0.5, 1000, 60, '≤0.5 100'],
    ['log', 0.02, 1000, 200, '≤0.02 0.1 1 10 100 1000'],
    ['log', 1, 100_000, 200, '≤1 10 100 1000 10 000 100 000'],
    ['linear', 0, 100, 200, '0 20 40 60 80 100'],
    ['linear', 60, 100, 100, '60 80 100'],
    ['linear', 0, 1, 200, '0.0 0.2 0.4 0.6 0.8 1.0'],
    ['linear', 0, 5, 80, '0.0 2.5 5.0'],
    ['linear', 0, 50, 80, '0 25 50'],
    ['linear', 0, 50, 300, '0 10 20 30 40 50'],
    ['linear', 0, 37, 100, '0 20'],
  ])('%s %f..%f on %i px: %s', (kind, low, high, height, text) => {
    expect(labels(kind, low, high, height)).toBe(text);
  });

  test('are left out beside a labelled value, unless the value is a tick', () => {
    expect(labels('linear', 0, 100, 200, [42])).toBe('0 20 60 80 100');
    expect(labels('linear', 0, 100, 200, [40])).toBe('0 20 40 60 80 100');
  });
});

describe('values with a name beside the axis', () => {
  const marked = (kind: ScaleKind, domain: [number, number], height: number, values: number[]) => {
    const scale = yScale(kind, domain, height, 0);
    return namedValues(scale, values, yTicks(scale, height, values)).map(
      ({ text, at, nameAt }) => `${text} ${nameAt > at ? 'below' : 'above'}`,
    );
  };
  const log: [number, number] = [0.5, 1000];

  test.each<[string, ScaleKind, [number, number], number, number[], string[]]>([
    ['the name is below the value', 'log', log, 260, [5], ['5 below']],
    ['above if a label is in the way', 'log', log, 260, [15], ['15 above']],
    ['above at the low end', 'linear', [0, 1000], 260, [5], ['5 above']],
    ['two names do not touch', 'log', [0.005, 1000], 210, [5, 15], ['5 below', '15 above']],
    ['neighbours share a name', 'linear', [0, 1000], 260, [15, 5], ['5, 15 above']],
    ['many neighbours share a name', 'linear', [0, 1000], 260, [5, 15, 20], ['5…20 above']],
    ['a value beyond the axis has no name', 'linear', [0, 20], 260, [50], []],
  ])('%s', (_, kind, domain, height, values, expected) => {
    expect(marked(kind, domain, height, values)).toEqual(expected);
  });
});

describe('time axis', () => {
  test('place and time are inverse', () => {
    const x = xScale(10, 70, 46, 746);
    expect(x.x(10)).toBe(46);
    expect(x.x(70)).toBe(746);
    expect(x.t(x.x(37.4))).toBeCloseTo(37.4, 9);
  });

  test('an axis without width has no pixels', () => {
    expect(xScale(0, 60, 46, 30).pxPerS).toBe(0);
  });

  test.each([
    [0, 60, 700, '0 s|10 s|20 s|30 s|40 s|50 s|60 s'],
    [3.2, 33.2, 500, '10 s|20 s|30 s'],
    [0, 0.4, 700, '0.00 s|0.05 s|0.10 s|0.15 s|0.20 s|0.25 s|0.30 s|0.35 s|0.40 s'],
    [100.01, 100.05, 400, '100.01 s|100.02 s|100.03 s|100.04 s|100.05 s'],
  ])('%f to %f s on %i px: %s', (t0, t1, width, text) => {
    expect(
      timeTicks(t0, t1, width / (t1 - t0))
        .map((t) => t.label)
        .join('|'),
    ).toBe(text);
  });

  test('a step always exists', () => {
    expect(timeStep(1e-6)).toBe(2000);
    expect(timeStep(1e9)).toBe(0.001);
  });
});

test('low rows keep their upper labels, and others that have room', () => {
  // Two rows of 16 px with three labels each, and a last one below them.
  const labels = [
    { row: 0, at: 10, label: '100' },
    { row: 0, at: 18, label: '50' },
    { row: 1, at: 28, label: '100' },
    { row: 1, at: 36, label: '50' },
    { row: 1, at: 44, label: '0' },
  ];
  expect(spaced(labels, 12).map(({ row, label }) => `${row} ${label}`)).toEqual([
    '0 100',
    '1 100',
    '1 0',
  ]);
  expect(spaced(labels, 8)).toEqual(labels);
});
