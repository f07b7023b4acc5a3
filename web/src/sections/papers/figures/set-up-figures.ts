import type { ChartPoint, ChartSeries } from '../../../kit/charts/lines';
import type { Report, Row } from '../report.generated';
import type { FigureOf } from './figure';
import { measured } from './figure';
import { bandOf, capital, isWide, meanAndBand } from './row-figures';
import { shortName, stylesOf } from './styles';

/** Fewest set-ups that are worth a figure. */
const FEWEST = 3;
/** Room of the markers of a set-up, as a share of the distance between two set-ups. */
const WIDTH = 0.6;

/**
 * Returns a figure for each measure with published values if the set-ups of the rows differ in more than one number and the report
 * has no other figure: a marker of each discipline for each set-up.
 */
export function setUpFigures({ x, rows, plots, measures }: Report): FigureOf[] {
  const labels = [...new Set(rows.map(({ at }) => at))];
  const queues = [...new Set(rows.map(({ queue }) => queue))];
  if (x || plots.length > 0 || labels.length < FEWEST || queues.length < 2) return [];
  const styles = stylesOf(queues);
  const step = WIDTH / queues.length;
  const seeds = [...new Set(rows.map(({ runs }) => runs.length))];
  const band = bandOf(seeds, 'filled marker', 'bar');
  return measures.flatMap((measure, m): FigureOf[] => {
    const published = rows.flatMap(({ values }) => values[m]?.published?.mean ?? []);
    if (published.length === 0) return [];
    const drawn = queues.flatMap((queue, q) => {
      const style = styles.get(queue);
      if (!style) return [];
      const own = rows.flatMap((row, index) => (row.queue === queue ? [{ row, index }] : []));
      const points = (get: (row: Row) => ChartPoint): ChartPoint[] =>
        own.map(({ row }) => [labels.indexOf(row.at), ...get(row)]);
      const shift = (q - (queues.length - 1) / 2) * step;
      const common = { name: shortName(queue), style, shift };
      const series: ChartSeries[] = [
        {
          ...common,
          kind: 'bars',
          points: points(({ values, runs }) => meanAndBand(values[m], runs.length)),
        },
        {
          ...common,
          kind: 'points',
          note: 'published',
          points: points(({ values }) => [values[m]?.published?.mean ?? null]),
        },
      ];
      return series.map((one) => ({ one, own }));
    });
    const series = drawn.map(({ one }) => one);
    return [
      {
        id: `set-up ${m}`,
        title: capital(measure.name),
        x: { name: '', unit: '', log: false, labels, range: [-0.5, labels.length - 0.5] },
        y: measured(
          measure,
          isWide(published),
          series.flatMap(({ points }) => points.map(([, y]) => y)),
        ),
        series,
        band,
        references: [],
        cellOf: (s, point) => {
          const row = drawn[s]?.own[point]?.index;
          return row === undefined ? undefined : { row, measure: m };
        },
        scale: undefined,
        better: undefined,
      },
    ];
  });
}
