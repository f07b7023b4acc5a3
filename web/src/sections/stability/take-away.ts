import { asShown, SHOWN_UNITS, type ShownRow } from '../../shared/takeaway/csv';
import type { Facts } from '../../shared/takeaway/facts';
import type { TextTable } from '../../shared/takeaway/markdown';
import { PARQUET, parquetFile, shownColumns } from '../../shared/takeaway/parquet';
import type { FileOffer, PictureOffer, Source } from '../../shared/takeaway/source';
import { chart } from '../../shared/takeaway/svg/chart';
import { documentOf, type Named } from '../../shared/takeaway/svg/document';
import { lineChart, type LineChartOf } from '../../shared/takeaway/svg/line-chart';
import type { Entry } from './numbers';

/** An operating point, as the section shows it. */
export interface ShownPoint {
  readonly title: string;
  readonly version: string;
  /** The settings, as the address has them. */
  readonly path: string;
  readonly charts: readonly LineChartOf[];
  readonly numbers: readonly Entry[];
}

/** The numbers and charts of an operating point. */
export class StabilitySource implements Source {
  readonly linked = 'this operating point';
  readonly #point: () => ShownPoint;

  constructor(point: () => ShownPoint) {
    this.#point = point;
  }

  get title(): string {
    return this.#point().title;
  }
  get stamp(): unknown {
    return this.#point().path;
  }

  readonly facts = (): Promise<Facts> => {
    const { title, version, path } = this.#point();
    const link = `${location.href.replace(/#.*$/, '')}#stability/${path}`;
    return Promise.resolve({ title, link, version });
  };

  get data(): readonly FileOffer[] {
    return [
      {
        id: 'curves',
        label: 'CSV of the curves',
        note: 'gain, phase and margins',
        ending: 'csv',
        type: 'text/csv',
        parts: (facts) => [asShown(facts, this.#rows())],
      },
      {
        id: 'curves',
        label: 'Parquet of the curves',
        note: 'the same table, with types',
        ...PARQUET,
        content: (facts) => parquetFile(facts, SHOWN_UNITS, [shownColumns(this.#rows())]),
      },
    ];
  }

  #rows(): readonly ShownRow[] {
    return this.#point().charts.flatMap(({ title, x, y, series }) =>
      series.flatMap(({ name, points }) =>
        points.flatMap(([at, value]): ShownRow[] =>
          typeof at === 'number' && typeof value === 'number'
            ? [
                {
                  plot: title,
                  lane: name,
                  series: '',
                  x: at,
                  xUnit: x.unit,
                  y: value,
                  yUnit: y.unit,
                },
              ]
            : [],
        ),
      ),
    );
  }

  get pictures(): readonly PictureOffer[] {
    const { charts } = this.#point();
    const offer = (id: string, label: string, of: readonly LineChartOf[]): PictureOffer => ({
      id,
      label,
      draw: (facts, palette) =>
        documentOf(
          facts,
          legendOf(of),
          of.map((one) => chart(lineChart(one), palette)),
          palette,
        ),
    });
    return [
      offer('all-charts', 'All charts', charts),
      ...charts.map((one, i) => offer(`chart-${i + 1}`, one.title, [one])),
    ];
  }

  get table(): TextTable {
    const rows = this.#point().numbers.map(({ name, text, unit }) => [name, text, unit]);
    return { caption: 'Linear model', head: ['quantity', 'value', 'unit'], rows };
  }
}

/** Returns the names of the curves, each once. */
function legendOf(charts: readonly LineChartOf[]): readonly Named[] {
  const all = charts.flatMap(({ series }) => series);
  return [...new Map(all.map(({ name, style }) => [name, { label: name, ...style }])).values()];
}
