import type { Series } from '../../kit/charts';
import { fairShareMbps } from '../model/path';
import type { FlowColumns } from '../sim/flows';
import type { SeriesColumn } from '../sim/series';
import { view, type ViewLane } from './view';

/** Dashes by which the flows of a lane differ, px. */
const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 2], [9, 3, 2, 3], [4, 4], [12, 4]];

/** Returns a line for each flow of a lane, in the row of the lane. */
const lines =
  (column: (flow: FlowColumns) => SeriesColumn) =>
  ({ style, flows }: ViewLane<never>): Series[] =>
    (flows?.flows ?? [])
      .filter((flow) => column(flow).length > 0)
      .map((flow, i) => ({
        id: `${style.id}-${flow.flow}`,
        label: `${style.label}, flow ${flow.flow + 1}`,
        colour: style.colour,
        dash: DASHES[i % DASHES.length],
        row: Number(style.id),
        isThin: true,
        kind: 'line',
        column: column(flow),
      }));

export const cwnd = view({
  id: 'cwnd',
  title: 'Congestion window',
  subtitle: 'packets per flow, every 50 ms, at most 32 flows',
  definition: 'plot-of-the-congestion-window',
  unit: 'packets',
  columns: [],
  details: ['windows'],
  scales: ['linear', 'log'],
  least: { linear: [0, 10], log: [1, 10] },
  share: 1.4,
  rowPx: 30,
  isAlwaysStacked: true,
  series: lines((flow) => flow.cwnd),
});

export const pacingRate = view({
  id: 'pacing-rate',
  title: 'Pacing rate',
  subtitle: 'Mbit/s per flow that paces, every 50 ms, at most 32 flows',
  definition: 'plot-of-the-pacing-rate',
  empty: 'No flow paces its packets.',
  unit: 'Mbit/s',
  columns: [],
  details: ['windows'],
  scales: ['linear', 'log'],
  least: { linear: [0, 1], log: [0.1, 10] },
  share: 1.4,
  rowPx: 30,
  isAlwaysStacked: true,
  series: lines((flow) => flow.pacing),
});

/** With more areas than this, the lines between them are too dense. */
const MOST_SHARES = 12;
/** Opacities of neighbouring areas. */
const FILLS = [0.42, 0.2] as const;

/** Sums of the goodput up to each flow; columns of the same flows are computed once. */
const sums = new WeakMap<object, SeriesColumn[]>();

function stacked(flows: readonly FlowColumns[]): SeriesColumn[] {
  const known = sums.get(flows);
  if (known) return known;
  const active = flows.filter(({ goodput }) => goodput.length > 0);
  let below: Float32Array | undefined;
  const columns = active.map(({ goodput }) => {
    const values = goodput.values.slice(0, goodput.length);
    if (below) for (let i = 0; i < values.length; i++) values[i] += below[i] ?? 0;
    below = values;
    return { ...goodput, values };
  });
  sums.set(flows, columns);
  return columns;
}

export const flowGoodput = view({
  id: 'flow-goodput',
  title: 'Goodput per flow',
  subtitle: 'Mbit/s in bins of 1 s, one area per flow; dashed: sums of fair shares',
  definition: 'plot-of-the-goodput-per-flow',
  unit: 'Mbit/s',
  columns: [],
  details: ['goodput'],
  scales: ['linear'],
  least: { linear: [0, 1] },
  share: 1.4,
  rowPx: 30,
  isAlwaysStacked: true,
  references: (scenario, nowMbps = scenario.link.rateMbps) => {
    const each = fairShareMbps(scenario, 0, nowMbps);
    const flows = Math.round(nowMbps / each);
    if (!(each > 0)) return [];
    const count = flows <= MOST_SHARES ? flows : 1;
    return Array.from({ length: count }, (_, i) => ({
      value: Math.round((i + 1) * each * 1e3) / 1e3,
      label: 'fair shares',
    }));
  },
  series: ({ style, flows }) =>
    stacked(flows?.flows ?? [])
      .map((column, i, all): Series => ({
        id: `${style.id}-${i}`,
        label: `${style.label}, flows 1 to ${i + 1}`,
        isSilent: i < all.length - 1,
        colour: style.colour,
        dash: [],
        row: Number(style.id),
        isThin: true,
        fill: FILLS[i % FILLS.length],
        kind: 'line',
        column,
      }))
      // The tallest first: the others cover its lower part.
      .toReversed(),
});

export const fairness = view({
  id: 'fairness',
  title: 'Fairness',
  subtitle: "Jain's index of the flows that run throughout each second",
  definition: 'plot-of-the-fairness',
  unit: '',
  columns: [],
  details: ['goodput'],
  scales: ['linear'],
  least: { linear: [0, 1] },
  most: 1,
  share: 1.1,
  rowPx: 14,
  series: ({ style, flows }) => (flows ? [{ ...style, kind: 'line', column: flows.jain }] : []),
});
