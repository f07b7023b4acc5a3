import { fullName } from '../../kit/charts/drawing';
import { extent, grown, ysOf } from '../../kit/charts/lines';
import { header } from '../../shared/takeaway/csv';
import type { Facts } from '../../shared/takeaway/facts';
import type { TextTable } from '../../shared/takeaway/markdown';
import { columnsOfCsv, PARQUET, parquetFile } from '../../shared/takeaway/parquet';
import type { FileOffer, PictureOffer, Source } from '../../shared/takeaway/source';
import { chart } from '../../shared/takeaway/svg/chart';
import {
  documentOf,
  type Named,
  type Palette,
  type Part,
} from '../../shared/takeaway/svg/document';
import { lineChart } from '../../shared/takeaway/svg/line-chart';
import type { LinkOffer } from '../../core/state/link-offer';
import { cellOf, shown } from './cells';
import { csvOf, TYPES } from './export';
import type { FigureOf } from './figures/figure';
import { figuresOf } from './figures/figures-of';
import type { ItemResults } from './item-results.svelte';
import { queueName } from './names';
import type { Item, Paper, Report } from './report.generated';

const UNITS = 'in the column unit';

/** A table or figure of a paper that the section shows. */
export interface ShownItem {
  readonly paper: Paper;
  readonly item: Item;
  readonly results: ItemResults;
  readonly report: Report;
}

/** The table and the figures of an item of a paper, as the section shows them. */
export class ItemSource implements Source {
  readonly linked = 'this table';
  readonly #current: () => ShownItem | undefined;
  readonly #version: () => string;
  readonly #hash: (item: string) => string;
  readonly #offer: () => LinkOffer | undefined;

  /** `hash`: returns the hash of the address of an item. `offer`: what can be copied of what is shown. */
  constructor(
    current: () => ShownItem | undefined,
    version: () => string,
    hash: (item: string) => string,
    offer: () => LinkOffer | undefined = () => undefined,
  ) {
    this.#offer = offer;
    this.#current = current;
    this.#version = version;
    this.#hash = hash;
  }

  get title(): string {
    const current = this.#current();
    if (!current) return 'Papers';
    const { paper, item } = current;
    return `${item.label}, ${paper.authors}${paper.year === null ? '' : ` ${paper.year}`}: ${item.title}`;
  }
  get stamp(): unknown {
    return this.title;
  }

  readonly facts = (): Promise<Facts> => {
    // A paper from files is nowhere else: the files that are saved lead to the section.
    const isNowhereElse = 'instead' in (this.#offer() ?? {});
    const hash = this.#hash(isNowhereElse ? '' : (this.#current()?.item.name ?? ''));
    const link = location.href.replace(/#.*$/, '') + hash;
    return Promise.resolve({ title: this.title, link, version: this.#version() });
  };

  readonly offer = async (): Promise<LinkOffer> =>
    this.#offer() ?? { address: (await this.facts()).link };

  get data(): readonly FileOffer[] {
    const current = this.#current();
    if (!current) return [];
    return [
      {
        id: 'values',
        label: 'CSV of the table',
        note: 'published, other and our values, not rounded',
        ending: 'csv',
        type: 'text/csv',
        parts: (facts) => [header(facts, UNITS), csvOf([current])],
      },
      {
        id: 'values',
        label: 'Parquet of the table',
        note: 'the same values, with types',
        ...PARQUET,
        content: (facts) => parquetFile(facts, UNITS, [columnsOfCsv(csvOf([current]), TYPES)]),
      },
    ];
  }

  get pictures(): readonly PictureOffer[] {
    const report = this.#current()?.report;
    const figures = report ? figuresOf(report) : [];
    const offer = (id: string, label: string, of: readonly FigureOf[]): PictureOffer => ({
      id,
      label,
      draw: (facts, palette) =>
        documentOf(
          facts,
          legendOf(of),
          of.map((figure) => partOf(figure, figures, palette)),
          palette,
        ),
    });
    return [
      ...(figures.length > 1 ? [offer('all-figures', 'All figures', figures)] : []),
      ...figures.map((figure, i) => offer(`figure-${i + 1}`, figure.title, [figure])),
    ];
  }

  get table(): TextTable | undefined {
    const current = this.#current();
    if (!current) return undefined;
    const { report, results } = current;
    const isPublished = report.measures.map((_, m) =>
      report.rows.some(({ values }) => values[m].published !== null),
    );
    const head = report.measures.flatMap(({ name, unit }, m) => {
      const title = unit ? `${name}, ${unit}` : name;
      return isPublished[m] ? [`${title}: published`, 'ours', 'deviation'] : [title];
    });
    const rows = report.rows.map((row) => [
      row.at,
      queueName(row.queue),
      ...row.values.flatMap((value, m) => {
        const measure = report.measures[m];
        const { ours, deviation, glyph } = cellOf(row, measure, value, results.states);
        if (!isPublished[m]) return [ours];
        const { published } = value;
        return [
          published === null ? '' : shown(published.mean, measure.decimals),
          ours,
          `${glyph} ${deviation}`.trim(),
        ];
      }),
    ]);
    return { caption: 'Published and our values', head: ['setting', 'queue', ...head], rows };
  }
}

/** Returns the names of the series, each once. */
function legendOf(figures: readonly FigureOf[]): readonly Named[] {
  const names = new Map<string, Named>();
  for (const series of figures.flatMap(({ series }) => series)) {
    const { kind, style } = series;
    const label = fullName(series);
    const isCross = kind === 'crosses';
    const marker =
      isCross || kind === 'points' || kind === 'bars' ? { shape: style.shape, isCross } : undefined;
    if (!names.has(label)) names.set(label, { label, ...style, ...(marker ? { marker } : {}) });
  }
  return [...names.values()];
}

/** Returns a figure; those with the same scale have the same range. */
function partOf(figure: FigureOf, all: readonly FigureOf[], palette: Palette): Part {
  const { title, x, series, references, band, scale } = figure;
  const same = all.filter((one) => scale !== undefined && one.scale === scale);
  const values = ysOf(same.flatMap((one) => one.series));
  const range =
    same.length > 0 ? grown(undefined, extent(values, figure.y.log), figure.y) : undefined;
  const y = { ...figure.y, ...(range ? { range } : {}) };
  return chart(lineChart({ title, subtitle: band, x, y, series, references }), palette);
}
