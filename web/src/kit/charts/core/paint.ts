import { area, line, symbolCircle, symbolDiamond2, symbolSquare2, type SymbolType } from 'd3-shape';
import { type Bins, CHUNK } from './decimate';
import type { RateBins } from './rebin';
import type { XScale, YScale } from './scale';

/** The part of a canvas context that plots are painted with, so that tests can record it. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'rect'
  | 'closePath'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'clip'
  | 'save'
  | 'restore'
  | 'translate'
  | 'setLineDash'
  | 'drawImage'
  | 'canvas'
  | 'fillStyle'
  | 'strokeStyle'
  | 'globalAlpha'
  | 'lineWidth'
  | 'lineJoin'
>;

/** How a series is drawn. All lengths and scales are in device pixels. */
export interface Stroke {
  readonly colour: string;
  readonly dash: readonly number[];
  readonly width: number;
  /** Device pixels per CSS px: dashes are given in CSS px. */
  readonly ratio: number;
  /** Left edge of the clip, px. */
  readonly from: number;
}

/** D3 draws through a full context, of which it uses the methods of `Pen`. */
const context = (g: Pen): CanvasRenderingContext2D => g as CanvasRenderingContext2D;

/** Returns the index of the first entry that can touch the painted area. Entries are `step` px apart, from `x0` on. */
const firstSeen = (from: number, x0: number, step: number, reach: number): number =>
  Math.max(0, Math.floor((from - reach - x0) / step) - 1);

/** Opacity of the band from least to greatest value behind a line. */
const BAND = 0.24;

/** The line width that dashes are designed for, CSS px. Thicker lines get longer dashes, or dots would merge. */
const DESIGNED = 1.6;

/**
 * Paints a dense line: the mean of each bin as a line with its dash, and the range from least to greatest as a faint band
 * behind it. So no peak is lost at any zoom, and the dash stays readable.
 *
 * The line is stroked in chunks of `CHUNK` bins, counted from time zero, and each chunk starts its dashes anew. So a bin
 * keeps its dash while the window scrolls.
 */
export function paintLine(
  g: Pen,
  bins: Bins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  band = true,
): void {
  const { first, length, mean, min, max } = bins;
  const step = bins.stepS * x.pxPerS;
  const x0 = x.x(bins.midS);
  const seen = firstSeen(stroke.from, x0, step, Math.max(step, stroke.width));
  const begin = Math.max(0, Math.floor((first + seen) / CHUNK) * CHUNK - first);
  const at = (bin: number): number => x0 + bin * step;
  const isThere = (v: number): boolean => !Number.isNaN(v);
  g.fillStyle = g.strokeStyle = stroke.colour;
  if (band && bins.perBin > 1) {
    g.globalAlpha = BAND;
    g.beginPath();
    area<number>()
      .defined(isThere)
      .x((_, i) => at(begin + i))
      .y0((_, i) => y.project(min[begin + i]))
      .y1((_, i) => y.project(max[begin + i]))
      .context(context(g))(mean.subarray(begin, length));
    g.fill();
    g.globalAlpha = 1;
  }
  g.lineWidth = stroke.width;
  g.lineJoin = 'bevel';
  const scale = Math.max(stroke.ratio, stroke.width / DESIGNED);
  g.setLineDash(stroke.dash.map((d) => d * scale));
  g.beginPath();
  for (let from = begin; from < length - 1;) {
    // The last bin of a chunk is the first of the next.
    const to = Math.min(length - 1, (Math.floor((first + from) / CHUNK) + 1) * CHUNK - first);
    line<number>()
      .defined(isThere)
      .x((_, i) => at(from + i))
      .y((v) => y.project(v))
      .context(context(g))(mean.subarray(from, to + 1));
    from = to;
  }
  g.stroke();
  g.setLineDash([]);
  paintLone(g, bins, begin, at, y, Math.max(step, stroke.width));
}

/** Paints the area between two lines with the same bins. */
export function paintRibbon(
  g: Pen,
  low: Bins,
  high: Bins,
  x: XScale,
  y: YScale,
  colour: string,
  opacity: number,
  from: number,
): void {
  const step = low.stepS * x.pxPerS;
  const x0 = x.x(low.midS);
  const begin = firstSeen(from, x0, step, step);
  // A value beyond the axis is at its edge.
  const top = y.project(y.domain[1]);
  const at = (value: number): number => Math.max(top, y.project(value));
  g.fillStyle = colour;
  g.globalAlpha = opacity;
  g.beginPath();
  area<number>()
    .defined((v) => !Number.isNaN(v))
    .x((_, i) => x0 + (begin + i) * step)
    .y0((v) => at(v))
    .y1((_, i) => at(high.mean[begin + i]))
    .context(context(g))(low.mean.subarray(begin, low.length));
  g.fill();
  g.globalAlpha = 1;
}

