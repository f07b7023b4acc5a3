import {
  bandOf,
  type ChartAxis,
  type ChartSeries,
  extent,
  fullName,
  isKnown,
  titleOf,
} from './chart';
import { NOTHING, plain, reading } from './format';
import { centreOf } from './stops';

/** The numbers of a chart as a table, all texts. */
export interface Numbers {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Returns the numbers of a chart. Rows are the values of the shared axis and columns the series; outlines have a row each, with
 * mean and half width along each axis, which is the standard deviation of an ellipse.
 */
export function numbersOf(
  series: readonly ChartSeries[],
  x: ChartAxis,
  y: ChartAxis,
  shared: 'x' | 'y',
): Numbers {
  if (series.length > 0 && series.every(({ kind }) => kind === 'outline')) {
    const head = ['', `mean ${titleOf(x)}`, 'sd', `mean ${titleOf(y)}`, 'sd'];
    const rows = series.map(({ name, points }) => {
      const centre = centreOf(points);
      const [left, right] = extent(points.map(([v]) => v)) ?? [NaN, NaN];
      const { x = NaN, y = NaN, low = NaN, high = NaN } = centre ?? {};
      return [name, ...[x, (right - left) / 2, y, (high - low) / 2].map((v) => reading(v))];
    });
    return { head, rows };
  }
  const [key, value] = shared === 'x' ? ([0, 1] as const) : ([1, 0] as const);
  const keys = [...new Set(series.flatMap(({ points }) => points.map((point) => point[key])))]
    .filter(isKnown)
    .toSorted((a, b) => a - b);
  const cells = series.map(({ points }) => {
    const texts = new Map<number, string>();
    for (const point of points) {
      const [at, read] = [point[key], point[value]];
      if (!isKnown(at) || !isKnown(read)) continue;
      const band = value === 1 ? bandOf(point) : undefined;
      texts.set(
        at,
        band ? `${reading(read)} (${reading(band[0])} to ${reading(band[1])})` : reading(read),
      );
    }
    return texts;
  });
  return {
    head: [titleOf(shared === 'x' ? x : y), ...series.map(fullName)],
    rows: keys.map((at) => [
      x.labels?.[at] ?? plain(Number(at.toPrecision(4))),
      ...cells.map((texts) => texts.get(at) ?? NOTHING),
    ]),
  };
}
