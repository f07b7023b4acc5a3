import { fixed, stepDecimals } from './format';
import type { YScale } from './scale';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/**
 * Labelled gridlines of a vertical scale, sparse enough for `heightPx`. Logarithmic: the decades, 2 and 5 between them if a
 * decade is tall, and the low end, where everything below it is drawn as well: so it says. `avoid` are values that carry a
 * label of their own (a target): ticks too near give way.
 * `room` is the least distance between the baselines of two labels, px.
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
  if (log && values[0] !== low) values.unshift(low);
  const taken = log ? [low, ...avoid] : avoid;
  const near = (v: number): boolean =>
    taken.some((a) => a !== v && Math.abs(scale.project(a) - scale.project(v)) < 0.6 * room);
  const decimals = log ? undefined : stepDecimals(stepOf(values));
  return values
    .filter((v) => !near(v))
    .map((value) => {
      const text = fixed(value, decimals ?? stepDecimals(value));
      return { value, label: log && value === low ? `≤${text}` : text };
    });
}

/** Values with a name in the margin of the axis: one, or several that stand too close for a label each. */
export interface Marked {
  readonly values: readonly number[];
  /** Place of their text, px. */
  readonly at: number;
  readonly text: string;
  /** Place of the name, px: above or below the text, where the next label is further away. */
  readonly nameAt: number;
}

/** Labels of `values` on the axis, among `ticks`. `room` as in `yTicks`. */
export function markedValues(
  scale: YScale,
  values: readonly number[],
  ticks: readonly Tick[],
  room = 22,
): Marked[] {
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
      // Beyond the ends there are a title and another axis.
      scale.project(high) - LINE * room,
      scale.project(low) + 0.75 * room,
    ];
    const above = Math.min(...others.filter((y) => y < at).map((y) => at - y));
    const below = Math.min(...others.filter((y) => y > at).map((y) => y - at));
    const text = group.map((v) => fixed(v, stepDecimals(v)));
    return {
      values: group,
      at,
      text: text.length < 3 ? text.join(', ') : `${text[0]}…${text.at(-1)}`,
      nameAt: at + (below >= Math.min(above, 2 * LINE * room) ? LINE : -LINE) * room,
    };
  });
}

/** Labels one above the other touch at this distance, of the room that ticks leave. */
const LINE = 0.55;

/** As many equal parts as there is room for, of plain size, so that both ends carry a label; the middle too, if it can. */
function linearValues(scale: YScale, heightPx: number, room: number): number[] {
  const [low, high] = scale.domain;
  const least = heightPx < 2 * LINE * room ? 1 : 2;
  const most = Math.max(least, Math.min(6, Math.floor(heightPx / (1.6 * room))));
  for (let parts = most; parts >= least; parts--) {
    const step = (high - low) / parts;
    const leading = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    if ([1, 2, 2.5, 5].some((plain) => Math.abs(leading - plain) < 1e-6)) {
      return Array.from({ length: parts + 1 }, (_, i) => low + i * step);
    }
  }
  return scale.ticks(most);
}

function logValues(scale: YScale, heightPx: number, room: number): number[] {
  const [low, high] = scale.domain;
  const decades = Math.log10(high / low);
  const perDecade = heightPx / decades;
  // Label heights on a log axis: 1-2-5 are 0.30 to 0.40 of a decade apart.
  const steps = perDecade * 0.3 >= room ? [1, 2, 5] : [1];
  const skip = Math.max(1, Math.ceil(room / perDecade));
  const values: number[] = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
    if (e % skip !== 0) continue;
    for (const s of steps) {
      const v = Number(`${s}e${e}`);
      if (v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9)) values.push(v);
    }
  }
  return values;
}

function stepOf(values: readonly number[]): number {
  return values.length > 1 ? values[1] - values[0] : Math.abs(values[0] ?? 1) || 1;
}

/** Steps of a time axis, s. Sixties beyond a minute would need a clock format; runs are quoted in seconds. */
const TIME_STEPS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000,
];

/** The step of the time axis that leaves about `roomPx` between labels. */
export function timeStep(pxPerS: number, roomPx = 84): number {
  return TIME_STEPS.find((s) => s * pxPerS >= roomPx) ?? 2000;
}

/**
 * Ticks of the time axis that fall into [t0, t1]. The unit is written at every label: a plot is read in pieces, and
 * "0" at the edge of a screen says nothing.
 */
export function timeTicks(t0: number, t1: number, pxPerS: number, roomPx?: number): Tick[] {
  const step = timeStep(pxPerS, roomPx);
  const decimals = stepDecimals(step);
  const ticks: Tick[] = [];
  for (let k = Math.ceil(t0 / step - 1e-9); k * step <= t1 + 1e-9 * step; k++) {
    // Number() through text: 3 * 0.1 is not 0.3.
    const value = Number((k * step).toFixed(decimals));
    ticks.push({ value, label: `${fixed(value, decimals)} s` });
  }
  return ticks;
}
