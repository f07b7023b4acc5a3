import { inSentence } from '../content/format';
import { PROBE } from '../sim/protocol';
import { PROBES } from '../document/parameters.generated';
import type { Scenario } from '../document/scenario';
import type { SeriesColumn } from '../sim/series';
import { isShare } from '../sim/shares';
import { type TimeView, view } from './view';

/** Numbers of which each is a plot of its own name. The others are part of the state of few disciplines. */
const OWN = ['dropProbability', 'averageQueue'];

const NOTHING: SeriesColumn = {
  startS: 0,
  stepS: 0.01,
  values: new Float32Array(0),
  length: 0,
  epoch: 0,
};

/** Ranges that a linear axis always shows, by unit. */
const LEAST: Readonly<Record<string, number>> = {
  packets: 10,
  ms: 5,
  bytes: 1500,
  queues: 4,
  '%': 1,
};

const words = (name: string): string => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** The inner state of the disciplines: a plot for each number of their probes. Lanes share it if they have the number. */
export const probeViews: readonly TimeView[] = PROBES.map(
  ({ name, unit, label, help, kinds }, i) => {
    const isTwin = PROBES.findIndex((other) => other.name === name) < i;
    const key = `${name}:${unit}`;
    const shownUnit = isShare(name, unit) ? '%' : unit;
    const isProbability = shownUnit === '%' && /robability$/.test(name);
    return view({
      id: `state-${words(name).replace('l4s', 'low-latency')}${isTwin ? `-${unit}` : ''}`,
      title: OWN.includes(name) ? label : `State: ${inSentence(label)}`,
      subtitle: `${shownUnit && `${shownUnit}, `}inner state of the discipline at the end of each 10 ms`,
      definition: 'plots-of-the-state-of-a-discipline',
      unit: shownUnit,
      columns: [],
      empty: 'No lane has this number, or it is being computed.',
      details: [`${PROBE}${key}`],
      scales: isProbability ? ['linear', 'log'] : ['linear'],
      least: { linear: [0, LEAST[shownUnit] ?? 1], log: [1e-3, 100] },
      share: 1,
      rowPx: 22,
      kinds,
      help,
      series: ({ style, flows }) => [
        { ...style, kind: 'line', column: flows?.probes.get(key) ?? NOTHING },
      ],
    });
  },
);

/** Returns whether a lane of the scenario has the number of a view, at the start or after a change. */
export const isOfLanes = ({ kinds }: TimeView, { queues, changes = [] }: Scenario): boolean => {
  const later = changes.flatMap(({ set, to }) =>
    /^queues\.\d+$/.test(set) ? [(to as { kind: string }).kind] : [],
  );
  return (
    !kinds || [...queues.map(({ kind }) => kind), ...later].some((kind) => kinds.includes(kind))
  );
};
