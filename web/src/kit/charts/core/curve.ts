import { bisectRight } from 'd3-array';
import type { Curve } from './plane';

/** Returns the value of a curve at `x`; NaN for outlines, which have several. */
export function curveAt({ kind, xs, ys }: Curve, x: number): number {
  if (kind === 'outline' || xs.length === 0) return NaN;
  const after = bisectRight(xs, x);
  return after === 0 ? 0 : ys[after - 1];
}
