import { finite, listOf, type Members, membersOf, textOf } from './json';
import { type Imported, LONGEST_S, present, type Recorded, type Summary } from './recorded';
import { Refusal } from './refusal';

/** Returns whether a parsed file is the output of `aqm testbed --json`, `aqm run --json`, or `aqm testbed --rows --output`. */
export const isReport = (value: Members): boolean =>
  'lanes' in value || ('rows' in value && 'kernel' in value);

/**
 * Reads measures without samples, as `aqm testbed --json` prints them. Each lane becomes a level line over the measured time, with
 * its mean, median and 95th percentile.
 */
export function readReport(file: Members): Imported {
  const rows = Object.entries(membersOf(file['rows']));
  const runs: readonly (readonly [string, Members])[] =
    rows.length > 0 ? rows.map(([name, row]) => [name, membersOf(row)]) : [['', file]];
  const series = runs.flatMap(([name, run]) => {
    const until = finite(run['untilS']);
    return listOf(run['lanes']).flatMap((lane, i) => ofLane(name, membersOf(lane), i, until));
  });
  if (series.length === 0)
    throw new Refusal('The file has lanes without a queue delay, so there is nothing to draw.');
  const isMeasured = 'kernel' in file;
  return {
    format: isMeasured ? 'results of aqm testbed' : 'results of aqm run',
    series: present(series),
  };
}

/** Returns the delay, the utilization and the drop rate of a lane. */
function ofLane(
  row: string,
  lane: Members,
  index: number,
  until: number | undefined,
): (Recorded | undefined)[] {
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
  const queue = textOf(lane['queue']) ?? '';
  const name = [row, `lane ${index + 1}`, queue].filter(Boolean).join(' ');
  return [
    { name, quantity: 'delay', times, values: times.map(() => summary.mean ?? NaN), summary },
  ];
}
