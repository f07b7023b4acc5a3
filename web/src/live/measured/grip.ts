import type { XScale } from '../../kit/charts/drawing';

/** A movement of a measured run in time. */
export interface Grip {
  /** Its start before the movement, s. */
  readonly fromS: number;
  /** The pointer that moves it, and where it was pressed, px. */
  readonly pointer?: number;
  readonly fromPx?: number;
}

/** Returns the largest power of ten that is not above a number. */
const decade = (value: number): number => 10 ** Math.floor(Math.log10(value) + 1e-9);

/** Returns the step of an arrow key in a window of this length, s: a power of ten, at most an eightieth of it. */
export const stepOf = (windowS: number): number =>
  Math.max(0.001, Math.min(1, decade(windowS / 80)));

/** Returns where a run that is moved by a pointer starts, s: in round steps that are not wider than a pixel. */
export function moved({ fromS, fromPx = 0 }: Grip, px: number, pxPerS: number): number {
  if (!(pxPerS > 0) || px === fromPx) return fromS;
  const step = Math.max(0.001, Math.min(1, decade(1 / pxPerS)));
  return Math.round((fromS + (px - fromPx) / pxPerS) / step) * step;
}

/** Where the handle of a run is: at its start, or at the edge of the plot beyond which it starts. */
export interface GripPlace {
  readonly px: number;
  readonly side: 'before' | 'inside' | 'after';
  /** Text beside it fits to its left. */
  readonly isRight: boolean;
}

/** Returns the place of the handle of a run that starts at `startS`. */
export function grippedAt(startS: number, x: XScale): GripPlace {
  const side = startS < x.t0 ? 'before' : startS > x.t1 ? 'after' : 'inside';
  const px = Math.max(x.left, Math.min(x.right, x.x(startS)));
  return { px, side, isRight: px > (x.left + x.right) / 2 };
}
