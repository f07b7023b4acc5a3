import { extent, grown, ysOf } from '../../kit/charts/lines';
import { header } from '../../shared/takeaway/csv';
import type { LinkOffer } from '../../core/state/link-offer';
import type { Facts } from '../../shared/takeaway/facts';
import type { TextTable } from '../../shared/takeaway/markdown';
import { columnsOfCsv, PARQUET, parquetFile } from '../../shared/takeaway/parquet';
import type { FileOffer, PictureOffer, Source } from '../../shared/takeaway/source';
import { chart } from '../../shared/takeaway/svg/chart';
import { documentOf, type Palette, type Part } from '../../shared/takeaway/svg/document';
import { heatMap } from '../../shared/takeaway/svg/heatmap';
import { lineChart } from '../../shared/takeaway/svg/line-chart';
import { alongOf, axisOf, eachOf, isLogarithmic, plotsOf } from './line-plots';
import { compact, withHalf, withUnit } from '../../core/variables/measures';
import { lower, selection, type ShownDimension, type ShownLane, sweeps } from './page.svelte';
import { type HeatScale, heatScale, stepOf } from './scale';
import { titleOf } from './sweeps.svelte';

const named = ({ title, unit }: ShownDimension): string => (unit ? `${title}, ${unit}` : title);

const SWEEP_UNITS = 'of each measure: docs/measures.md; shares from 0 to 1';
/** Types of the columns that are no measures; those of parameters follow from their values. */
const SWEEP_TYPES = { case: 'STRING', lane: 'INT64', queue: 'STRING', seeds: 'INT64' } as const;

/** The table and the figures of the sweep, as the section shows them. */
export class SweepSource implements Source {
  readonly linked = 'this sweep';

  get title(): string {
    return sweeps.plan ? titleOf(sweeps.plan) : 'Sweep';
  }
  get stamp(): unknown {
    return sweeps.plan;
  }

  readonly facts = (): Promise<Facts> =>
    Promise.resolve({
      title: this.title,
      link: location.href,
      version: sweeps.version ?? '',
    });

  readonly offer = (): Promise<LinkOffer> => {
    const { instead } = sweeps;
    return Promise.resolve(instead === undefined ? { address: location.href } : { instead });
  };

  get data(): readonly FileOffer[] {
    if (!sweeps.expansion) return [];
    return [
      {
        id: 'sweep',
        label: 'CSV of the sweep',
        note: 'all points and measures, as aqm sweep --csv prints them',
        ending: 'csv',
        type: 'text/csv',
        parts: (facts) => [header(facts, SWEEP_UNITS), sweeps.csv() ?? ''],
      },
      {
        id: 'sweep',
        label: 'Parquet of the sweep',
        note: 'the same table, with types, as aqm sweep --parquet writes it',
        ...PARQUET,
        content: (facts) =>
          parquetFile(facts, SWEEP_UNITS, [columnsOfCsv(sweeps.csv() ?? '', SWEEP_TYPES)]),
      },
    ];
  }

  get pictures(): readonly PictureOffer[] {
    const isMap = selection.dimensions.length > 1;
    const plots = plotsOf(selection);
    const legend = selection.lanes.map(({ label, style }) => ({ label, ...style }));
    const offer = (
      id: string,
      label: string,
      parts: (palette: Palette) => readonly Part[],
      names = legend,
    ): PictureOffer => ({
      id,
      label,
      draw: (facts, palette) => documentOf(facts, names, parts(palette), palette),
    });
    const lines = (palette: Palette): readonly Part[] =>
      plotsOf(selection).map((_, index) => linePart(index, palette));
    return [
      ...(plots.length > 1 ? [offer('all-lines', 'All lines', lines)] : []),
      ...plots.map(({ title }, index) =>
        offer(`lines-${index + 1}`, title, (palette) => [linePart(index, palette)]),
      ),
      ...(isMap ? [offer('heatmaps', 'Heatmaps of all lanes', heatParts, [])] : []),
    ];
  }