/** Paints the area between a line and the baseline over everything painted before. */
export function paintArea(
  g: Pen,
  bins: Bins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  ground: string,
  opacity: number,
): void {
  const step = bins.stepS * x.pxPerS;
  const x0 = x.x(bins.midS);
  const begin = firstSeen(stroke.from, x0, step, Math.max(step, stroke.width));
  const base = y.project(y.domain[0]);
  g.beginPath();
  area<number>()
    .defined((v) => !Number.isNaN(v))
    .x((_, i) => x0 + (begin + i) * step)
    .y0(base)
    .y1((v) => y.project(v))
    .context(context(g))(bins.mean.subarray(begin, bins.length));
  g.fillStyle = ground;
  g.fill();
  g.globalAlpha = opacity;
  g.fillStyle = stroke.colour;
  g.fill();
  g.globalAlpha = 1;
}

/** A bin between two gaps has no neighbour to connect with. It is painted as wide as it lasts, and at least as a dot. */
function paintLone(
  g: Pen,
  { mean, length }: Bins,
  begin: number,
  at: (bin: number) => number,
  y: YScale,
  width: number,
): void {
  const isGap = (b: number): boolean => b < 0 || b >= length || Number.isNaN(mean[b]);
  g.beginPath();
  for (let b = begin; b < length; b++) {
    if (isGap(b) || !isGap(b - 1) || !isGap(b + 1)) continue;
    g.moveTo(at(b) - width / 2, y.project(mean[b]));
    g.lineTo(at(b) + width / 2, y.project(mean[b]));
  }
  g.stroke();
}

/** Position of the stems of one lane within a bin, and the shape of its marks. */
export interface Slot {
  readonly index: number;
  readonly of: number;
  /** Index of the shape in `SHAPES`; the second round has a dot inside. */
  readonly shape: number;
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

/** Paints stems from the baseline, one per bin: drops. The dash runs down from the tip, so the tip is always drawn. */
export function paintStems(
  g: Pen,
  bins: RateBins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  slot: Slot,
): void {
  const { first, step, width } = place(bins, x, slot);
  const base = y.project(y.domain[0]);
  const top = y.project(y.domain[1]);
  g.strokeStyle = stroke.colour;
  g.lineWidth = Math.max(stroke.ratio, Math.min(3 * stroke.width, 0.75 * width));
  g.setLineDash(stroke.dash.map((d) => d * stroke.ratio));
  g.beginPath();
  for (let b = firstSeen(stroke.from, first, step, g.lineWidth); b < bins.length; b++) {
    const percent = bins.percent[b];
    if (!(percent > 0)) continue;
    const px = first + b * step;
    // The rarest drop is still two pixels tall; a stem beyond the axis ends at its edge.
    g.moveTo(px, Math.max(top - 1, Math.min(base - 2 * stroke.ratio, y.project(percent))));
    g.lineTo(px, base);
  }
  g.stroke();
  g.setLineDash([]);
}

/** A shape of D3, and the size at which it looks as large as a circle of radius `r`. */
interface Shape {
  readonly type: SymbolType;
  readonly size: (r: number) => number;
}

/** The shapes of marks, by lane: the second three have a dot inside. */
export const SHAPES: readonly Shape[] = [
  { type: symbolCircle, size: (r) => Math.PI * r ** 2 },
  { type: symbolSquare2, size: (r) => (r / 1.1 / 0.4431) ** 2 },
  { type: symbolDiamond2, size: (r) => (r / 0.8 / 0.62625) ** 2 },
];

/** Paints marks as hollow shapes at the height of their rate. They are filled with the background, so that overlapping ones stay hollow. */
export function paintMarks(
  g: Pen,
  bins: RateBins,
  x: XScale,
  y: YScale,
  stroke: Stroke,
  slot: Slot,
  ground: string,
): void {
  const { first, step, width } = place(bins, x, slot);
  const { ratio } = stroke;
  const top = y.project(y.domain[1]);
  const radius = ratio * Math.max(1.75, Math.min(3.5, (0.45 * width) / ratio + 1));
  const thickness = Math.max(1.2 * ratio, 0.75 * stroke.width);
  const begin = firstSeen(stroke.from, first, step, radius + thickness);
  const trace = ({ type, size }: Shape, r: number): void => {
    g.beginPath();
    for (let b = begin; b < bins.length; b++) {
      if (!(bins.percent[b] > 0)) continue;
      const px = first + b * step;
      // A mark beyond the axis is at its edge.
      const py = Math.max(top, y.project(bins.percent[b]));
      g.translate(px, py);
      type.draw(context(g), size(r));
      g.translate(-px, -py);
    }
  };
  g.lineWidth = thickness;
  g.strokeStyle = stroke.colour;
  g.fillStyle = ground;
  trace(SHAPES[slot.shape % SHAPES.length], radius);
  g.fill();
  g.stroke();
  if (slot.shape < SHAPES.length) return;
  g.fillStyle = stroke.colour;
  trace(SHAPES[0], ratio);
  g.fill();
}
