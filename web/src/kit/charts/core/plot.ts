import { type Column, endS, valueAt, visibleRange } from './column';
import { type Bins, decimate, emptyBins, extent } from './decimate';
import {
  paintArea,
  paintLine,
  paintMarks,
  paintRibbon,
  paintStems,
  type Pen,
  type Slot,
  type Stroke,
} from './paint';
import { binWidthS, emptyRateBins, rateAt, type RateBins, rateOver, ratePercent } from './rebin';
import type { XScale, YScale } from './scale';

/** Name and style of a lane. */
export interface Lane {
  readonly id: string;
  readonly label: string;
  /** Returns the name at a time, s, if the name changes. */
  readonly labelAt?: (t: number) => string;
  /** Any CSS colour, `var(--lane-blue)` included. */
  readonly colour: string;
  /** On and off lengths, px; empty is solid. */
  readonly dash: readonly number[];
}

interface Named extends Lane {
  /** Its name beside other series of the same lane: a traffic group. */
  readonly inLane?: string;
  /** Row in which it is drawn, from 0, if lanes have rows of their own; undefined if they share the whole plot. */
  readonly row?: number;
  /** Where other runs are, behind the series and in place of the ranges of all lines. */
  readonly ribbons?: Ribbons | undefined;
}

/** One measure of one lane. Rates come as two columns of counts, because a ratio can only be binned from its parts. */
export type Series = Line | Rate;

type Line = Named & {
  readonly kind: 'line';
  readonly column: Column;
  /** One of many lines of a lane: thinner, and without the range behind it. */
  readonly isThin?: boolean;
  /** Paints dots on the line. Lines with dots do not count among those that cover each other. */
  readonly dots?: PaintDots;
  /** It has no value at the crosshair, because another series has it. */
  readonly isSilent?: boolean;
  /** The same line before a change: thin, behind all lines. */
  readonly former?: Column | undefined;
  /** Opacity of the area below the line, 0..1. The area hides what was painted before. */
  readonly fill?: number;
};

/** Where other runs are, in bins of a length that the plot chooses. */
export interface Ribbons {
  /** Length of the shortest bins, s. */
  readonly stepS: number;
  /** Returns the ribbons in bins of `binS` seconds, a multiple of `stepS`; wide ones first. */
  at(binS: number): readonly Ribbon[];
}

/** The span between two columns on the same time base. */
interface Ribbon {
  /** The share of the runs in it: "90 %". */
  readonly label: string;
  readonly low: Column;
  readonly high: Column;
}

type Rate = Named & {
  readonly kind: 'stems' | 'marks';
  readonly part: Column;
  /** The divisor of a bin is the largest of these. */
  readonly wholes: readonly Column[];
  /** No more samples follow, so the last bin is complete. */
  readonly isOver?: boolean;
};

/** Paints dots on a line in bins, in device pixels. */
type PaintDots = (g: Pen, bins: Bins, x: XScale, y: YScale, stroke: Stroke, ground: string) => void;

const columnOf = (s: Series): Column => (s.kind === 'line' ? s.column : s.part);

const isRate = (s: Series): s is Rate => s.kind !== 'line';

/** A horizontal line with a name, short enough for the margin of the axis: a target. */
export interface Reference {
  readonly value: number;
  readonly label: string;
  /** Indices of the lanes that it belongs to; undefined: all. */
  readonly lanes?: readonly number[];
}

/** Least width of a bin of a dense line, px. In finer bins, noise hides the dashes and drawing takes longer. */
const BIN = 1.5;

/** The same for lines that cover each other: longer means can be told apart. */
const CALM_BIN = 6;

/** More lines than this in one plot cover each other. */
export const MOST_CLEAR = 3;

/** A line with at most this many points, 15 px, does not change the axis, because the run has just begun. */
const FEW = 10;

/** The line in focus is thicker than others by this factor. */
export const FOCUS = 1.5;

/** Many lines of a lane are thinner by this factor. */
const THIN_LINE = 0.65;

