import type { ChartPoint, ChartSeries } from '../../../kit/charts/lines';
import type { Report, Row, Value } from '../report.generated';
import type { FigureOf } from './figure';
import { measured } from './figure';
import { shortName, stylesOf } from './styles';

/** From this ratio of the greatest to the least value on, an axis is logarithmic. */
const WIDE = 20;

/** Returns whether an axis of these values is logarithmic: at least three, all above zero, over more than a decade. */
export function isWide(values: readonly number[]): boolean {
  const distinct = new Set(values);
  const [low, high] = [Math.min(...distinct), Math.max(...distinct)];
  return distinct.size >= 3 && low > 0 && high / low >= WIDE;
}

/** Returns what our lines and their bands are; empty if no row has several runs. */
export function bandOf(seeds: readonly number[], line = 'line', band = 'band'): string {
  const most = Math.max(0, ...seeds);
  const runs = seeds.length === 1 ? `${most} runs` : 'all runs';
  return most > 1 ? `${line}: mean of ${runs}; ${band}: 95 % confidence interval of the mean` : '';
}

/**
 * Returns our mean with its 95 % confidence interval. There is no interval before all runs of the row are made: that of two runs is
 * many times wider, and the axes only grow.
 */
export function meanAndBand(value: Value | undefined, runs: number): ChartPoint {
  const { mean, ci95, n } = value?.ours ?? { mean: null, ci95: null, n: 0 };
  return mean === null || ci95 === null || n < runs ? [mean] : [mean, mean - ci95, mean + ci95];
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a figure for each measure if the rows have a number as their setting: a line for each discipline over it. */
export function rowFigures({ x, rows, measures, other, publishedBy }: Report): FigureOf[] {
  if (!x) return [];
  const set = rows.flatMap((row, index) => (row.x === null ? [] : [{ row, index, x: row.x }]));
  const xs = set.map(({ x }) => x);
  if (new Set(xs).size < 2) return [];
  const queues = [...new Set(set.map(({ row }) => row.queue))];
  const styles = stylesOf(queues);
  const lists = queues.map((queue) => ({
    queue,
    rows: set.filter(({ row }) => row.queue === queue).toSorted((a, b) => a.x - b.x),
  }));
  const seeds = [...new Set(set.map(({ row }) => row.runs.length))];
  const band = bandOf(seeds);
  return measures.map((measure, m): FigureOf => {
    const drawn = lists.flatMap((list) => {
      const style = styles.get(list.queue);
      if (!style) return [];
      const name = shortName(list.queue);
      const points = (get: (row: Row) => ChartPoint): ChartPoint[] =>
        list.rows.map(({ row, x }) => [x, ...get(row)]);
      const ours = points(({ values, runs }) => meanAndBand(values[m], runs.length));
      const series: ChartSeries[] = [{ name, style, kind: 'line', points: ours }];
      const add = (kind: 'points' | 'crosses', note: string, list: ChartPoint[]): void => {
        if (list.some(([, y]) => y !== null))
          series.push({ name, note, style, kind, points: list });
      };
      const of = publishedBy === 'paper' ? 'published' : publishedBy;
      add(
        'points',
        of,
        points(({ values }) => [values[m]?.published?.mean ?? null]),
      );
      add(
        'crosses',
        other ?? '',
        points(({ values }) => [values[m]?.other?.mean ?? null]),
      );
      return series.map((one) => ({ one, rows: list.rows }));
    });
    // The scale is that of the published values, so that it does not change when results arrive.
    const published = rows.flatMap(({ values }) => values[m]?.published?.mean ?? []);
    return {
      id: `row ${m}`,
      title: capital(measure.name),
      x,
      y: measured(
        measure,
        isWide(published),
        drawn.flatMap(({ one }) => one.points.map(([, y]) => y)),
      ),
      series: drawn.map(({ one }) => one),
      band,
      references: [],
      cellOf: (series, point) => {
        const row = drawn[series]?.rows[point]?.index;
        return row === undefined ? undefined : { row, measure: m };
      },
      scale: undefined,
      better: undefined,
    };
  });
}
