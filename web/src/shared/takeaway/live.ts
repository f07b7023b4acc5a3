import type { TimeFrame } from '../../kit/charts/frame.svelte';
import {
  around,
  type ChartPoint,
  type Curve,
  type Domain,
  extent,
  follow,
  initialDomain,
  plain,
  PlotData,
  type Series,
  xScale,
} from '../../kit/charts/drawing';
import { HEADLINES } from '../../core/content/headlines';
import { laneLabelsOver, laneNamesOver } from '../../core/content/lane-labels';
import { groupNames } from '../../core/content/traffic';
import { laneHop } from '../../core/document/hops';
import { marks, toSimulate } from '../../core/document/scenario';
import { type LinkOffer, runOffer } from '../../core/state/link-offer';
import type { Workspace } from '../../core/state/workspace.svelte';
import type { PlaneLane, PlaneView } from '../../core/views/plane-view';
import { isPlane, overTime, planes, viewsOf } from '../../core/views/registry';
import type { LaneStyle, TimeView, View, ViewLane } from '../../core/views/view';
import type { Runner } from './computed';
import { asShown, shortest, type ShownRow } from './csv';
import type { Facts } from './facts';
import type { TextTable } from './markdown';
import { flentFile } from './flent';
import { PARQUET, parquetFile } from './parquet';
import { type LaneSamples, samplesCsv, samplesOf, samplesTable, UNITS } from './samples';
import type { FileOffer, PictureOffer, Source } from './source';
import { summaryJson } from './summary';
import { chart, type Chart, type ChartAxisOf } from './svg/chart';
import { documentOf, INNER, type Palette, type Part, type Picture } from './svg/document';
import { gutterOf, type TimePlot, timePlot } from './svg/time-plot';

/** Name, colour and dash of a lane on the page. */
export type Look = Pick<LaneStyle, 'label' | 'colour' | 'dash'>;

/** What lies over the plots of the lanes: measured runs. */
export interface Overlay {
  /** What a link of the run does not hold, in a sentence; undefined without measured runs. */
  readonly lack?: string | undefined;
  readonly looks: readonly Look[];
  /** Returns the series of a view with those of the measured runs; `rows`: lanes with rows of their own, or 0. */
  over(view: string, own: readonly Series[], rows: number): readonly Series[];
}

/** Measured runs beside the live run. */
export interface MeasuredData {
  readonly overlay: () => Overlay | undefined;
  /** Reads files of measured runs, and draws them. */
  readonly take: (files: readonly File[]) => void;
}

