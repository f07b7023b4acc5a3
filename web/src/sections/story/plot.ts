/** The plots of a story: values, scales and paths. Pure functions. */

import { MEASURES } from '../../shared/seeds/measures';
import { lengthOf, type SeedRun, valueIn } from '../../shared/seeds/sums';

/** What a plot of a story shows. */
export interface Face {
  readonly title: string;
  readonly unit: string;
  /** The exact quantity. */
  readonly about: string;
  /** Anchor of its definition. */
  readonly definition: string;
  /** Number of bins of the window; undefined: as many as the plot has room for. */
  readonly columns?: number;
}

const FACES: Readonly<Record<string, Face>> = {
  'queue-delay': {
    title: 'Queue delay',
    unit: 'ms',
    about: 'ms, enqueue to start of transmission',
    definition: 'plot-of-the-queue-delay',
  },
  'drops-and-marks': {
    title: 'Drops',
    unit: '%',
    about: '% of the packets offered to the queue',
    definition: 'plot-of-drops-and-marks',
    // Drops are few: finer bins would show single packets.
    columns: 40,
  },
  utilization: {
    title: 'Utilization',
    unit: '%',
    about: '% of the capacity of the link',
    definition: 'plot-of-the-utilization',
  },
  'queue-length': {
    title: 'Queue length',
    unit: 'packets',
    about: 'packets that wait, mean',
    definition: 'plot-of-the-queue-length',
  },
  goodput: {
    title: 'Goodput',
    unit: 'Mbit/s',
    about: 'Mbit/s in bins of 1 s, all flows together',
    definition: 'plot-of-the-goodput',
  },
  'group-goodput': {
    title: 'Goodput per group',
    unit: 'Mbit/s',
    about: 'Mbit/s, all flows of a group together',
    definition: 'goodput-of-a-group',
    // The goodput of a second jumps between two senders: a mean over a few shows who gets what.
    columns: 30,
  },
  'group-delay': {
    title: 'Queue delay per group',
    unit: 'ms',
    about: 'ms, enqueue to start of transmission',
    definition: 'delay-of-groups-and-classes',
  },
};

/** Views with a line for each traffic group, and the views of all packets whose measure they have. */
const OF_GROUPS: Readonly<Record<string, string>> = {
  'group-goodput': 'goodput',
  'group-delay': 'queue-delay',
};

/** Returns whether a view has a line for each traffic group, and a plot for each lane. */
export const isOfGroups = (view: string): boolean => Object.hasOwn(OF_GROUPS, view);

export const faceOf = (view: string): Face => FACES[view] ?? FACES['queue-delay'];

/** A value at a time, s; NaN where there is none. */
export type Point = readonly [t: number, value: number];

/** Returns whether a run has CE marks. */
export const hasMarks = (run: SeedRun): boolean => valueIn(run, MARKS, 0, lengthOf(run.bins)) > 0;
const MARKS = MEASURES['drops-and-marks'][1].drawn;

/**
 * Returns the values of a run in a window, in about `columns` bins. Each point is at the middle of its bin. `isOfMarks`: the CE
 * marks in place of the drops.
 */
export function pointsOf(
  run: SeedRun,
  view: string,
  [fromS, toS]: readonly [number, number],
  columns: number,
  isOfMarks = false,
): Point[] {
  const measures = MEASURES[OF_GROUPS[view] ?? view] ?? MEASURES['queue-delay'];
  const { drawn, leastS = 0 } = measures[isOfMarks ? 1 : 0];
  const track = run[drawn.track];
  const first = Math.max(0, Math.floor(fromS / track.stepS + 1e-9));
  const end = Math.min(lengthOf(track), Math.ceil(toS / track.stepS - 1e-9));
  const per = Math.max(
    1,
    Math.ceil((end - first) / columns),
    Math.ceil(leastS / track.stepS - 1e-9),
  );
  const points: Point[] = [];
  for (let at = first; at < end; at += per) {
    const to = Math.min(at + per, end);
    points.push([((at + to) / 2) * track.stepS, valueIn(run, drawn, at, to)]);
  }
  return points;
}

/** Returns the value of a view over a span of time: the number that belongs to its line. */
export function meanOf(
  run: SeedRun,
  view: string,
  [fromS, toS]: readonly [number, number],
): number {
  const [{ compared }] = MEASURES[OF_GROUPS[view] ?? view] ?? MEASURES['queue-delay'];
  const track = run[compared.track];
  const at = (s: number): number =>
    Math.min(lengthOf(track), Math.max(0, Math.round(s / track.stepS)));
  return valueIn(run, compared, at(fromS), at(toS));
}

/** Returns mean delay, ms, and utilization, 0..1, of a run from `fromS` to `toS`. */
export function numbersOf(
  run: SeedRun,
  span: readonly [number, number],
): { readonly delayMs: number; readonly utilization: number } {
  return {
    delayMs: meanOf(run, 'queue-delay', span),
    utilization: meanOf(run, 'utilization', span) / 100,
  };
}

