import { finite, listOf, type Members, membersOf, textOf } from './json';
import {
  type Imported,
  LONGEST_S,
  MOST_SAMPLES,
  present,
  type Recorded,
  Samples,
  type Summary,
} from './recorded';
import { Refusal } from './refusal';

/** Returns whether a parsed file is the output of `aqm testbed --json`, `aqm run --json`, or `aqm testbed --rows --output`. */
export const isReport = (value: Members): boolean =>
  'lanes' in value || ('rows' in value && 'kernel' in value);

/**
 * Reads the measures of lanes. A lane of `aqm testbed --json` has samples. Others become a level line over the measured time, with the
 * mean, the median and the 95th percentile.
 */
export function readReport(file: Members): Imported {
  const rows = Object.entries(membersOf(file['rows']));
  const runs: readonly (readonly [string, Members])[] =
    rows.length > 0 ? rows.map(([name, row]) => [name, membersOf(row)]) : [['', file]];
  const count = { samples: 0 };
  const series = runs.flatMap(([name, run]) => {
    const until = finite(run['untilS']);
    return listOf(run['lanes']).flatMap((lane, i) =>
      ofLane(name, membersOf(lane), i, until, count),
    );
  });
  if (series.length === 0)
    throw new Refusal('The file has lanes without a queue delay, so there is nothing to draw.');
  const isMeasured = 'kernel' in file;
  return {
    format: isMeasured ? 'results of aqm testbed' : 'results of aqm run',
    series: present(series),
  };
}

/** Returns the samples of a lane, or its statistics if it has none. */
function ofLane(
  row: string,
  lane: Members,
  index: number,
  until: number | undefined,
  count: Count,
): (Recorded | undefined)[] {
  const queue = textOf(lane['queue']) ?? '';
  const name = [row, `lane ${index + 1}`, queue].filter(Boolean).join(' ');
  const sampled = ofSamples(name, membersOf(lane['samples']), count);
  if (sampled.some((series) => series !== undefined)) return sampled;
  const delay = membersOf(lane['queueDelayMs']);
  const summary: Summary = {
    mean: finite(delay['mean']),
    p50: finite(delay['p50']),
    p95: finite(delay['p95']),
    utilization: finite(lane['utilization']),
    dropRate: finite(lane['dropRate']),
  };
  const seconds = finite(lane['seconds']);
  if (summary.mean === undefined || seconds === undefined || !(seconds > 0 && seconds <= LONGEST_S))
    return [];
  const to = until !== undefined && until >= seconds && until <= LONGEST_S ? until : seconds;
  const times = Float64Array.of(to - seconds, to);
  return [
    { name, quantity: 'delay', times, values: times.map(() => summary.mean ?? NaN), summary },
  ];
}

interface Count {
  samples: number;
}

/** Returns the series of a lane's samples. Each value belongs to the step before its time. */
function ofSamples(name: string, samples: Members, count: Count): (Recorded | undefined)[] {
  const stepS = finite(samples['stepS']);
  if (stepS === undefined || !(stepS > 0 && stepS <= LONGEST_S)) return [];
  const column = (key: string): readonly unknown[] => listOf(samples[key]);
  const [sent, offered] = [column('sent'), column('offered')];
  const read = (key: string, weights?: readonly unknown[]): Samples => {
    const found = new Samples();
    column(key).forEach((member, i) => {
      const value = finite(member);
      const weight = weights ? finite(weights[i]) : 1;
      if (value === undefined || weight === undefined || weight < 0) return;
      if (++count.samples > MOST_SAMPLES)
        throw new Refusal(`The file has more than ${MOST_SAMPLES} samples.`);
      // Rounded, so that a time is that of its bin.
      found.add(Math.round((i + 1) * stepS * 1e6) / 1e6, value, weight);
    });
    return found;
  };
  const options = { isOverTime: true } as const;
  const weighted = { isOverTime: true, isWeighted: true } as const;
  return [
    read('queueDelayMs', sent).series(name, 'delay', 0, weighted),
    read('throughputMbps').series(`${name}, throughput`, 'throughput', 0, options),
    read('dropped', offered).series(`${name}, drops`, 'drops', 0, weighted),
    read('queuePackets').series(`${name}, queue`, 'backlog', 0, options),
  ];
}
