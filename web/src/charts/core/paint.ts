import type { Bins } from './decimate';
import { dashedPiece, dashPattern, type DashTrail } from './dash';
import type { RateBins } from './rebin';
import type { XScale, YScale } from './scale';

/** What the painters need of a canvas context; tests record the calls. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'setLineDash'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'lineCap'
  | 'globalAlpha'
>;

export interface Stroke {
  /** A resolved colour: a canvas knows no `var()`. */
  readonly colour: string;
  readonly dash: readonly number[];
  /** Line width, CSS px. */
  readonly width: number;
}

/** Opacity of the min-to-max band behind a decimated line. */
const BAND = 0.24;

/**
 * A dense line: the mean of each bin as a (dashed) line, and the range from least to greatest as a faint band behind it.
 * No peak is lost however far one zooms out, and the dash stays readable on top.
 */
export function paintLine(
  g: Brush,
  bins: Bins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  trail: DashTrail,
): void {
  if (bins.perBin > 1) {
    g.globalAlpha = BAND;
    g.fillStyle = stroke.colour;
    paintRange(g, bins, bins.min, bins.max, x, y);
    g.globalAlpha = 1;
  }
  const { mean, length } = bins;
  const step = bins.stepS * x.pxPerS;
  const x0 = x.x(bins.midS);
  // Dashes grow with the line, or a thick dotted line would be solid.
  const pattern = dashPattern(stroke.dash, Math.max(1, stroke.width / 1.6));
  const heights = project(bins, y);
  if (pattern.period > 0) measure(trail, bins, heights, step, pattern.period, y);
  const along = trail.along;

  g.strokeStyle = stroke.colour;
  g.lineWidth = stroke.width;
  g.lineJoin = 'bevel';
  g.lineCap = 'butt';
  g.setLineDash([]);
  g.beginPath();
  let down = false;
  for (let b = 0; b < length; b++) {
    if (Number.isNaN(mean[b])) {
      down = false;
      continue;
    }
    const px = x0 + b * step;
    const at = heights[b];
    if (b > 0 && !Number.isNaN(mean[b - 1])) {
      const before = heights[b - 1];
      down = dashedPiece(g, pattern, px - step, before, px, at, along[b - 1], along[b], down);
    } else if (b + 1 === length || Number.isNaN(mean[b + 1])) {
      // A lone bin between two gaps is drawn as wide as it lasts.
      g.moveTo(px - step / 2, at);
      g.lineTo(px + step / 2, at);
    }
  }
  g.stroke();
}

/** Heights of the means, px; scratch space, valid until the next call. */
let scratch = new Float32Array(1024);
function project(bins: Bins, y: YScale): Float32Array {
  if (scratch.length < bins.length) scratch = new Float32Array(2 * bins.length);
  for (let b = 0; b < bins.length; b++) scratch[b] = y.project(bins.mean[b]);
  return scratch;
}

/** Distances along the line, for the dashes; a gap counts as if it were flat. */
function measure(
  trail: DashTrail,
  bins: Bins,
  heights: Float32Array,
  step: number,
  period: number,
  y: YScale,
): void {
  const along = trail.reserve(bins.length);
  along[0] = 0;
  for (let b = 1; b < bins.length; b++) {
    const rise = heights[b] - heights[b - 1];
    along[b] = along[b - 1] + (rise === rise ? Math.sqrt(step * step + rise * rise) : step);
  }
  const [low, high] = y.domain;
  trail.anchor(bins.first, bins.length, period, [
    step,
    bins.perBin,
    y.project(low) - y.project(high),
    low,
    high,
    y.kind === 'log' ? 1 : 2,
  ]);
}

/** The area between a low and a high measure (a ribbon of quantiles), with a hairline on either side. */
export function paintBand(
  g: Brush,
  low: Bins,
  high: Bins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
): void {
  g.fillStyle = stroke.colour;
  g.globalAlpha = 0.18;
  paintRange(g, low, low.min, high.max, x, y);
  g.globalAlpha = 1;
}

/** Fills between two arrays of equal bins, one polygon per stretch without gaps; at least a hairline thick. */
function paintRange(
  g: Brush,
  bins: Bins,
  min: Float32Array,
  max: Float32Array,
  x: XScale,
  y: YScale,
): void {
  const step = bins.stepS * x.pxPerS;
  const x0 = x.x(bins.midS);
  g.beginPath();
  let b = 0;
  while (b < bins.length) {
    if (Number.isNaN(min[b]) || Number.isNaN(max[b])) {
      b++;
      continue;
    }
    const begin = b;
    g.moveTo(x0 + b * step, y.project(max[b]) - 0.5);
    for (b++; b < bins.length && max[b] === max[b] && min[b] === min[b]; b++) {
      g.lineTo(x0 + b * step, y.project(max[b]) - 0.5);
    }
    for (let back = b - 1; back >= begin; back--)
      g.lineTo(x0 + back * step, y.project(min[back]) + 0.5);
    g.closePath();
  }
  g.fill();
}

/** Where the stems of one lane stand within a bin. */
export interface Slot {
  readonly index: number;
  readonly of: number;
}

function slotMiddle(
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
  g: Brush,
  bins: RateBins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  slot: Slot,
): void {
  const { first, step, width } = slotMiddle(bins, x, slot);
  const base = y.project(y.domain[0]);
  g.strokeStyle = stroke.colour;
  g.lineWidth = Math.max(1, Math.min(3 * stroke.width, 0.75 * width));
  g.lineCap = 'butt';
  g.setLineDash(stroke.dash as number[]);
  g.beginPath();
  for (let b = 0; b < bins.length; b++) {
    const percent = bins.percent[b];
    if (!(percent > 0)) continue;
    const px = first + b * step;
    // The rarest drop is still two pixels tall.
    g.moveTo(px, Math.min(base - 2, y.project(percent)));
    g.lineTo(px, base);
  }
  g.stroke();
  g.setLineDash([]);
}

/** Hollow circles at the height of the rate: marks. Filled with the ground, so that a crowd of them stays hollow. */
export function paintMarks(
  g: Brush,
  bins: RateBins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  slot: Slot,
  ground: string,
): void {
  const { first, step, width } = slotMiddle(bins, x, slot);
  const radius = Math.max(1.75, Math.min(3.5, 0.45 * width + 1));
  g.strokeStyle = stroke.colour;
  g.fillStyle = ground;
  g.lineWidth = Math.max(1.2, 0.75 * stroke.width);
  g.setLineDash([]);
  g.beginPath();
  for (let b = 0; b < bins.length; b++) {
    const percent = bins.percent[b];
    if (!(percent > 0)) continue;
    const px = first + b * step;
    const py = y.project(percent);
    g.moveTo(px + radius, py);
    g.arc(px, py, radius, 0, 2 * Math.PI);
  }
  g.fill();
  g.stroke();
}