/** The address of the page, without the run. */
const pageAddress = (): string => location.href.replace(/#.*$/, '');

/** The live run, as the page shows it. */
export class LiveSource implements Source {
  readonly linked = 'this run';
  readonly #workspace: Workspace;
  readonly #looks: () => readonly Look[];
  readonly #frame: TimeFrame;

  readonly measure?: (files: readonly File[]) => void;
  readonly #pool: () => Promise<Runner>;
  readonly #overlay: () => Overlay | undefined;

  constructor(
    workspace: Workspace,
    looks: () => readonly Look[],
    frame: TimeFrame,
    measured?: MeasuredData,
    pool: () => Promise<Runner> = async () => (await import('../../core/batch')).pool,
  ) {
    this.#pool = pool;
    this.#workspace = workspace;
    this.#looks = looks;
    this.#frame = frame;
    this.#overlay = measured?.overlay ?? (() => undefined);
    if (measured) this.measure = measured.take;
  }

  get title(): string {
    return this.#workspace.origin.shared.title ?? '';
  }

  get stamp(): unknown {
    const { bar, run } = this.#workspace;
    return [bar.settled, run.phase, run.phase !== 'playing' && run.report];
  }

  get caution(): string | undefined {
    return this.#workspace.run.phase === 'playing'
      ? 'The run plays: the link that you copy is that of this moment.'
      : undefined;
  }

  readonly scenario = (): string => JSON.stringify(this.#workspace.doc.scenario);

  readonly offer = async (): Promise<LinkOffer> =>
    runOffer(await this.#workspace.checkedLink(), {
      lacks: this.#overlay()?.lack,
    });

  readonly facts = async (): Promise<Facts> => {
    const { run, doc } = this.#workspace;
    const link = pageAddress() + (await this.#workspace.link());
    return {
      title: this.title,
      link,
      seed: doc.base.seed ?? 1,
      version: run.about?.version ?? '',
      untilS: run.doneS,
    };
  };

  get #views(): readonly View[] {
    const { display, doc } = this.#workspace;
    return viewsOf(display.views, doc.base);
  }

  /** Returns the looks of the lanes with the names of the disciplines that ran in a span, s. */
  #looksOver(fromS: number, toS: number): readonly Look[] {
    const labels = laneLabelsOver(this.#workspace.doc, fromS, toS);
    return this.#looks().map((look, lane) => ({ ...look, label: labels[lane] ?? look.label }));
  }

  get #lanes(): readonly ViewLane[] {
    const { run, doc, durationS } = this.#workspace;
    const { traffic, link } = doc.base;
    const { t0, t1 } = this.#frame;
    const looks = this.#looksOver(t0, Math.min(t1, run.doneS));
    return run.lanes.flatMap((columns, lane): ViewLane[] => {
      const look = looks[lane];
      if (!look) return [];
      const style = { id: String(lane), ...look };
      const isOver = run.doneS >= durationS;
      const groups = groupNames(traffic);
      return [{ style, columns, groups, isOver, flows: run.flows[lane], laneHop: laneHop(link) }];
    });
  }

  get #planeLanes(): readonly PlaneLane[] {
    const { run, display, doc } = this.#workspace;
    const { report } = run;
    if (!report) return [];
    const isWhole = display.scope === 'run';
    const [fromS, toS] = isWhole
      ? [doc.base.warmupS ?? 0, report.nowS]
      : [report.fromS, report.toS];
    const looks = this.#looksOver(fromS, toS);
    return this.#lanes.flatMap((lane, i): PlaneLane[] => {
      const columns = run.lanes[i];
      const answer = report.lanes[i];
      if (!columns || !answer) return [];
      const style = { ...lane.style, label: looks[i].label };
      const { flows } = lane;
      const { details, whole } = answer;
      return [{ style, columns, flows, details, whole, scenario: doc.base, fromS, toS, isWhole }];
    });
  }

  #timePlot(view: TimeView): TimePlot {
    const { display, current, rateMbps } = this.#workspace;
    const lanes = this.#lanes;
    const layout = display.layoutOf(lanes.length);
    const isStacked = view.isAlwaysStacked === true || layout === 'stacked';
    const kind = display.scaleOf(view.id, view.scales);
    const own = lanes.flatMap((lane) => view.series(lane));
    return {
      title: view.title,
      subtitle: view.subtitle,
      unit: view.unit,
      series: this.#overlay()?.over(view.id, own, isStacked ? lanes.length : 0) ?? own,
      rows: isStacked ? lanes.map(({ style }) => style) : undefined,
      kind,
      least: view.least[kind] ?? [0, 1],
      most: view.most,
      lowest: view.lowest,
      references: view.references?.(current, rateMbps) ?? [],
      focus: isStacked || display.focus === undefined ? undefined : String(display.focus),
      share: view.share,
    };
  }

  #chart(view: PlaneView): Chart {
    const { display, current } = this.#workspace;
    const curves = this.#planeLanes.flatMap((lane) => view.curves(lane));
    const kind = display.scaleOf(view.id, view.scales);
    const axis = (of: PlaneView['x'], own: typeof kind, values: number[]): ChartAxisOf => ({
      name: of.name,
      unit: of.unit,
      kind: own,
      domain: domainOf(of, own, values),
      isReversed: of.isReversed,
    });
    const x = axis(
      view.x,
      kind,
      curves.flatMap(({ xs, centre }) => [...xs, ...(centre ? [centre[0]] : [])]),
    );
    const y = axis(
      view.y,
      'linear',
      curves.flatMap(({ ys, centre }) => [...ys, ...(centre ? [centre[1]] : [])]),
    );
    return {
      title: view.title,
      subtitle: view.subtitle,
      x,
      y,
      series: curves.map((curve, shape) => ({
        name: curve.label,
        style: { colour: curve.colour, dash: curve.dash, shape },
        kind: curve.kind,
        points: pointsOf(curve, view.y.least.linear?.[0] ?? 0, Math.max(...x.domain)),
      })),
      references: (view.references?.(current) ?? []).map(({ value, label }) => ({
        value,
        label: `${label} ${plain(value)} ${view.x.unit}`,
      })),
    };
  }

  #part(view: View, palette: Palette, gutter?: number): Part {
    const { t0, t1 } = this.#frame;
    if (isPlane(view)) return chart(this.#chart(view), palette);
    return timePlot(this.#timePlot(view), { t0, t1 }, INNER, palette, gutter);
  }

  #picture(facts: Facts, views: readonly View[], palette: Palette): Picture {
    const gutter = gutterOf(overTime(views).map((view) => this.#timePlot(view)));
    const parts = views.map((view) => this.#part(view, palette, gutter));
    const looks = [...this.#looks(), ...(this.#overlay()?.looks ?? [])];
    return documentOf(facts, looks, parts, palette);
  }

  get pictures(): readonly PictureOffer[] {
    const views = this.#views;
    const offer = (id: string, label: string, of: readonly View[]): PictureOffer => ({
      id,
      label,
      draw: (facts, palette) => this.#picture(facts, of, palette),
    });
    return [
      ...(views.length > 1 ? [offer('all-plots', 'All plots', views)] : []),
      ...views.map((view) => offer(view.id, view.title, [view])),
    ];
  }

  get data(): readonly FileOffer[] {
    const { run } = this.#workspace;
    const { report } = run;
    const looks = this.#looks();
    const rows = run.lanes.reduce((sum, { delayMean }) => sum + delayMean.length, 0);
    const note = `${rows.toLocaleString('en')} rows: a lane and 10 ms each, with all columns of aqm run`;
    const csv = { ending: 'csv', type: 'text/csv' } as const;
    const full: FileOffer = {
      id: 'full-rate',
      label: 'CSV, full rate',
      note,
      ...csv,
      parts: async (facts) => samplesCsv(facts, await this.#samples(facts)),
    };
    const parquet: FileOffer = {
      id: 'full-rate',
      label: 'Parquet, full rate',
      note: 'the same table, with types, for pandas, polars, DuckDB or R',
      ...PARQUET,
      content: async (facts) => parquetFile(facts, UNITS, samplesTable(await this.#samples(facts))),
    };
    const shown: FileOffer = {
      id: 'as-shown',
      label: 'CSV, as shown',
      note: 'the points of the plots, in the visible time',
      ...csv,
      parts: (facts) => [asShown(facts, this.#shownRows())],
    };
    const summary: FileOffer = {
      id: 'summary',
      label: 'JSON summary',
      note: 'the numbers that aqm run --json prints, and each flow',
      ending: 'json',
      type: 'application/json',
      parts: (facts) => [
        summaryJson(
          { ...facts, ...(report ? { untilS: report.nowS } : {}) },
          report?.lanes.map(({ whole }) => whole) ?? [],
        ),
      ],
    };
    return [full, parquet, shown, summary, ...looks.map((look, lane) => this.#flent(look, lane))];
  }

  /** The scenario without muted changes, but with its title. */
  get #simulated(): string {
    const simulated = JSON.parse(toSimulate(this.#workspace.doc.scenario)) as object;
    return JSON.stringify({ ...simulated, title: this.title });
  }

  /** Returns all columns of all lanes, up to the time that the file states. The page has only those that it draws, so the lanes run again. */
  async #samples({ untilS = 0 }: Facts): Promise<readonly LaneSamples[]> {
    const { doc } = this.#workspace;
    const { queues, seed = 1 } = doc.base;
    // The column of the lanes has their numbers, from 0 as in the scenario.
    const names = laneNamesOver(doc, 0, untilS);
    const lanes = names.map((label, lane) => ({ queue: queues[lane].kind, label }));
    const job = { scenario: this.#simulated, seed, toS: untilS };
    return samplesOf(await this.#pool(), lanes, job);
  }

  #flent({ label }: Look, lane: number): FileOffer {
    return {
      id: `lane-${lane + 1}`,
      label: `Flent data, ${label}`,
      note: 'opens in flent-gui beside measured runs',
      ending: 'flent.gz',
      type: 'application/gzip',
      content: async ({ link, seed = 1, untilS = 0 }) => {
        const pool = await this.#pool();
        return flentFile(pool, { scenario: this.#simulated, lane, seed, toS: untilS, link });
      },
    };
  }

  #shownRows(): ShownRow[] {
    const { t0, t1, width } = this.#frame;
    const x = width > 0 ? this.#frame.scale(width) : xScale(t0, t1, 0, INNER);
    const over = overTime(this.#views).flatMap((view) => {
      const data = new PlotData();
      const { title, unit, series } = this.#timePlot(view);
      data.reduce(series, x);
      return shownOf(data, title, unit, [t0, t1]);
    });
    const without = planes(this.#views).flatMap((view) =>
      this.#planeLanes.flatMap((lane) =>
        view.curves(lane).flatMap(({ label, xs, ys }) =>
          xs.map((x, i): ShownRow => ({
            plot: view.title,
            lane: label,
            series: '',
            x,
            xUnit: view.x.unit,
            y: ys[i],
            yUnit: view.y.unit,
          })),
        ),
      ),
    );
    return [...over, ...without];
  }

  get table(): TextTable | undefined {
    const { run, display, doc, current } = this.#workspace;
    const { report } = run;
    if (!report) return undefined;
    const shown = HEADLINES.filter(({ id }) => id !== 'mark' || current.queues.some(marks));
    const [fromS, toS] =
      display.scope === 'run' ? [doc.base.warmupS ?? 0, report.nowS] : [report.fromS, report.toS];
    const looks = this.#looksOver(fromS, toS);
    return {
      caption: `Measures from ${fromS} s to ${toS} s`,
      head: ['lane', ...shown.map(({ name, unit }) => (unit ? `${name}, ${unit}` : name))],
      rows: looks.map(({ label }, lane) => {
        const numbers = this.#workspace.numbersOf(lane);
        return [label, ...shown.map(({ value }) => value(numbers))];
      }),
    };
  }
}

/** Returns the points of a plot that lie in the window. */
function shownOf(
  data: PlotData,
  plot: string,
  unit: string,
  [t0, t1]: readonly [number, number],
): ShownRow[] {
  const common = { plot, xUnit: 's', yUnit: unit } as const;
  return data.items.flatMap((item): ShownRow[] => {
    const { label: lane, inLane: series = '' } = item.series;
    const own = { ...common, lane, series };
    const rows: ShownRow[] = [];
    const add = (x: number, width: number, y: number, range?: readonly [number, number]): void => {
      if (Number.isNaN(y) || x < t0 || x > t1) return;
      const [least, greatest] = range?.map(shortest) ?? [];
      rows.push({
        ...own,
        x: Number(x.toPrecision(12)),
        width: Number(width.toPrecision(12)),
        y: shortest(y),
        ...(least === undefined || greatest === undefined ? {} : { least, greatest }),
      });
    };
    if (item.kind === 'line') {
      const { length, midS, stepS, mean, min, max } = item.bins;
      for (let b = 0; b < length; b++) add(midS + b * stepS, stepS, mean[b], [min[b], max[b]]);
    } else {
      const { length, startS, widthS, percent } = item.rates;
      for (let b = 0; b < length; b++) add(startS + (b + 0.5) * widthS, widthS, percent[b]);
    }
    return rows;
  });
}

/** Returns the range of an axis without time, by the rules of the page. */
function domainOf(axis: PlaneView['x'], kind: 'log' | 'linear', values: number[]): Domain {
  const least = axis.least[kind] ?? [0, 1];
  if (axis.fits) {
    const data = extent(values, kind === 'log');
    return data ? around(...data, kind) : least;
  }
  const policy = { kind, least, ...(axis.most === undefined ? {} : { most: axis.most }) };
  const [, max] = extent(values) ?? [NaN, NaN];
  return follow(policy, initialDomain(policy), { low: Infinity, max, span: [0, 1] }, 0).domain;
}

/** Returns a curve as points with a band down to `base`; a distribution goes on to the end of the axis. */
function pointsOf({ kind, xs, ys }: Curve, base: number, end: number): ChartPoint[] {
  const points = xs.map((x, i): ChartPoint => [x, ys[i], base, ys[i]]);
  if (points.length === 0) return points;
  if (kind === 'outline') return [...points, points[0]];
  return kind === 'steps' ? [[xs[0], base], ...points, [end, ys.at(-1)]] : points;
}
