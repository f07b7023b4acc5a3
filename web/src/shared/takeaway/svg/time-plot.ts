import {
  type DomainPolicy,
  follow,
  initialDomain,
  type Lane,
  lanesOf,
  plain,
  PlotData,
  type Reference,
  rowsBetween,
  type ScaleKind,
  type Series,
  span,
  spaced,
  timeTicks,
  xScale,
  yScale,
  yTicks,
} from '../../../kit/charts/drawing';
import { clipped, type Palette, type Part, swatch } from './document';
import { SvgPen } from './pen';
import { heading, lineAt, SIZE, textAt, widthOf } from './text';

/** A plot over time, as the page draws it. */
export interface TimePlot {
  readonly title: string;
  readonly subtitle: string;
  readonly unit: string;
  readonly series: readonly Series[];
  /** Each of these lanes has a row of its own. */
  readonly rows?: readonly Lane[] | undefined;
  readonly kind: ScaleKind;
  readonly least: readonly [number, number];
  readonly most?: number | undefined;
  readonly lowest?: number | undefined;
  readonly references: readonly Reference[];
  /** Id of the lane that is drawn on top. */
  readonly focus?: string | undefined;
  /** Height relative to other plots. */
  readonly share: number;
}

export interface Span {
  readonly t0: number;
  readonly t1: number;
}

const LEFT = 52;
const RIGHT = 24;
const TOP = 40;
const BOTTOM = 24;
/** Most room for the names of rows. */
const MOST_NAME = 130;
/** A plot with a greater share is higher. */
const TALL_SHARE = 1.5;
const ROW = { line: 54, stems: 36 } as const;
/** Gap between labels of the value axis. */
const ROOM = 20;

/** Returns the room left of the labels that the names of the rows of `plots` need. */
export function gutterOf(plots: readonly TimePlot[]): number {
  const names = plots.flatMap(({ rows = [] }) =>
    rows.map(({ label }) => widthOf(label, SIZE.text)),
  );
  return names.length > 0 ? 34 + Math.min(MOST_NAME, Math.max(...names)) : 0;
}

/** Returns a plot in a box of this width, px. `gutter`: room for names of rows, equal for plots below each other. */
export function timePlot(
  plot: TimePlot,
  { t0, t1 }: Span,
  width: number,
  palette: Palette,
  gutter = gutterOf([plot]),
): Part {
  const { title, unit, kind, rows: lanes, references, least, most, lowest } = plot;
  const isStems = plot.series.some((series) => series.kind !== 'line');
  const inner = lanes
    ? lanes.length * (isStems ? ROW.stems : ROW.line)
    : plot.share > TALL_SHARE
      ? 220
      : 130;
  const height = TOP + inner + BOTTOM;
  const [left, right] = [LEFT + gutter, width - RIGHT];
  const x = xScale(t0, t1, left, right);
  const own = lanesOf(plot.series);
  const series = lanes
    ? plot.series.map((s, i) => (s.row === undefined ? { ...s, dash: [], row: own[i] } : s))
    : plot.series;
  const areas = lanes
    ? rowsBetween(TOP, TOP + inner, lanes.length)
    : [{ top: TOP, bottom: TOP + inner }];

  const data = new PlotData();
  const max = data.reduce(series, x);
  const policy: DomainPolicy = {
    kind,
    least,
    lowest,
    ...(most === undefined ? {} : { most }),
  };
  const low = kind === 'log' ? data.low(least[0]) : Infinity;
  const { domain } = follow(policy, initialDomain(policy), { max, low, span: [t0, t1] }, 0);
  const scales = areas.map((row) => yScale(kind, domain, row.bottom, row.top));
  const isSeen = (value: number): boolean => value >= domain[0] && value <= domain[1];

  const ink = palette('var(--ink)');
  const faint = palette('var(--ink2)');
  const out: string[] = [];
  const subtitle = plot.subtitle.replace('{bin}', span(data.rateBinS || 1));
  const isReduced = data.items.some((item) => item.kind === 'line' && item.bins.perBin > 1);
  const means = isReduced ? `; drawn as means of ${span(data.lineBinS)}` : '';
  out.push(
    heading(title, subtitle + means, ink, faint),
    textAt(left - 6, TOP - 8, unit, { fill: faint, anchor: 'end' }),
  );

  // Grid and labels of the value axis.
  const grid = palette('var(--line)');
  const ticks = yTicks(scales[0], areas[0].bottom - areas[0].top, [], lanes ? 15 : ROOM);
  for (const scale of scales)
    for (const { value } of ticks) {
      const y = scale.project(value);
      out.push(lineAt([left, y, right, y], grid));
    }
  const labels = scales.flatMap((scale, row) =>
    ticks.map((tick) => ({ ...tick, row, at: scale.project(tick.value) })),
  );
  for (const { at, label } of lanes ? spaced(labels, 11) : labels)
    out.push(textAt(left - 6, at + 4, label, { fill: faint, anchor: 'end' }));

  const pen = new SvgPen(width, height);
  data.paint(
    pen,
    x,
    scales,
    {
      colours: series.map(({ colour }) => palette(colour)),
      ground: palette('var(--panel)'),
      lineWidth: 1.5,
      ratio: 1,
      focus: plot.focus,
    },
    left,
  );
  out.push(clipped([left, TOP - 2, right, TOP + inner + 2], pen.svg));

  // References with their names and values.
  scales.forEach((scale, row) => {
    for (const { value, label, lanes: of } of references) {
      if (!isSeen(value) || (lanes && of && !of.includes(row))) continue;
      const y = scale.project(value);
      out.push(lineAt([left, y, right, y], faint, { dash: [3, 3] }));
      if (row === 0 || of)
        out.push(
          textAt(right - 2, y - 3, `${label} ${plain(value)} ${unit}`, {
            fill: faint,
            anchor: 'end',
            ground: palette('var(--panel)'),
          }),
        );
    }
  });

  lanes?.forEach((lane, row) => {
    const middle = (areas[row].top + areas[row].bottom) / 2;
    out.push(
      swatch(0, middle, lane, palette),
      textAt(28, middle + 4, shortened(lane.label, MOST_NAME), { fill: ink, isBold: true }),
    );
  });

  // The time axis.
  const base = TOP + inner;
  out.push(lineAt([left, base, right, base], palette('var(--edge)')));
  for (const { value, label } of timeTicks(t0, t1, x.pxPerS)) {
    const at = x.x(value);
    out.push(
      lineAt([at, base, at, base + 4], palette('var(--edge)')),
      textAt(at, base + 16, label, { fill: faint, anchor: 'middle' }),
    );
  }
  return { svg: out.join('\n'), height };
}

/** Returns a name that fits into `px`. */
function shortened(name: string, px: number): string {
  const most = Math.floor(px / widthOf('x', SIZE.text));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