/** Opacity of a line before a change. */
const FORMER_LINE = 0.6;

/** Opacity of a ribbon of other runs; a narrow one lies on a wide one. */
const RIBBON = 0.17;
/** The same for a single ribbon. */
const LONE_RIBBON = 0.26;

/**
 * In front of ribbons, a series has bins of their length, so that both are values over equal times. If such bins would be wider than
 * this, px, the series keeps its own.
 */
const MOST_SHARED = 12;

/** Least width of a stem with the space beside it, px. */
const SLOT = 2.2;

/** A series as it is drawn: in bins. */
export type Reduced = (
  | {
      kind: 'line';
      series: Line;
      bins: Bins;
      former: Bins | undefined;
      /** The line began elsewhere before: a measured run was moved in time. */
      isMoved: boolean;
    }
  | { kind: 'rate'; series: Rate; rates: RateBins; slot: Slot }
) & {
  ribbons: readonly ReducedRibbon[];
  /** End of the former reduction, s. */
  formerS: number;
};

interface ReducedRibbon {
  readonly low: Bins;
  readonly high: Bins;
  readonly formerS: number;
}

/** Returns the middle of the last bin, s; -Infinity without bins. */
const lastS = ({ length, midS, stepS }: Bins): number =>
  length > 0 ? midS + (length - 1) * stepS : -Infinity;

const beganS = ({ series }: Reduced & { kind: 'line' }): number => series.column.startS;

/** Returns the end of the drawn data, s; -Infinity if nothing is drawn. */
function reachS(item: Reduced): number {
  if (item.kind === 'line') return lastS(item.bins);
  const { length, startS, widthS } = item.rates;
  return length > 0 ? startS + length * widthS : -Infinity;
}

/** Colours and sizes of the theme and the screen. */
export interface Look {
  /** By series; as CSS, without `var()`. */
  readonly colours: readonly string[];
  readonly ground: string;
  /** CSS px. */
  readonly lineWidth: number;
  /** Device pixels per CSS px. */
  readonly ratio: number;
  /** Id of the line that is drawn on top of the others. */
  readonly focus?: string | undefined;
}

/** The content of a plot, in numbers. */
export interface Drawn {
  /** The part of the drawn window that has data, s. */
  readonly t0: number;
  readonly t1: number;
  /** Width of the bins of rates, s; 0 if there are no rates. */
  readonly binS: number;
  readonly rows: readonly Summary[];
}

export interface Summary {
  readonly id: string;
  readonly label: string;
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

/** The reduced data of one plot, kept from frame to frame so that its buffers are reused. No DOM, no reactivity. */
export class PlotData {
  #items: Reduced[] = [];
  /** Number of reductions. A picture that missed one is painted completely. */
  reductions = 0;
  #window = { t0: 0, t1: 0 };
  /** Width of the bins of rates, s; 0 if there are no rates. */
  rateBinS = 0;
  /** Width of the bins of lines, s; 0 if there are no lines. */
  lineBinS = 0;
  /** Width of the bins of ribbons, s; 0 if there are no ribbons. */
  ribbonBinS = 0;
  #isCrowded = false;

  /** The series reduced last, in their order. */
  get items(): readonly Reduced[] {
    return this.#items;
  }

