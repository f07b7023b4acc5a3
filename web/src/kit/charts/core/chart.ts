import { scaleLinear } from 'd3-scale';
import { ceilStep } from './domain';
import { fixed, plain, stepDecimals } from './format';
import type { Domain, YScale } from './scale';
import type { Tick } from './ticks';

/** The plane of a line chart within its drawing, px. */
export interface ChartArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Size of the whole drawing. */
  readonly width: number;
  readonly height: number;
}

/** The plane with its scales. */
export interface ChartPlane {
  readonly px: YScale;
  readonly py: YScale;
  readonly area: ChartArea;
}

/** Width of a character of small text, px at the standard text size. */
export const CHAR_PX = 6.4;

/**
 * x, y, and the lower and upper end of a band around y. A value that is null or NaN is not known; a line has a gap there. An end
 * that is not known, or equal to y, means that there is no band.
 */
export type ChartPoint = readonly (number | null | undefined)[];

/** Colour, dash and shape of a series. Curves of one queue discipline share them, whatever their kind. */
export interface ChartStyle {
  /** A CSS colour, a token. */
  readonly colour: string;
  /** On and off lengths, CSS px; empty is a solid line. */
  readonly dash: readonly number[];
  /** Index of the shape of its markers, from 0; see `markers`. */
  readonly shape: number;
}

export interface ChartSeries {
  readonly name: string;
  /** What distinguishes it from another series of the same name: "published". */
  readonly note?: string;
  readonly style: ChartStyle;
  /**
   * - `line`: a line with its band; small dots if it has few points
   * - `trace`: a solid line with its band and a few markers, for many points that scatter
   * - `bars`: filled markers, with the band as an error bar
   * - `points`: hollow markers without a line, such as published values
   * - `crosses`: crosses without a line, such as the values of another simulator
   * - `thin`: a thin line, such as a published curve
   * - `outline`: a closed curve around its centre: the last point repeats the first one
   * - `steps`: a line on which y stays until the next x: a distribution
   * - `histogram`: the same, filled from the low end of its bands
   */
  readonly kind:
    'line' | 'trace' | 'bars' | 'points' | 'crosses' | 'thin' | 'outline' | 'steps' | 'histogram';
  /** In ascending order of x, except those of an outline. */
  readonly points: readonly ChartPoint[];
  /** Drawn this far to the right, in units of x: series over categories are beside each other. */
  readonly shift?: number;
}

/** Returns the name of a series with its note. */
export const fullName = ({ name, note }: ChartSeries): string => (note ? `${name}, ${note}` : name);

/** A quantity of an axis. */
export interface ChartAxis {
  readonly name: string;
  /** Empty for plain numbers. */
  readonly unit: string;
  /** Whether it is logarithmic. Values that are not above zero are then at its low end. */
  readonly log: boolean;
  /** The range of the axis. Without it the range covers the data and only grows. */
  readonly range?: Domain | undefined;
  /** The range ends here at the most: 100 for a share in percent. */
  readonly most?: number | undefined;
  /** The range starts here at the least, and cuts curves that go below: 0 for the ellipse of a delay. */
  readonly from?: number | undefined;
  /** Names of the categories 0, 1, 2...: the axis has no numbers. */
  readonly labels?: readonly string[] | undefined;
  /** Smaller values are on the right. */
  readonly isReversed?: boolean;
}

/** Returns the title of an axis: its quantity and unit. A count of things that has their name needs no unit. */
export const titleOf = ({ name, unit }: ChartAxis): string =>
  name.endsWith(unit) ? name : name ? `${name}, ${unit}` : unit;

/** A line across the chart at a value of one axis. */
export interface ChartReference {
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly label: string;
  /** At a value of x: the part of the y-axis that is solid, such as a margin. */
  readonly span?: Domain;
}

/** Returns whether a value is a finite number. */
export const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

/** Returns whether x and y of a point are known. */
export const isWhole = (point: ChartPoint): point is readonly [number, number, ...ChartPoint] =>
  isKnown(point[0]) && isKnown(point[1]);

