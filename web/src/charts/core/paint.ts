import { dashLine, dashPattern, type DashTrail, Segments } from './dash';
import type { Bins } from './decimate';
import type { Packed, Raster, Shape } from './raster';
import type { RateBins } from './rebin';
import type { XScale, YScale } from './scale';

/** How a series is drawn. All lengths and scales are in device pixels. */
export interface Stroke {
  readonly colour: Packed;
  readonly dash: readonly number[];
  readonly width: number;
  /** Device pixels per CSS px: dashes are given in CSS px. */
  readonly ratio: number;
}

/** The first of the entries `step` px apart, the first at `x0`, that can touch what is drawn anew. */
const firstSeen = (g: Raster, x0: number, step: number, reach: number): number =>
  Math.max(0, Math.floor((g.from - reach - x0) / step) - 1);

/** Opacity of the min-to-max band behind a decimated line. */
const BAND = 0.24;

/** The line width that dashes are designed for, CSS px; thicker lines get longer dashes, or dots would merge. */
const DESIGNED = 1.6;

/**
 * A dense line: the mean of each bin as a (dashed) line, and the range from least to greatest as a faint band behind it.
 * No peak is lost however far one zooms out, and the dash stays readable on top.
 */
export function paintLine(
  g: Raster,
  bins: Bins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  trail: DashTrail,
): void {
  if (bins.perBin > 1) paintRange(g, bins, x, y, stroke);
  const { mean, length } = bins;
  const step = bins.stepS * x.pxPerS;
  const x0 = x.x(bins.midS);
  const scale = Math.max(stroke.ratio, stroke.width / DESIGNED);
  const pattern = dashPattern(stroke.dash, scale);
  const begin = firstSeen(g, x0, step, stroke.width);
  const start =
    pattern.period > 0
      ? trail.begin(bins.first, length, begin, pattern.period, trailKey(bins, step, y))
      : Math.max(0, begin - 1);
  reserve(length);
  y.projectAll(mean, middles, start, length);
  if (pattern.period > 0) trail.measure(middles, step);
  const heights = { x0, step, y: middles, length, begin, along: trail.along };
  // A lone bin between two gaps is drawn as wide as it lasts, and at least as a dot.
  dashLine(heights, pattern, Math.max(step, stroke.width), segments);
  g.segments(segments.data, segments.count, stroke.width);
  g.stroke(stroke.colour);
}

/** Heights in pixels; scratch space, valid until the next plot. */
let tops = new Float32Array(1024);
let bottoms = new Float32Array(1024);
let middles = new Float32Array(1024);
const segments = new Segments();

function reserve(length: number): void {
  if (tops.length >= length) return;
  tops = new Float32Array(2 * length);
  bottoms = new Float32Array(2 * length);
  middles = new Float32Array(2 * length);
}

/** Fills from the least to the greatest of each bin, where that is taller than the line. */
function paintRange(g: Raster, bins: Bins, x: XScale, y: YScale, stroke: Stroke): void {
  reserve(bins.length);
  const step = bins.stepS * x.pxPerS;
  const x0 = x.x(bins.midS);
  const begin = firstSeen(g, x0, step, 0);
  y.projectAll(bins.max, tops, begin, bins.length);
  y.projectAll(bins.min, bottoms, begin, bins.length);
  g.band(x0, step, tops, bottoms, bins.length, stroke.colour, BAND, stroke.width, begin);
}

/** What the distances along a line depend on, besides its bins. */
const trailKey = (bins: Bins, step: number, y: YScale): number[] => {
  const [low, high] = y.domain;
  return [step, bins.perBin, y.project(low) - y.project(high), low, high, y.kind === 'log' ? 1 : 2];
};

/** Where the stems of one lane stand within a bin. */
export interface Slot {
  readonly index: number;
  readonly of: number;
}

function place(
  bins: RateBins,
  x: XScale,
  slot: Slot,
): { first: number; step: number; width: number } {
  const step = bins.widthS * x.pxPerS;
  // One slot in n + 1 is the gap between bins, so that neighbours do not merge into a wall.
  const width = step / (slot.of + 1);
  return { first: x.x(bins.startS) + (slot.index + 1) * width, step, width };
}

/** Stems from the baseline, one per bin: drops. The lane's dash runs down from the tip, so the tip is always drawn. */
export function paintStems(
  g: Raster,
  bins: RateBins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  slot: Slot,
): void {
  const { first, step, width } = place(bins, x, slot);
  const base = y.project(y.domain[0]);
  const half = Math.max(stroke.ratio, Math.min(3 * stroke.width, 0.75 * width)) / 2;
  const { ends, period } = dashPattern(stroke.dash, stroke.ratio);
  for (let b = firstSeen(g, first, step, half); b < bins.length; b++) {
    const percent = bins.percent[b];
    if (!(percent > 0)) continue;
    const px = first + b * step;
    // The rarest drop is still two pixels tall; what is beyond the axis ends at its edge.
    const tip = Math.max(-1, Math.min(base - 2 * stroke.ratio, y.project(percent)));
    if (period === 0) g.bar(px - half, px + half, tip, base);
    for (let round = tip; period > 0 && round < base; round += period) {
      for (let k = 0; k < ends.length; k += 2) {
        const from = round + (k > 0 ? ends[k - 1] : 0);
        g.bar(px - half, px + half, from, Math.min(base, round + ends[k]));
      }
    }
  }
  g.stroke(stroke.colour);
}

/** What lanes' marks look like, in their order: the second three have a dot inside. */
export const SHAPES = ['circle', 'square', 'diamond'] as const satisfies readonly Shape[];

/** Hollow shapes at the height of the rate: marks. Filled with the ground, so that a crowd of them stays hollow. */
export function paintMarks(
  g: Raster,
  bins: RateBins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  slot: Slot,
  ground: Packed,
): void {
  const { first, step, width } = place(bins, x, slot);
  const radius = stroke.ratio * Math.max(1.75, Math.min(3.5, (0.45 * width) / stroke.ratio + 1));
  const line = Math.max(1.2 * stroke.ratio, 0.75 * stroke.width);
  const begin = firstSeen(g, first, step, radius + line);
  const shape = SHAPES[slot.index % SHAPES.length];
  const each = (r: number, thickness: number, colour: Packed): void => {
    for (let b = begin; b < bins.length; b++) {
      const percent = bins.percent[b];
      if (percent > 0) g.ring(first + b * step, y.project(percent), r, thickness, shape);
    }
    g.stroke(colour);
  };
  each(radius, 0, ground);
  each(radius, line, stroke.colour);
  if (slot.index >= SHAPES.length) each(stroke.ratio, 0, stroke.colour);
}