/** A scale of values: a range, and whether it is logarithmic. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
}

/** Returns the scale of a view with these values. It does not depend on what is hidden, except that all values fit. */
export function scaleOf(view: string, isLinear: boolean, values: readonly number[]): Scale {
  const most = values.reduce((a, b) => (b > a ? b : a), 0);
  if (view === 'group-delay' && !isLinear)
    return { low: 0.1, high: Math.max(100, 10 ** Math.ceil(Math.log10(most || 1))), log: true };
  if (view === 'utilization') return { low: 0, high: 100, log: false };
  if (view === 'queue-delay' && !isLinear)
    return { low: 1, high: Math.max(1000, 10 ** Math.ceil(Math.log10(most || 1))), log: true };
  return { low: 0, high: roundUp(most > 0 ? most * 1.05 : 1), log: false };
}

/** Returns the next of 1, 2, 4, 5, 6, 8 times a power of ten. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 4, 5, 6, 8, 10].find((step) => step * unit >= value * (1 - 1e-9)) ?? 10;
  return found * unit;
}

/** Returns the place of a value, 0 at the bottom and 1 at the top; values outside are at the edges. */
export function shareOf({ low, high, log }: Scale, value: number): number {
  const share = log
    ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
    : (value - low) / (high - low);
  return Math.min(1, Math.max(0, share));
}

/** Returns the value at a place. */
export const valueAt = ({ low, high, log }: Scale, share: number): number =>
  log ? low * (high / low) ** share : low + share * (high - low);

/** Returns a number with at most three significant digits, and no zeros behind the point. */
export const short = (value: number): string => String(Number(value.toPrecision(3)));

/** Returns the values of the grid lines. */
export function ticksOf({ low, high, log }: Scale): number[] {
  if (!log) return [0, 1, 2, 3, 4].map((i) => low + ((high - low) * i) / 4);
  const ticks: number[] = [];
  for (let tick = low; tick <= high * 1.001; tick *= 10) ticks.push(tick);
  return ticks;
}

/** Returns the times of the axis: about `most`, in whole steps. */
export function timesOf([fromS, toS]: readonly [number, number], most: number): number[] {
  const steps = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
  const step = steps.find((step) => (toS - fromS) / step <= most) ?? 600;
  const times: number[] = [];
  for (let t = Math.ceil(fromS / step) * step; t <= toS + 1e-9; t += step) times.push(t);
  return times;
}

/** Returns the path of points in an area of this size; gaps where there are no values. */
export function pathOf(
  points: readonly Point[],
  [fromS, toS]: readonly [number, number],
  scale: Scale,
  width: number,
  height: number,
): string {
  let path = '';
  let isOpen = false;
  for (const [t, value] of points) {
    if (Number.isNaN(value)) {
      isOpen = false;
      continue;
    }
    const x = ((t - fromS) / (toS - fromS)) * width;
    const y = (1 - shareOf(scale, value)) * height;
    path += `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isOpen = true;
  }
  return path;
}

/** Number of columns of a drawn line. */
const COLUMNS = 80;

/**
 * Returns a drawn line with a stroke added: a movement of the pointer from `before` to `to`. The line has a value for each of 80
 * columns from `fromS` to `toS`, and later strokes replace earlier ones.
 */
export function drawn(
  line: readonly Point[],
  before: Point | undefined,
  to: Point,
  fromS: number,
  toS: number,
): Point[] {
  const columnOf = (t: number): number =>
    Math.min(COLUMNS - 1, Math.max(0, Math.floor(((t - fromS) / (toS - fromS)) * COLUMNS)));
  const byColumn = new Map(line.map((point) => [columnOf(point[0]), point]));
  const start = before ?? to;
  const [a, b] = [columnOf(start[0]), columnOf(to[0])];
  const count = Math.max(1, Math.abs(b - a));
  for (let i = 0; i <= count; i++) {
    const column = Math.round(a + ((b - a) * i) / count);
    const value = start[1] + ((to[1] - start[1]) * i) / count;
    byColumn.set(column, [fromS + ((column + 0.5) / COLUMNS) * (toS - fromS), value]);
  }
  return [...byColumn].sort(([x], [y]) => x - y).map(([, point]) => point);
}

/** Returns whether all runs have the same values until `toS`: forks and lanes that differ only later. */
export function areEqualUntil(runs: readonly SeedRun[], toS: number): boolean {
  const [first, ...others] = runs;
  if (first === undefined) return false;
  const { stepS, width, sums } = first.bins;
  const count = (Math.floor(toS / stepS + 1e-9) + 1) * width;
  return others.every((other) => {
    for (let i = 0; i < Math.min(count, sums.length); i++)
      if (sums[i] !== other.bins.sums[i]) return false;
    return true;
  });
}
