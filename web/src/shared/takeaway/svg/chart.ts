import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import {
  bandOf,
  categoryTicks,
  centreOf,
  type ChartPoint,
  type ChartReference,
  type ChartSeries,
  crosses,
  type Domain,
  isWhole,
  markers,
  placeNames,
  type ScaleKind,
  type Tick,
  xTicks,
  type YScale,
  yScale,
  yTicks,
} from '../../../kit/charts/drawing';
import { clipped, INNER, type Palette, type Part } from './document';
import { dashed, heading, lineAt, short, textAt } from './text';

/** An axis of a chart without time. */
export interface ChartAxisOf {
  readonly name: string;
  readonly unit: string;
  readonly kind: ScaleKind;
  readonly domain: Domain;
  readonly isReversed?: boolean | undefined;
  /** The values that were set: a few have labels in place of round numbers. */
  readonly settings?: readonly number[];
  /** Names of the categories 0, 1, 2... */
  readonly labels?: readonly string[];
}

export interface Chart {
  readonly title: string;
  readonly subtitle: string;
  readonly x: ChartAxisOf;
  readonly y: ChartAxisOf;
  readonly series: readonly ChartSeries[];
  /** Lines at a value of an axis: of the horizontal one by default. */
  readonly references?: readonly (Pick<ChartReference, 'value' | 'label'> &
    Partial<Pick<ChartReference, 'axis'>>)[];
}

const [LEFT, RIGHT, TOP, BOTTOM, PLANE] = [52, 24, 40, 44, 240] as const;
/** Width of a character of the axes, px. */
const CHAR_PX = 6.5;
/** A line with at most this many points has a dot at each. */
const DOTTED = 30;

const named = ({ name, unit }: ChartAxisOf): string =>
  unit && name !== unit ? `${name}, ${unit}` : name;

/** Returns the labels of a horizontal axis. */
function ticksOf({ labels, settings }: ChartAxisOf, px: YScale, width: number): readonly Tick[] {
  if (labels) return categoryTicks(px, labels, CHAR_PX);
  return settings ? xTicks(px, settings, CHAR_PX) : yTicks(px, width, [], 60);
}