  /** Reduces all series to the visible window. Returns the largest value seen, NaN if there is none. */
  reduce(series: readonly Series[], x: XScale): number {
    this.reductions++;
    this.#window = { t0: x.t0, t1: x.t1 };
    const lanes = lanesOf(series);
    const count = slotsOf(series, lanes);
    this.#isCrowded = covering(series.filter(({ row }) => row === undefined)) > MOST_CLEAR;
    const rate = series.find(isRate);
    const ribbonS = Math.max(0, ...series.map(({ ribbons }) => ribbons?.stepS ?? 0));
    const leastPx = this.#isCrowded ? CALM_BIN : BIN;
    const shareable = (widthS: number): boolean => widthS * x.pxPerS <= MOST_SHARED;
    this.rateBinS = this.ribbonBinS = 0;
    if (rate) {
      const width = (...steps: number[]): number =>
        binWidthS(x.pxPerS, count, SLOT, rate.part.stepS, ...steps);
      const shared = ribbonS > 0 ? width(ribbonS) : Infinity;
      this.rateBinS = shareable(shared) ? shared : width();
      this.ribbonBinS = ribbonS && (shareable(shared) ? shared : ribbonS);
    }
    const entries = (x.right - x.left) / leastPx;
    this.#items = series.map((s, i) => {
      const old = this.#items[i];
      const formerS = old ? reachS(old) : -Infinity;
      if (s.kind === 'line') {
        const bins = old?.kind === 'line' ? old.bins : emptyBins();
        const { stepS } = s.column;
        const shared = s.ribbons ? binWidthS(x.pxPerS, 0, leastPx, stepS, s.ribbons.stepS) : 0;
        const isShared = s.ribbons !== undefined && shareable(shared);
        const perBin = isShared ? Math.round(shared / stepS) : undefined;
        decimate(s.column, x.t0, x.t1, entries, bins, perBin);
        const ribbons = this.#reduced(s, isShared ? shared : s.ribbons?.stepS, old, x);
        const kept = (old?.kind === 'line' ? old.former : undefined) ?? emptyBins();
        const former = s.former && decimate(s.former, x.t0, x.t1, entries, kept, perBin);
        const isMoved = old?.kind === 'line' && beganS(old) !== s.column.startS;
        return { kind: s.kind, series: s, bins, former, ribbons, formerS, isMoved };
      }
      const ribbons = this.#reduced(s, this.ribbonBinS, old, x);
      const rates = old?.kind === 'rate' ? old.rates : emptyRateBins();
      ratePercent(s.part, s.wholes, x.t0, x.t1, this.rateBinS, rates, s.isOver);
      const slot = { index: s.row === undefined ? lanes[i] : 0, of: count, shape: lanes[i] };
      return { kind: 'rate', series: s, rates, slot, ribbons, formerS };
    });
    this.lineBinS = Math.max(0, ...this.#items.map((i) => (i.kind === 'line' ? i.bins.stepS : 0)));
    return largest(this.#items);
  }

  /** Reduces the ribbons of a series to bins of `binS`. */
  #reduced(
    { ribbons }: Series,
    binS = 0,
    old: Reduced | undefined,
    x: XScale,
  ): readonly ReducedRibbon[] {
    if (!ribbons) return [];
    this.ribbonBinS = Math.max(this.ribbonBinS, binS);
    return ribbons.at(binS).map(({ low, high }, r): ReducedRibbon => {
      const kept = old?.ribbons[r] ?? { low: emptyBins(), high: emptyBins() };
      const formerS = lastS(kept.low);
      for (const [column, bins] of [[low, kept.low] as const, [high, kept.high] as const])
        decimate(column, x.t0, x.t1, 1, bins, 1);
      return { low: kept.low, high: kept.high, formerS };
    });
  }

  /**
   * Returns the value that 19 of 20 points of each line exceed, if more than a twentieth of a line lies below `floor`; else
   * Infinity. So a queue that is sometimes empty does not stretch a log axis. Gaps and zeros do not count, because a log
   * axis cannot show them.
   */
  low(floor: number): number {
    let low = Infinity;
    for (const item of this.#items) {
      if (item.kind === 'rate') continue;
      const { mean, lead, length } = item.bins;
      let [above, below] = [0, 0];
      for (let b = lead; b < length; b++) {
        if (mean[b] >= floor) above++;
        else if (mean[b] > 0) below++;
      }
      const few = Math.floor((above + below) / 20);
      if (below <= Math.max(few, FEW)) continue;
      const sorted = mean.slice(lead, length).sort();
      // Zeros come first, gaps last.
      low = Math.min(low, sorted[sorted.findIndex((v) => v > 0) + few]);
    }
    return low;
  }

