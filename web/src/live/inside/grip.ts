import type { ChartPlane } from '../../kit/charts/lines';
import type { Setting } from '../../core/model/settings';
import { type Range, snap } from '../../kit/ui/range';
import type { Grip } from './pictures/picture';

type Scale = ChartPlane['px'];

/** Returns the value of an axis at `at` px. */
export function inverse(scale: Scale, at: number): number {
  const {
    kind,
    domain: [low, high],
  } = scale;
  const [from, to] = [scale.project(low), scale.project(high)];
  const share = (at - from) / (to - from);
  return kind === 'linear' ? low + share * (high - low) : low * (high / low) ** share;
}

/** Returns the grid and the range of a parameter: those of its slider. */
export const rangeIn = ({ min, max, parameter: { slider, type } }: Setting): Range => ({
  min,
  max,
  step: slider?.step ?? (type === 'integer' ? 1 : (max - min) / 100),
  log: slider?.scale === 'log',
});

/** Returns the value of a parameter whose grip is at `at` px, within the axis and the range of its slider. */
export function valueAt(grip: Grip, { px, py }: ChartPlane, setting: Setting, at: number): number {
  const scale = grip.axis === 'x' ? px : py;
  const [low, high] = scale.domain;
  const on = Math.max(low, Math.min(high, inverse(scale, at)));
  return snap(rangeIn(setting), on / grip.scale);
}

/** Returns the place of a grip, px; at the border of the plane if the value is outside. */
export function placeOf(
  grip: Grip,
  { px, py, area }: ChartPlane,
  value: number,
): { readonly x: number; readonly y: number } {
  const along = value * grip.scale;
  const [x, y] = grip.axis === 'x' ? [along, grip.across] : [grip.across, along];
  const within = (low: number, high: number, at: number): number =>
    Math.max(Math.min(low, high), Math.min(Math.max(low, high), at));
  return {
    x: within(area.left, area.right, px.project(x)),
    y: within(area.top, area.bottom, py.project(y)),
  };
}
