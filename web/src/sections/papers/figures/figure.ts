import {
  type ChartAxis,
  type ChartReference,
  type ChartSeries,
  extent,
} from '../../../kit/charts/lines';
import type { Measure } from '../report.generated';

/** A cell of the table: a row of the report and a measure. */
export interface Cell {
  readonly row: number;
  readonly measure: number;
}

/** A chart of a report. */
export interface FigureOf {
  /** Unique in the report. */
  readonly id: string;
  readonly title: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly ChartSeries[];
  /** What our lines and their bands are; empty without bands. */
  readonly band: string;
  readonly references: readonly ChartReference[];
  /** The cell that a point shows; undefined if the table has none. */
  readonly cellOf: (series: number, point: number) => Cell | undefined;
  /** Figures with the same name have the same vertical axis. */
  readonly scale: string | undefined;
  readonly better: string | undefined;
}

/**
 * Returns the axis of a measure. Shares in percent end at 100. Where no value is negative, the axis starts at 0 although the
 * band of a scattered value goes on.
 */
export function measured(
  { name, unit }: Pick<Measure, 'name' | 'unit'>,
  log: boolean,
  values: Iterable<number | null | undefined>,
): ChartAxis {
  const [low] = extent(values) ?? [0];
  const most = unit.startsWith('%') ? 100 : undefined;
  return { name, unit, log, most, from: low >= 0 ? 0 : undefined };
}

/**
 * Returns the point that shows a cell: ours, or the published one while ours is not known. A time series or a distribution shows it
 * as a whole and has no such point.
 */
export function pointOf(
  { series, cellOf }: FigureOf,
  cell: Cell | undefined,
): { readonly series: number; readonly point: number } | undefined {
  if (!cell) return undefined;
  for (const [s, { points, kind }] of series.entries()) {
    const count = kind === 'outline' ? 1 : points.length;
    if (kind === 'trace' || (count > 1 && isSameCell(cellOf(s, 0), cellOf(s, 1)))) continue;
    for (let point = 0; point < count; point++) {
      const found = cellOf(s, point);
      const isKnown = typeof points[point]?.[1] === 'number';
      if (isKnown && isSameCell(found, cell)) return { series: s, point };
    }
  }
  return undefined;
}

const isSameCell = (a: Cell | undefined, b: Cell | undefined): boolean =>
  a !== undefined && a.row === b?.row && a.measure === b.measure;

/** Returns the figures of `next`, but the former object where a figure is the same: its chart is then not drawn again. */
export function keepSame(
  former: readonly FigureOf[],
  next: readonly FigureOf[],
): readonly FigureOf[] {
  const known = new Map(former.map((figure) => [figure.id, figure]));
  return next.map((figure) => {
    const old = known.get(figure.id);
    return old && isSame(old, figure) ? old : figure;
  });
}

/** Returns whether two figures of one item show the same. */
function isSame(a: FigureOf, b: FigureOf): boolean {
  return (
    a.title === b.title &&
    a.y.log === b.y.log &&
    a.series.length === b.series.length &&
    a.series.every((one, s) => {
      const other = b.series[s];
      return (
        one.name === other.name &&
        one.kind === other.kind &&
        one.points.length === other.points.length &&
        one.points.every((point, i) => point.every((value, j) => value === other.points[i][j]))
      );
    })
  );
}