  /**
   * Returns the first column, px, where the pictures of this reduction and the former one differ; Infinity if they are equal.
   * Both are drawn with the scale `x`, in device pixels, and with lines `lineWidth` wide.
   */
  changedFrom(x: XScale, lineWidth: number, ratio: number): number {
    let from = Infinity;
    // Another run, which has fewer samples.
    const shrunk = (endS: number, formerS: number): void => {
      // The scale has no place for the end of a run without data.
      const end = Math.max(endS, x.t0);
      if (endS < formerS) from = Math.min(from, x.x(end) - 5 * ratio - 2 * lineWidth);
    };
    const grown = ({ fresh, first, length, midS, stepS }: Bins): void => {
      // A new point adds the line to it. Without it, its neighbour may have been a lone dot.
      const reach = Math.max(lineWidth, stepS * x.pxPerS) + lineWidth + 1;
      if (fresh < first + length)
        from = Math.min(from, x.x(midS + (fresh - 1 - first) * stepS) - reach);
    };
    for (const item of this.#items) {
      if (item.kind === 'line' && item.isMoved) return -Infinity;
      shrunk(reachS(item), item.formerS);
      if (item.kind === 'rate') {
        const { fresh, first, length, startS, widthS } = item.rates;
        // The shape of a mark extends a little to the left of its bin.
        const reach = 5 * ratio + 2 * lineWidth;
        if (fresh < first + length)
          from = Math.min(from, x.x(startS + (fresh - first) * widthS) - reach);
      } else {
        grown(item.bins);
        if (item.former) grown(item.former);
      }
      for (const { low, high, formerS } of item.ribbons) {
        shrunk(lastS(low), formerS);
        grown(low);
        grown(high);
      }
    }
    return from;
  }

  /**
   * Paints everything from the column `from` on: ribbons first, then stems, former lines, lines, the line in focus, and marks on top. `x` and
   * `rows`, one scale for each row, are in device pixels. Lines that cover each other have no range behind them; only
   * the one in focus does.
   */
  paint(g: Pen, x: XScale, rows: readonly YScale[], look: Look, from: number): void {
    // The range of a line looks like a ribbon, and means something else.
    const hasRibbons = this.#items.some(({ ribbons }) => ribbons.length > 0);
    for (const kind of ['ribbons', 'stems', 'former', 'line', 'focus', 'marks'] as const) {
      this.#items.forEach((item, i) => {
        const isFocus = item.kind === 'line' && item.series.id === look.focus;
        if (kind === 'ribbons') {
          const y = rows[item.series.row ?? 0];
          const opacity = item.ribbons.length > 1 ? RIBBON : LONE_RIBBON;
          for (const { low, high } of item.ribbons)
            paintRibbon(g, low, high, x, y, look.colours[i], opacity, from);
          return;
        }
        const { dash, row = 0 } = item.series;
        const { ratio, lineWidth } = look;
        if (kind === 'former') {
          if (item.kind !== 'line' || !item.former) return;
          const thin = { colour: look.colours[i], dash, width: THIN_LINE * lineWidth * ratio };
          g.globalAlpha = FORMER_LINE;
          paintLine(g, item.former, x, rows[row], { ...thin, ratio, from }, false);
          g.globalAlpha = 1;
          return;
        }
        if ((isFocus ? 'focus' : item.series.kind) !== kind) return;
        const isThin = item.kind === 'line' && item.series.isThin === true;
        const width = lineWidth * ratio * (isFocus ? FOCUS : isThin ? THIN_LINE : 1);
        const y = rows[row];
        const stroke: Stroke = { colour: look.colours[i], dash, width, ratio, from };
        if (item.kind === 'line') {
          const band = !hasRibbons && (isFocus || !(this.#isCrowded || isThin));
          const { fill } = item.series;
          if (fill !== undefined) paintArea(g, item.bins, x, y, stroke, look.ground, fill);
          paintLine(g, item.bins, x, y, stroke, band);
          item.series.dots?.(g, item.bins, x, y, stroke, look.ground);
        } else if (kind === 'stems') paintStems(g, item.rates, x, y, stroke, item.slot);
        else paintMarks(g, item.rates, x, y, stroke, item.slot, look.ground);
      });
    }
  }

