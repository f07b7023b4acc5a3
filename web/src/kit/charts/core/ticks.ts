import { range } from 'd3-array';
import { ceilStep } from './domain';
import { fixed, plain, stepDecimals } from './format';
import type { YScale } from './scale';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/**
 * Returns the labelled gridlines of a vertical scale, sparse enough for `heightPx`. A log axis has the decades; 2 and 5 between
 * them if a decade is tall; and its low end with "≤", because smaller values are drawn there too. `avoid` are values with a
 * label of their own (a target): ticks too close to them are left out. `room` is the least distance between the baselines of
 * two labels, px.
 */
export function yTicks(
  scale: YScale,
  heightPx: number,
  avoid: readonly number[] = [],
  room = 22,
): Tick[] {
  const values =
    scale.kind === 'log' ? logValues(scale, heightPx, room) : linearValues(scale, heightPx, room);
  const log = scale.kind === 'log';
  const [low] = scale.domain;
  const isLow = log && isLowRow(scale, heightPx, room);
  if (log && values[0] !== low && !isLow) values.unshift(low);
  const within = (share: number, v: number, a: number): boolean =>
    a !== v && Math.abs(scale.project(a) - scale.project(v)) < share * room;
  // The low end always has its label; a value of `avoid` may have it elsewhere.
  const near = (v: number): boolean =>
    (log && !isLow && within(0.75, v, low)) || avoid.some((a) => within(0.6, v, a));
  const decimals = log
    ? undefined
    : stepDecimals(values.length > 1 ? values[1] - values[0] : values[0]);
  return values
    .filter((v) => !near(v))
    .map((value) => {
      const text = decimals === undefined ? plain(value) : fixed(value, decimals);
      return { value, label: log && value === low ? `≤${text}` : text };
    });
}

/**
 * Returns the labels of low rows that have room: first the upper label of each row, then others that are at least `room` px from those
 * that are kept.
 */
export function spaced<T extends { readonly row: number; readonly at: number }>(
  labels: readonly T[],
  room: number,
): T[] {
  const uppermost = (label: T): boolean =>
    labels.every((other) => other.row !== label.row || other.at >= label.at);
  const kept: T[] = [];
  const order = [...labels.filter(uppermost), ...labels.filter((label) => !uppermost(label))];
  for (const label of order)
    if (kept.every((other) => Math.abs(other.at - label.at) >= room)) kept.push(label);
  return labels.filter((label) => kept.includes(label));
}

/** Values with a name in the margin of the axis: one, or several that are too close for a label each. */
export interface NamedValues {
  readonly values: readonly number[];
  /** Place of their text, px. */
  readonly at: number;
  readonly text: string;
  /** Place of the name, px: above or below the text, on the side with more room. */
  readonly nameAt: number;
}

/** Returns the labels of `values` on the axis, among `ticks`. `room` as in `yTicks`. */
export function namedValues(
  scale: YScale,
  values: readonly number[],
  ticks: readonly Tick[],
  room = 22,
): NamedValues[] {
  const [low, high] = scale.domain;
  const groups: number[][] = [];
  const shown = values.filter((v) => v >= low && v <= high).toSorted((a, b) => a - b);
  for (const v of shown) {
    const last = groups.at(-1);
    const near = last && scale.project(last.at(-1)!) - scale.project(v) < LINE * room;
    if (near) last.push(v);
    else groups.push([v]);
  }
  const places = groups.map((g) => (scale.project(g[0]) + scale.project(g.at(-1)!)) / 2);
  return groups.map((group, i) => {
    const at = places[i];
    const others = [
      ...ticks.filter((t) => !group.includes(t.value)).map((t) => scale.project(t.value)),
      ...places.filter((place) => place !== at),
      // A title is above the axis, and another axis below it.
      scale.project(high) - LINE * room,
      scale.project(low) + 0.75 * room,
    ];
    const above = Math.min(...others.filter((y) => y < at).map((y) => at - y));
    const below = Math.min(...others.filter((y) => y > at).map((y) => y - at));
    const text = group.map(plain);
    return {
      values: group,
      at,
      text: text.length < 3 ? text.join(', ') : `${text[0]}…${text.at(-1)}`,
      nameAt: at + (below >= Math.min(above, 2 * LINE * room) ? LINE : -LINE) * room,
    };
  });
}

