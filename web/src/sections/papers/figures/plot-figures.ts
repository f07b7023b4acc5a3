import type { ChartAxis, ChartSeries } from '../../../kit/charts/lines';
import type { Plot, Report, Series } from '../report.generated';
import { type Cell, type FigureOf, measured } from './figure';
import { shortName, stylesOf } from './styles';

/** The part that distinguishes the series of a plot: the discipline, if each has another one, otherwise the name. */
function keysOf(series: readonly Series[]): string[] {
  const own = series.filter(({ published }) => !published);
  const queues = new Set(own.map(({ queue }) => queue));
  const isByQueue = queues.size === own.length && !queues.has(null) && own.length > 0;
  return series.map(({ name, queue }) => (isByQueue && queue !== null ? queue : name));
}

function kindOf({ kind, published }: Series): ChartSeries['kind'] {
  switch (kind) {
    case 'ellipse':
      return 'outline';
    case 'points':
      return published ? 'points' : 'line';
    case 'line':
      return published ? 'thin' : 'line';
    case 'trace':
      return 'trace';
  }
}

/**
 * Returns the cell of the table that a point shows: that of the measure on the vertical axis, or the first one if the table does not
 * have it. An ellipse shows the measure on its horizontal axis, which is the first one.
 */
function cellOf(
  { measures }: Report,
  { y }: Plot,
  { rows, kind }: Series,
  point: number,
): Cell | undefined {
  const row = rows.length === 1 ? rows[0] : rows[point];
  const measure = kind === 'ellipse' ? 0 : measures.findIndex(({ name }) => name === y.name);
  return row === undefined ? undefined : { row, measure: Math.max(0, measure) };
}

/** Returns the vertical axis, for the values of all plots that share it. */
const vertical = ({ y }: Plot, plots: readonly Plot[]): ChartAxis =>
  measured(
    y,
    y.log,
    plots.flatMap(({ series }) => series.flatMap(({ points }) => points.map(([, value]) => value))),
  );

/** Returns the range of time that traces cover. Their points are in the middle of bins. */
function timeOf({ x, series }: Plot): ChartAxis {
  const xs = series
    .filter(({ kind }) => kind === 'trace')
    .flatMap(({ points }) => points.map(([x]) => x ?? NaN));
  if (xs.length < 2) return x;
  const half = Math.abs(xs[1] - xs[0]) / 2;
  const round = (value: number): number => Number(value.toPrecision(9));
  return { ...x, range: [round(Math.min(...xs) - half), round(Math.max(...xs) + half)] };
}

/** Returns a figure for each plot of a report. */
export function plotFigures(report: Report): FigureOf[] {
  const { plots, rows, x } = report;
  // One style for each name in the whole report, so that one legend is enough.
  const names = plots.map(({ series }) => keysOf(series));
  // The figures of the rows have the styles of their disciplines.
  const ofRows = x ? [...stylesOf([...new Set(rows.map(({ queue }) => queue))]).values()] : [];
  const styles = stylesOf([...new Set(names.flat())], ofRows);
  return plots.map((plot, p): FigureOf => {
    const series = plot.series.flatMap((one, s): ChartSeries[] => {
      const style = styles.get(names[p][s]);
      if (!style) return [];
      const isQueue = names[p][s] === one.queue;
      const name = isQueue ? shortName(one.queue) : one.name;
      const kind = kindOf(one);
      const note = one.published ? 'published' : '';
      return [{ name, ...(note ? { note } : {}), style, kind, points: one.points }];
    });
    const isEllipses = plot.series.every(({ kind }) => kind === 'ellipse');
    const sharing = plots.filter(
      ({ x, y, ownScale }) =>
        !ownScale && y.name === plot.y.name && y.unit === plot.y.unit && x.name === plot.x.name,
    );
    return {
      id: plot.id,
      title: plot.title,
      // Neither delay nor goodput is below zero, but the ellipse of a wide distribution goes on.
      x: isEllipses ? { ...plot.x, isReversed: true, from: 0 } : timeOf(plot),
      y: isEllipses ? { ...plot.y, from: 0 } : vertical(plot, plot.ownScale ? [plot] : sharing),
      series,
      band: plot.band,
      references: plot.references,
      cellOf: (s, point) => plot.series[s] && cellOf(report, plot, plot.series[s], point),
      scale:
        isEllipses || plot.ownScale || sharing.length < 2
          ? undefined
          : `${plot.y.name}, ${plot.y.unit}`,
      better: isEllipses ? 'better ↗' : undefined,
    };
  });
}
