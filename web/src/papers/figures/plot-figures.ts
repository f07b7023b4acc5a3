import type { ChartAxis, ChartSeries } from '../../charts/lines';
import type { Plot, Report, Series } from '../report';
import { type Cell, type FigureOf, measured } from './figure';
import { shortName, stylesOf } from './styles';

/** What tells the series of a plot apart: the discipline, if each has another one, otherwise the name. */
function keysOf(series: readonly Series[]): string[] {
  const own = series.filter(({ published }) => !published);
  const queues = new Set(own.map(({ queue }) => queue));
  const isByQueue = queues.size === own.length && !queues.has(null) && own.length > 1;
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
  }
}

/** Returns the row of the table that a point of a series shows, by the names of both. */
export function rowOf({ rows }: Report, plot: Plot, series: Series, point: number): number {
  const x = series.points[point]?.[0];
  const isRow = (at: string): boolean =>
    series.kind === 'ellipse'
      ? at === series.name || plot.title.endsWith(`: ${at}`) || plot.title === at
      : at === `${x} ${plot.x.unit}, ${series.name}`;
  return rows.findIndex(({ at, queue }) => queue === series.queue && isRow(at));
}

/** Returns the measure that a plot shows: that of its vertical axis, of an ellipse that of the horizontal one. */
function measureOf({ measures }: Report, plot: Plot, series: Series): number {
  const at = measures.findIndex(({ name }) => name === plot.y.name);
  return series.kind === 'ellipse' ? 0 : at;
}

/** Returns the vertical axis, for the values of all plots that share it. */
const vertical = ({ y }: Plot, plots: readonly Plot[]): ChartAxis =>
  measured(
    y,
    y.log,
    plots.flatMap(({ series }) => series.flatMap(({ points }) => points.map(([, value]) => value))),
  );

/** Returns a figure for each plot of a report. */
export function plotFigures(report: Report): FigureOf[] {
  const { plots } = report;
  // One style for each name in the whole report, so that one legend is enough.
  const names = plots.map(({ series }) => keysOf(series));
  const styles = stylesOf([...new Set(names.flat())]);
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
      ({ x, y }) => y.name === plot.y.name && y.unit === plot.y.unit && x.name === plot.x.name,
    );
    return {
      id: plot.id,
      title: plot.title,
      // Neither delay nor goodput is below zero, but the ellipse of a wide distribution goes on.
      x: isEllipses ? { ...plot.x, isReversed: true, from: 0 } : plot.x,
      y: isEllipses ? { ...plot.y, from: 0 } : vertical(plot, sharing),
      series,
      cellOf: (s, point): Cell | undefined => {
        const one = plot.series[s];
        if (!one) return undefined;
        const [row, measure] = [rowOf(report, plot, one, point), measureOf(report, plot, one)];
        return row < 0 || measure < 0 ? undefined : { row, measure };
      },
      scale: isEllipses || sharing.length < 2 ? undefined : `${plot.y.name}, ${plot.y.unit}`,
      better: isEllipses ? 'better ↗' : undefined,
    };
  });
}