/** Lower rows have one label or two, as a share of `room`. */
const LOW_ROW = 2.2;

/** Two labels of a low row are at least this far apart, as a share of `room`. */
const LOW_LABELS = 0.78;

/** Returns whether a row of a log axis has no room for a label at its end and others. */
const isLowRow = ({ domain: [low, high] }: YScale, heightPx: number, room: number): boolean =>
  heightPx < LOW_ROW * room && Math.log10(high / low) > 1;

/** Returns the powers of ten around the middle of a low row if two have room, else the one nearest to the middle. */
function middleDecades({ domain: [low, high] }: YScale, heightPx: number, room: number): number[] {
  const middle = Math.round(Math.log10(low * high) / 2);
  const decade = (exponent: number): number => Number(`1e${exponent}`);
  const two = [decade(middle - 1), decade(middle + 1)];
  const apartPx = (2 * heightPx) / Math.log10(high / low);
  const fit = two[0] >= low && two[1] <= high && apartPx >= LOW_LABELS * room;
  return fit ? two : [decade(middle)];
}

/** At this distance two labels touch, as a share of `room`. */
const LINE = 0.55;

/** D3's ticks, if they fit and label both ends of the axis; else the ends, and the middle if there is room. */
function linearValues(scale: YScale, heightPx: number, room: number): number[] {
  const [low, high] = scale.domain;
  const least = heightPx < 2 * LINE * room ? 1 : 2;
  const most = Math.max(least, Math.min(6, Math.floor(heightPx / (1.6 * room))));
  for (let count = most; count >= least; count--) {
    const values = scale.ticks(count);
    const parts = values.length - 1;
    if (values[0] === low && values[parts] === high && parts >= least && parts <= most)
      return values;
  }
  const isPlain = ceilStep(high - low) === high - low;
  if (!isPlain) return scale.ticks(most);
  return least === 1 ? [low, high] : [low, (low + high) / 2, high];
}

/** D3's ticks of a log axis: the decades, and their 2 and 5 if a decade is tall. */
function logValues(scale: YScale, heightPx: number, room: number): number[] {
  const [low, high] = scale.domain;
  const decades = Math.log10(high / low);
  // In a low row the powers of ten around its middle say more than an end.
  if (isLowRow(scale, heightPx, room)) return middleDecades(scale, heightPx, room);
  const perDecade = heightPx / decades;
  // 1, 2 and 5 are 0.30 to 0.40 of a decade apart.
  const digits = perDecade * 0.3 >= room ? ['1', '2', '5'] : ['1'];
  const skip = Math.max(1, Math.ceil(room / perDecade));
  // With a count above the number of decades, D3 returns all multiples of each power of ten.
  return scale.ticks(Math.ceil(decades) + 1).filter((v) => {
    const [digit, exponent] = v.toExponential(6).split('e');
    return digits.includes(String(Number(digit))) && Number(exponent) % skip === 0;
  });
}

/** The step of the time axis: the smallest that leaves `roomPx` between labels, in 1-2-5 steps from a millisecond, s. */
export const timeStep = (pxPerS: number, roomPx = 84): number =>
  Math.min(LONGEST_STEP_S, Math.max(0.001, ceilStep(roomPx / pxPerS)));

const LONGEST_STEP_S = 2000;

/**
 * Ticks of the time axis that fall into [t0, t1]. Every label has the unit, because "0" alone at the edge of a
 * screen could mean anything.
 */
export function timeTicks(t0: number, t1: number, pxPerS: number, roomPx?: number): Tick[] {
  const step = timeStep(pxPerS, roomPx);
  const decimals = stepDecimals(step);
  const [first, last] = [Math.ceil(t0 / step - 1e-9), Math.floor(t1 / step + 1e-9)];
  return range(first, last + 1).map((k) => {
    // Number() through text: 3 * 0.1 is not 0.3.
    const value = Number((k * step).toFixed(decimals));
    return { value, label: `${fixed(value, decimals)} s` };
  });
}