  /**
   * Returns the least, mean and greatest value in the window, for screen readers. They are computed from the samples, not from
   * the reduced data. The extremes of a rate are those of the drawn bins; its mean is over all packets.
   */
  summary(): Drawn {
    const { t0, t1 } = this.#window;
    const rows = this.#items.map((item) => {
      const { id, label } = item.series;
      if (item.kind === 'rate') {
        const { least, most } = statistics(item.rates.percent, 0, item.rates.length);
        const { part, wholes } = item.series;
        return { id, label, least, mean: rateOver(part, wholes, t0, t1), most };
      }
      return { id, label, ...within(item.series.column, t0, t1) };
    });
    const ends = this.#items.map((item) => endS(columnOf(item.series)));
    return {
      t0,
      t1: Math.max(t0, Math.min(t1, Math.max(0, ...ends))),
      binS: this.rateBinS,
      rows,
    };
  }
}

/** Returns the number of lines that cover each other if they share a plot. */
export const covering = (series: readonly Series[]): number =>
  series.filter((s) => s.kind === 'line' && !s.dots).length;

const look = (s: Series): string => `${s.colour} ${s.dash.join()}`;

/**
 * Returns the value at time `t`, for the crosshair: the sample of a line, the mean over its bin of `lineBinS` in front of ribbons, or
 * the rate of the bin.
 */
export function readingAt(s: Series, t: number, rateBinS: number, lineBinS = 0): number {
  if (s.kind === 'line') {
    if (!s.ribbons || !(lineBinS > 0) || t >= endS(s.column)) return valueAt(s.column, t);
    const fromS = Math.floor(t / lineBinS + 1e-6) * lineBinS;
    return within(s.column, fromS, fromS + lineBinS).mean;
  }
  return rateBinS > 0 ? rateAt(s.part, s.wholes, rateBinS, t, s.isOver) : NaN;
}

/** Returns the number of places for the stems of a bin: one for each lane that shares the plot. */
function slotsOf(series: readonly Series[], lanes: readonly number[]): number {
  const sharing = lanes.filter((_, i) => series[i].row === undefined);
  return Math.max(0, ...sharing) + 1;
}

/**
 * Returns the lane of each series, from 0. Series with the same row belong to one lane; without rows, those with the same
 * colour and dash: drops and marks.
 */
export function lanesOf(series: readonly Series[]): number[] {
  if (series.some(({ row }) => row !== undefined)) return series.map(({ row = 0 }) => row);
  const looks = [...new Set(series.map(look))];
  return series.map((s) => looks.indexOf(look(s)));
}

function largest(items: readonly Reduced[]): number {
  let most = -Infinity;
  for (const item of items) {
    const bins = item.ribbons.map(({ high }) => high);
    if (item.kind === 'line') bins.push(item.bins, ...(item.former ? [item.former] : []));
    else most = Math.max(most, statistics(item.rates.percent, 0, item.rates.length).most);
    for (const one of bins) most = Math.max(most, extent(one)?.max ?? -Infinity);
  }
  return Number.isFinite(most) ? most : NaN;
}

function within(c: Column, t0: number, t1: number): Statistics {
  const { from, to } = visibleRange(c, t0, t1);
  return statistics(c.values, from, to);
}

interface Statistics {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

function statistics(values: Float32Array, from: number, to: number): Statistics {
  let [least, most, sum, count] = [Infinity, -Infinity, 0, 0];
  for (let i = from; i < to; i++) {
    const v = values[i];
    if (Number.isNaN(v)) continue;
    least = Math.min(least, v);
    most = Math.max(most, v);
    sum += v;
    count++;
  }
  return count ? { least, mean: sum / count, most } : { least: NaN, mean: NaN, most: NaN };
}