  /** The measure of the page over the first two dimensions, with a column for each lane. */
  get table(): TextTable | undefined {
    const { dimensions, lanes, measures, measure: index } = selection;
    const measure = measures[index];
    if (!measure || !sweeps.expansion) return undefined;
    const rows = pointsOf(dimensions.slice(0, 2)).map((own) => {
      const at = [...own, ...selection.at.slice(own.length)];
      return [
        ...own.map((i, k) => dimensions[k].labels[i]),
        ...lanes.map(({ lane }) => {
          const { runs, value, half } = selection.estimate(index, at, lane);
          return runs === 0 ? '' : withHalf(value, half);
        }),
      ];
    });
    const head = [...dimensions.slice(0, 2).map(named), ...lanes.map(({ label }) => label)];
    const seeds = sweeps.expansion.seeds.length;
    const band = seeds > 1 ? `, mean ± half the 95 % interval of ${seeds} seeds` : ', one seed';
    return { caption: `${withUnit(measure)}${band}${othersText(2)}`, head, rows };
  }
}

/** Returns the values of the dimensions behind the first `count`: ", round-trip time 50 ms". */
function othersText(count: number): string {
  const others = selection.dimensions.slice(count).map(({ title, unit, labels }, k) => {
    return `, ${lower(title)} ${labels[selection.at[count + k]]}${unit ? ` ${unit}` : ''}`;
  });
  return others.join('');
}

/** Returns all points of some dimensions, as indices. */
const pointsOf = (dimensions: readonly ShownDimension[]): readonly (readonly number[])[] =>
  dimensions.reduce<readonly (readonly number[])[]>(
    (points, { values }) => points.flatMap((point) => values.map((_, i) => [...point, i])),
    [[]],
  );

function linePart(index: number, palette: Palette): Part {
  const plots = plotsOf(selection);
  const { title, measure, series } = plots[index];
  const along = alongOf(selection);
  const x = selection.dimensions[along];
  // Plots of one measure have one range.
  const isEach = eachOf(selection, along) !== undefined;
  const ranged = isEach ? plots.flatMap((plot) => plot.series) : series;
  const y = axisOf(measure, ranged);
  const range = grown(undefined, extent(ysOf(ranged), y.log), y);
  const seeds = sweeps.expansion?.seeds.length ?? 1;
  return chart(
    lineChart({
      title,
      subtitle: seeds > 1 ? `mean and 95 % band of ${seeds} seeds` : 'one seed',
      x: { name: x.title, unit: x.unit, log: isLogarithmic(x) },
      y: { ...y, range },
      series,
    }),
    palette,
  );
}

function heatParts(palette: Palette): readonly Part[] {
  const { dimensions, lanes, measure } = selection;
  const [rows, columns] = dimensions;
  const at = (i: number, j: number): readonly number[] => [i, j, ...selection.at.slice(2)];
  const all = lanes.flatMap(({ lane }) =>
    rows.values.flatMap((_, i) =>
      columns.values.map((_, j) => selection.estimate(measure, at(i, j), lane).value),
    ),
  );
  const scale = heatScale(all);
  return lanes.map((lane) => heatPart(lane, scale, at, palette));
}

function heatPart(
  { lane, label }: ShownLane,
  scale: HeatScale,
  at: (i: number, j: number) => readonly number[],
  palette: Palette,
): Part {
  const { dimensions, measures, measure } = selection;
  const [rows, columns] = dimensions;
  const indices = rows.values.map((_, i) => i);
  return heatMap(
    {
      title: label,
      subtitle: withUnit(measures[measure]) + othersText(2),
      rowName: named(rows),
      columnName: named(columns),
      columns: columns.labels,
      rows: (rows.numbers ? indices.reverse() : indices).map((i) => ({
        label: rows.labels[i],
        cells: columns.values.map((_, j) => {
          const { runs, value } = selection.estimate(measure, at(i, j), lane);
          return runs === 0 ? { text: '' } : { text: compact(value), step: stepOf(scale, value) };
        }),
      })),
    },
    palette,
  );
}