/** Returns the ends of the band at a point; undefined without a band. */
export function bandOf(point: ChartPoint): Domain | undefined {
  const [, y, low, high] = point;
  if (!isKnown(y) || !isKnown(low) || !isKnown(high) || (low === y && high === y)) return undefined;
  return [Math.min(low, high), Math.max(low, high)];
}

/** Returns the least and the greatest of the values that an axis can show; undefined without any. */
export function extent(
  values: Iterable<number | null | undefined>,
  isLog = false,
): Domain | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!isKnown(value) || (isLog && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : undefined;
}

/** Returns every x of the series. */
export function* xsOf(series: readonly ChartSeries[]): Generator<number | null | undefined> {
  for (const { points } of series) for (const [x] of points) yield x;
}

/** Returns every y of the series, and the ends of their bands. */
export function* ysOf(series: readonly ChartSeries[]): Generator<number | null | undefined> {
  for (const { points } of series)
    for (const point of points) {
      if (!isKnown(point[0])) continue;
      yield point[1];
      const band = bandOf(point);
      if (band) yield* band;
    }
}

/** Returns a range with round ends around the data. A linear one includes zero, unless the data are far from it. */
export function roundRange([low, high]: Domain, axis: Pick<ChartAxis, 'log' | 'most'>): Domain {
  if (axis.log) {
    const [from, to] = [Number((1 / ceilStep(1 / low)).toPrecision(1)), ceilStep(high)];
    return from < to ? [from, to] : [from / 2, to * 2];
  }
  const from = low >= 0 && low < 0.5 * high ? 0 : low;
  const to = high <= 0 && high > 0.5 * low ? 0 : high;
  const step = ceilStep((to - from || 0.4 * Math.abs(to) || 1) / 4);
  // A single value is in the middle, unless it is zero.
  const extra = from === to ? 1 : 0;
  const down = Math.floor(from / step + 1e-9) - (to === 0 ? 0 : extra);
  const up = Math.ceil(to / step - 1e-9) + extra;
  // Through text: 3 * 0.1 is not 0.3.
  const round = (count: number): number => Number((count * step).toPrecision(12));
  const { most = Infinity } = axis;
  const top = Math.min(round(up), most);
  return [Math.min(round(down), top - step), top];
}

/**
 * Returns the range of an axis for `data`. While `former` covers the data it stays, because an audience easily overlooks a changed
 * scale; otherwise it grows to a round range around both.
 */
export function grown(
  former: Domain | undefined,
  data: Domain | undefined,
  axis: Pick<ChartAxis, 'log' | 'most' | 'from'>,
): Domain | undefined {
  if (!data) return former;
  const { from = -Infinity, most = Infinity } = axis;
  const inside = (end: number): number => Math.min(most, Math.max(from, end));
  const shown: Domain = [inside(data[0]), inside(data[1])];
  if (!former) return roundRange(shown, axis);
  if (shown[0] >= former[0] && shown[1] <= former[1]) return former;
  return roundRange([Math.min(former[0], shown[0]), Math.max(former[1], shown[1])], axis);
}

/**
 * Returns the values of labels of a vertical axis: the ends of a round range and round steps between them, at least `room` px
 * apart. Undefined for a range without round steps.
 */
export function rangeTicks(
  { kind, domain: [low, high] }: YScale,
  heightPx: number,
  room: number,
): number[] | undefined {
  if (kind === 'log') return undefined;
  const isRound = (value: number, step: number): boolean =>
    Math.abs(value / step - Math.round(value / step)) < 1e-6;
  const steps = [6, 5, 4, 3, 2, 1]
    .map((parts) => ceilStep((high - low) / parts))
    .filter((step) => isRound(low, step) && isRound(high, step));
  const values = (step: number, every = 1): number[] =>
    Array.from({ length: Math.round((high - low) / step / every) + 1 }, (_, i) =>
      Number((low + i * every * step).toPrecision(12)),
    );
  const gapPx = (step: number): number => (heightPx * step) / (high - low);
  const [finest] = steps;
  if (finest === undefined) return undefined;
  const step = steps.find((step) => gapPx(step) >= room);
  if (step !== undefined) return values(step);
  // Every second or third step, if the ends are among them.
  const count = Math.round((high - low) / finest);
  for (let every = 2; every < count; every++)
    if (count % every === 0 && gapPx(finest) * every >= room) return values(finest, every);
  // Round values between the ends: 1.8, 2.0 and 2.2 for a range from 1.7 to 2.2.
  const coarse = [4, 3, 2]
    .map((parts) => ceilStep((high - low) / parts))
    .find((step) => gapPx(step) >= room);
  if (coarse === undefined) return [low, high];
  const [first, last] = [Math.ceil(low / coarse - 1e-6), Math.floor(high / coarse + 1e-6)];
  const inside = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * coarse).toPrecision(12)),
  );
  return inside.length > 2 ? inside : [low, high];
}

