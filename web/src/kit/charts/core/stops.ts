import { bandOf, type ChartPoint, type ChartSeries, extent, isKnown, isWhole } from './chart';

/** A place at which a value can be read. */
export interface Stop {
  /** Index of the series. */
  readonly series: number;
  /** Index of the point in its series; 0 for the centre of an outline. */
  readonly point: number;
  readonly x: number;
  readonly y: number;
  /** The ends of the band, if there is one; of an outline its least and greatest y. */
  readonly low?: number;
  readonly high?: number;
}

/** Returns the centre of an outline, and its least and greatest y; undefined while it is not known. */
export function centreOf(
  points: readonly ChartPoint[],
): Omit<Stop, 'series' | 'point'> | undefined {
  // The last point repeats the first one.
  const known = points.slice(1).filter(isWhole);
  if (known.length === 0) return undefined;
  const mean = (at: 0 | 1): number =>
    known.reduce((sum, point) => sum + point[at], 0) / known.length;
  const [low, high] = extent(known.map(([, y]) => y)) ?? [NaN, NaN];
  return { x: mean(0), y: mean(1), low, high };
}

/** Returns the stops of each series, in its order. */
export function stopsOf(series: readonly ChartSeries[]): Stop[][] {
  return series.map(({ kind, points }, s) => {
    if (kind === 'outline') {
      const centre = centreOf(points);
      return centre ? [{ ...centre, series: s, point: 0 }] : [];
    }
    return points.flatMap((point, p): Stop[] => {
      if (!isWhole(point)) return [];
      const band = bandOf(point);
      const stop = { series: s, point: p, x: point[0], y: point[1] };
      return [band ? { ...stop, low: band[0], high: band[1] } : stop];
    });
  });
}

/** Returns the number of all stops. */
export function countOf(series: readonly ChartSeries[]): number {
  let count = 0;
  for (const { kind, points } of series) {
    if (kind === 'outline') count += points.some(isWhole) ? 1 : 0;
    else for (const point of points) if (isWhole(point)) count++;
  }
  return count;
}

/** Returns the stop that is nearest to a place in px; undefined without stops. */
export function nearestStop(
  stops: readonly (readonly Stop[])[],
  project: (stop: Stop) => readonly [x: number, y: number],
  x: number,
  y: number,
): Stop | undefined {
  let best: Stop | undefined;
  let least = Infinity;
  for (const stop of stops.flat()) {
    const [px, py] = project(stop);
    const distance = Math.hypot(px - x, py - y);
    // Of stops at the same place the last one is on top.
    if (distance <= least) [best, least] = [stop, distance];
  }
  return best;
}

/**
 * Returns the stop that an arrow key leads to: Left and Right move along the series, Home and End to its ends, Up and Down to
 * the nearest stop of another series. Where each series has one stop only, all arrows change the series.
 */
export function nextStop(
  stops: readonly (readonly Stop[])[],
  from: Stop | undefined,
  key: string,
): Stop | undefined {
  const filled = stops.filter((list) => list.length > 0);
  const list = filled.find((list) => list[0].series === from?.series) ?? filled[0];
  if (!list) return undefined;
  const at = list.findIndex((stop) => stop.point === from?.point);
  if (at < 0) return list[key === 'End' ? list.length - 1 : 0];
  const isSingle = filled.every((list) => list.length === 1);
  const change = (by: 1 | -1): Stop => {
    const other = filled[(filled.indexOf(list) + by + filled.length) % filled.length];
    const apart = (stop: Stop): number => Math.abs(stop.x - list[at].x);
    return other.reduce((best, stop) => (apart(stop) < apart(best) ? stop : best));
  };
  const move = (by: 1 | -1): Stop =>
    isSingle ? change(by) : list[Math.max(0, Math.min(list.length - 1, at + by))];
  switch (key) {
    case 'ArrowRight':
      return move(1);
    case 'ArrowLeft':
      return move(-1);
    case 'ArrowDown':
      return change(1);
    case 'ArrowUp':
      return change(-1);
    case 'Home':
      return list[0];
    case 'End':
      return list.at(-1);
    default:
      return undefined;
  }
}

/**
 * Returns the axis along which values are compared. It is x, except for distributions: their curves have the same shares, y, and
 * a value for each of them, x.
 */
export function sharedAxis(series: readonly ChartSeries[]): 'x' | 'y' {
  const [first, ...others] = series;
  if (others.length === 0 || first.points.length < 2) return 'x';
  const isSame = (axis: 0 | 1): boolean =>
    others.every(
      ({ points }) =>
        points.length === first.points.length &&
        points.every((point, i) => point[axis] === first.points[i][axis]),
    );
  const rises = (point: ChartPoint, i: number, all: readonly ChartPoint[]): boolean =>
    isKnown(point[1]) && (i === 0 || point[1] > (all[i - 1][1] ?? NaN));
  const isDistribution =
    series.every(({ kind }) => kind === 'line') && first.points.every(rises) && isSame(1);
  return isDistribution && !isSame(0) ? 'y' : 'x';
}

/** Returns the stops to show together with `stop`: those of all series with the same value of the shared axis. */
export function beside(stops: readonly (readonly Stop[])[], stop: Stop, shared: 'x' | 'y'): Stop[] {
  const isNear = (other: Stop): boolean =>
    Math.abs(other[shared] - stop[shared]) <= 1e-9 * Math.abs(stop[shared]);
  return stops.flatMap((list) =>
    list[0]?.series === stop.series ? [stop] : list.filter(isNear).slice(0, 1),
  );
}
