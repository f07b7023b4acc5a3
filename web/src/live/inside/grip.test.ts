import { describe, expect, test } from 'vitest';
import { type Setting, settings } from '../../core/model/settings';
import type { ChartPlane } from '../../kit/charts/lines';
import { yScale } from '../../kit/charts/core/scale';
import type { Queue } from '../../core/document/scenario';
import { inverse, placeOf, rangeIn, valueAt } from './grip';
import type { Grip } from './pictures/picture';

const area = { left: 40, right: 240, top: 10, bottom: 110, width: 260, height: 130 };
const plane = (log = false): ChartPlane => ({
  px: yScale('linear', [0, 50], 40, 240),
  py: log ? yScale('log', [0.1, 100], 110, 10) : yScale('linear', [0, 20], 110, 10),
  area,
});
const setting = (queue: Queue, name: string): Setting =>
  settings(queue).find((one) => one.name === name)!;

test.each([
  ['linear' as const, [0, 50] as const],
  ['log' as const, [0.5, 200] as const],
])('the inverse of a %s scale leads back', (kind, domain) => {
  const scale = yScale(kind, domain, 110, 10);
  for (const value of [0.5, 1, 7, 49])
    expect(inverse(scale, scale.project(value))).toBeCloseTo(value, 9);
});

describe('a grip', () => {
  const min: Grip = { parameter: 'minPackets', axis: 'x', across: 0, scale: 1 };
  const maxP: Grip = { parameter: 'maxP', axis: 'y', across: 15, scale: 100 };

  test('lies at its value, and at the border if the value is outside', () => {
    expect(placeOf(min, plane(), 5)).toEqual({ x: 60, y: 110 });
    expect(placeOf(maxP, plane(), 0.1)).toEqual({ x: 100, y: 60 });
    expect(placeOf(maxP, plane(), 0.9)).toEqual({ x: 100, y: 10 });
  });

  test('turns a place into a value on the grid of the slider', () => {
    const lower = setting({ kind: 'red' }, 'minPackets');
    expect(valueAt(min, plane(), lower, 68.3)).toBe(7);
    expect(valueAt(maxP, plane(), setting({ kind: 'red' }, 'maxP'), 85.02)).toBe(0.05);
  });

  test('stays within the axis, the slider, and the other threshold', () => {
    const lower = setting({ kind: 'red', minPackets: 5, maxPackets: 15 }, 'minPackets');
    expect(rangeIn(lower).max).toBe(14);
    expect(valueAt(min, plane(), lower, 239)).toBe(14);
    expect(valueAt(min, plane(), lower, -99)).toBe(1);
    const upper = setting({ kind: 'red' }, 'maxPackets');
    const grip: Grip = { ...min, parameter: 'maxPackets' };
    expect(valueAt(grip, plane(), upper, 999)).toBe(50);
  });

  test('follows a logarithmic axis', () => {
    const target: Grip = { parameter: 'targetMs', axis: 'y', across: 0, scale: 1 };
    const of = setting({ kind: 'codel' }, 'targetMs');
    // A third of the way up three decades.
    expect(valueAt(target, plane(true), of, 110 - 100 / 3)).toBe(1);
    expect(placeOf(target, plane(true), 10).y).toBeCloseTo(110 - 200 / 3);
  });
});