/** Returns labels with equal decimals. */
export function labelled(values: readonly number[]): Tick[] {
  const decimals = Math.max(0, ...values.map(stepDecimals));
  return values.map((value) => ({ value, label: fixed(value, decimals) }));
}

/** With at most this many settings, each has a label on the axis. */
const LABELLED = 10;

/**
 * Returns the labels of a horizontal axis. A few settings are labelled themselves; otherwise the labels are round numbers. A
 * label that has no room is left out; the ends have priority. `charPx` is the width of a digit.
 */
export function xTicks(
  scale: YScale,
  values: Iterable<number | null | undefined>,
  charPx: number,
): Tick[] {
  const settings = [...new Set(values)].filter(isKnown).toSorted((a, b) => a - b);
  const few = settings.length <= LABELLED;
  const [from, to] = scale.domain.map((end) => scale.project(end));
  const shown = few ? settings : roundValues(scale, Math.abs(to - from), charPx);
  const ticks = shown.map((value) => ({ value, label: plain(Number(value.toPrecision(3))) }));
  const taken: [number, number][] = [];
  const fits = ({ value, label }: Tick): boolean => {
    const at = scale.project(value);
    const half = ((label.length + 1.5) * charPx) / 2;
    const isFree = taken.every(([from, to]) => at + half <= from || at - half >= to);
    if (isFree) taken.push([at - half, at + half]);
    return isFree;
  };
  const order = [
    ...ticks.slice(0, 1),
    ...ticks.slice(1).reverse().slice(0, 1),
    ...ticks.slice(1, -1),
  ];
  const kept = new Set(order.filter(fits));
  return ticks.filter((tick) => kept.has(tick));
}

/**
 * Returns the names of categories. Where they have no room, it is what stands before their colons, with a letter if it repeats, or
 * their places from 1.
 */
export function categoryTicks(scale: YScale, labels: readonly string[], charPx: number): Tick[] {
  const room = Math.abs(scale.project(1) - scale.project(0)) / charPx - 1;
  const heads = labels.map((label) => /^([^:]+): /.exec(label)?.[1]);
  const short = heads.map((head, i) => {
    if (head === undefined || heads.indexOf(head) === heads.lastIndexOf(head)) return head;
    const before = heads.slice(0, i).filter((other) => other === head).length;
    return head + String.fromCharCode('a'.charCodeAt(0) + before);
  });
  const fits = (label: string | undefined): boolean => label !== undefined && label.length <= room;
  const shown = labels.every(fits) ? labels : short.every(fits) ? short : undefined;
  return labels.map((_, value) => ({ value, label: shown?.[value] ?? `${value + 1}` }));
}

/** Returns round numbers within a domain: of a log axis the decades, with 2 and 5 if there is room. */
function roundValues({ kind, domain }: YScale, widthPx: number, charPx: number): number[] {
  if (kind === 'linear')
    return scaleLinear()
      .domain(domain)
      .ticks(Math.max(2, Math.min(8, Math.floor(widthPx / (9 * charPx)))));
  const [low, high] = domain;
  const digits = widthPx / Math.log10(high / low) > 30 * charPx ? [1, 2, 5] : [1];
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const digit of digits) {
      const value = Number(`${digit}e${power}`);
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) values.push(value);
    }
  return values;
}
