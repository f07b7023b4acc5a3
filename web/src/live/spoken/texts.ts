import { delay, percent } from '../../core/content/format';
import type { LaneReport } from '../../core/sim/measures.generated';

/** A lane as a summary says it. */
export interface SpokenLane {
  readonly label: string;
  /** The numbers of the visible time; undefined before there are some. */
  readonly report:
    | Pick<LaneReport, 'queueDelayMs' | 'utilization' | 'dropRate' | 'earlyDropRate' | 'markRate'>
    | undefined;
  /** Values of its queue delay in the visible time, ms, in equal steps; NaN where nothing left the queue. */
  readonly delays: readonly number[];
}

/** A line of a plot in the visible time. */
export interface SpokenLine {
  readonly label: string;
  /** Values in equal steps; NaN where there is none. */
  readonly values: readonly number[];
}

/** How values change: the means of the first and of the last quarter, the greatest value, and where it is, 0..1. */
interface Trend {
  readonly kind: 'steady' | 'rises' | 'falls';
  readonly first: number;
  readonly last: number;
  readonly most: number;
  readonly mostAt: number;
}

/** A change counts from this share of the larger of its ends. */
const CHANGE = 0.2;

/** Returns the trend of values in equal steps; undefined without at least two values. */
export function trendOf(values: readonly number[]): Trend | undefined {
  const known = values.flatMap((value, i) => (Number.isFinite(value) ? [{ value, i }] : []));
  if (known.length < 2) return undefined;
  const quarter = Math.max(1, Math.floor(known.length / 4));
  const mean = (part: typeof known): number =>
    part.reduce((sum, { value }) => sum + value, 0) / part.length;
  const [first, last] = [mean(known.slice(0, quarter)), mean(known.slice(-quarter))];
  const most = known.reduce((a, b) => (b.value > a.value ? b : a));
  const change = last - first;
  const isSteady = Math.abs(change) <= CHANGE * Math.max(Math.abs(first), Math.abs(last));
  return {
    kind: isSteady ? 'steady' : change > 0 ? 'rises' : 'falls',
    ...{ first, last, most: most.value },
    mostAt: values.length > 1 ? most.i / (values.length - 1) : 0,
  };
}

/** Returns the label of a lane in words: "Lane 2, Drop-tail, then CoDel". */
export const spokenLabel = (label: string): string =>
  label.replace(/^(\d+): /, 'Lane $1, ').replaceAll(' → ', ', then ');

const seconds = (s: number): string => `${Number(s.toFixed(1))} s`;

/** Returns the state of all lanes: the time, then a sentence for each lane. */
export function lanesText(
  nowS: number,
  [fromS, toS]: readonly [number, number],
  lanes: readonly SpokenLane[],
): string {
  const when = `At ${seconds(nowS)}; numbers from ${seconds(fromS)} to ${seconds(toS)}.`;
  return [when, ...lanes.map((lane) => `${laneText(lane)}`)].join(' ');
}

function laneText({ label, report, delays }: SpokenLane): string {
  const mean = report?.queueDelayMs?.mean;
  if (!report || mean === null || mean === undefined)
    return `${label}: no packet has left its queue.`;
  const trend = trendOf(delays);
  const moves =
    trend === undefined ? '' : trend.kind === 'steady' ? ', steady' : `, and ${trend.kind}`;
  const { utilization, dropRate, earlyDropRate, markRate } = report;
  const drops =
    dropRate > 0
      ? `it drops ${percent(dropRate, 2)} % ${earlyDropRate > 0 ? 'early' : 'at a full buffer'}`
      : 'it drops nothing';
  const marks = markRate > 0 ? ` and marks ${percent(markRate, 2)} %` : '';
  return `${label}: queue delay ${delay(mean)} ms${moves}; ${drops}${marks}; utilization ${percent(utilization, 1)} %.`;
}

/** Returns the trend of each line of a plot in the visible time. */
export function plotText(
  title: string,
  unit: string,
  [fromS, toS]: readonly [number, number],
  lines: readonly SpokenLine[],
): string {
  const number = (value: number): string => `${delay(value)} ${unit}`.trim();
  const one = ({ label, values }: SpokenLine): string => {
    const trend = trendOf(values);
    if (!trend) return `${label}: no values.`;
    const { kind, first, last, most, mostAt } = trend;
    const goes =
      kind === 'steady'
        ? `stays at about ${number((first + last) / 2)}`
        : `${kind} from ${number(first)} to ${number(last)}`;
    return `${label} ${goes}, at most ${number(most)} at ${seconds(fromS + mostAt * (toS - fromS))}.`;
  };
  return [`${title} from ${seconds(fromS)} to ${seconds(toS)}.`, ...lines.map(one)].join(' ');
}