/** Returns a chart without time: lines with their bands, steps, histograms, outlines and points. */
export function chart(of: Chart, palette: Palette, width = INNER): Part {
  const { title, subtitle, x, y, series, references = [] } = of;
  const height = TOP + PLANE + BOTTOM;
  const [left, right, bottom] = [LEFT, width - RIGHT, TOP + PLANE];
  const px = yScale(x.kind, x.domain, x.isReversed ? right : left, x.isReversed ? left : right);
  const py = yScale(y.kind, y.domain, bottom, TOP);
  const [ink, faint, edge] = ['var(--ink)', 'var(--ink2)', 'var(--edge)'].map(palette);
  const out = [
    heading(title, subtitle, ink, faint),
    textAt(left - 6, TOP - 10, named(y), {
      fill: faint,
      anchor: named(y).length > 6 ? 'start' : 'end',
    }),
    textAt((left + right) / 2, bottom + 34, named(x), { fill: faint, anchor: 'middle' }),
  ];
  // The low end of a logarithmic axis stands for smaller values too, if there are any.
  const isAbove = series.every(({ points }) =>
    points.every(([, value]) => !(Number(value ?? NaN) < y.domain[0])),
  );
  for (const tick of yTicks(py, PLANE, [], 22)) {
    const { value } = tick;
    const label = isAbove ? tick.label.replace('≤', '') : tick.label;
    const at = py.project(value);
    out.push(
      lineAt([left, at, right, at], palette('var(--line)')),
      textAt(left - 6, at + 4, label, { fill: faint, anchor: 'end' }),
    );
  }
  out.push(lineAt([left, bottom, right, bottom], edge));
  for (const { value, label } of ticksOf(x, px, right - left)) {
    const at = px.project(value);
    out.push(
      lineAt([at, bottom, at, bottom + 4], edge),
      textAt(at, bottom + 16, label, { fill: faint, anchor: 'middle' }),
    );
  }
  for (const { value, label, axis = 'x' } of references) {
    const isVertical = axis === 'x';
    const scale = isVertical ? px : py;
    if (value < scale.domain[0] || value > scale.domain[1]) continue;
    const at = scale.project(value);
    out.push(
      lineAt(isVertical ? [at, TOP, at, bottom] : [left, at, right, at], faint, { dash: [3, 3] }),
      textAt(isVertical ? at + 4 : left + 4, isVertical ? TOP + 10 : at - 4, label, {
        fill: faint,
        ground: palette('var(--panel)'),
      }),
    );
  }
  const marks = series.map((one) => drawn(one, palette));
  out.push(clipped([left - 4, TOP - 4, right + 4, bottom + 4], marks.join('\n')));

  // Curves around a centre have their names there.
  const centres = series.flatMap(({ kind, name, points }) => {
    const at = kind === 'outline' ? centreOf(points) : undefined;
    return at ? [{ name, x: px.project(at.x), y: py.project(at.y) }] : [];
  });
  const ys = placeNames(
    centres.map(({ y }) => y),
    13,
  );
  centres.forEach(({ name, x }, i) => out.push(textAt(x + 8, ys[i] + 4, name, { fill: ink })));
  return { svg: out.join('\n'), height };

  function drawn({ kind, style, points, shift = 0 }: ChartSeries, palette: Palette): string {
    const colour = palette(style.colour);
    const at = ([x, y]: ChartPoint): [number, number] => [
      px.project((x ?? NaN) + shift),
      py.project(y ?? NaN),
    ];
    const curve = kind === 'steps' || kind === 'histogram' ? curveStepAfter : curveLinear;
    const path =
      line<ChartPoint>()
        .curve(curve)
        .defined(isWhole)
        .x((p) => at(p)[0])
        .y((p) => at(p)[1])([...points]) ?? '';
    const hollow = (places: readonly [number, number][], r: number): string =>
      `<path d="${markers(style.shape, places, r)}" fill="${palette('var(--panel)')}" stroke="${colour}" stroke-width="1.4"/>`;
    const whole = points.filter(isWhole).map(at);
    if (kind === 'points') return hollow(whole, 3.5);
    if (kind === 'crosses')
      return `<path d="${crosses(whole, 2.6)}" fill="none" stroke="${colour}" stroke-width="1.2"/>`;
    const parts: string[] = [];
    if (kind !== 'steps' && kind !== 'thin' && points.some((point) => bandOf(point))) {
      const end = (point: ChartPoint, i: 0 | 1): number =>
        py.project(bandOf(point)?.[i] ?? point[1] ?? NaN);
      const band =
        area<ChartPoint>()
          .curve(curve)
          .defined(isWhole)
          .x((p) => at(p)[0])
          .y0((p) => end(p, 0))
          .y1((p) => end(p, 1))([...points]) ?? '';
      if (kind === 'bars')
        parts.push(
          ...points
            .filter(isWhole)
            .map((p) => lineAt([at(p)[0], end(p, 0), at(p)[0], end(p, 1)], colour)),
        );
      else
        parts.push(
          `<path d="${band}" fill="${colour}" fill-opacity="${kind === 'histogram' ? 0.08 : 0.2}"/>`,
        );
    }
    if (kind === 'outline') parts.push(`<path d="${path}" fill="${colour}" fill-opacity="0.08"/>`);
    if (kind === 'bars') return [...parts, hollow(whole, 3)].join('\n');
    const thickness = kind === 'thin' || kind === 'trace' ? 1.1 : 1.6;
    const dash = kind === 'trace' || kind === 'thin' ? [] : style.dash;
    parts.push(
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linejoin="round"${dashed(dash)}/>`,
    );
    if (kind === 'line' && points.length <= DOTTED)
      parts.push(
        ...whole.map(
          ([x, y]) => `<circle cx="${short(x)}" cy="${short(y)}" r="2.2" fill="${colour}"/>`,
        ),
      );
    const centre = kind === 'outline' ? centreOf(points) : undefined;
    if (centre) parts.push(hollow([at([centre.x, centre.y])], 3));
    return parts.join('\n');
  }
}
