import type { Scenario, Traffic } from '../document/scenario';
import { lanesWithOwnCc } from '../document/lane-senders';
import { exact } from './format';
import { ccName, summary, whereAndWhen } from './traffic';

/**
 * Returns the traffic of a scenario in one line: "4 CUBIC flows (20 ms) and 1 (200 ms), 2 × 1 Mbit/s". RTTs are named where
 * groups differ. Flows whose congestion control depends on the lane are TCP flows.
 */
export function trafficMix({
  traffic,
  link,
  queues = [],
}: Pick<Scenario, 'traffic' | 'link'> & Partial<Pick<Scenario, 'queues'>>): {
  readonly text: string;
  readonly namesRtts: boolean;
} {
  const audible = traffic.filter(({ muted, flows }) => muted !== true && flows !== 0);
  const bulk = audible.filter(({ kind }) => kind === 'bulk');
  const rttOf = (group: Traffic): number => ('rttMs' in group && group.rttMs) || link.rttMs;
  const namesRtts = bulk.length > 0 && new Set(audible.map(rttOf)).size > 1;

  const nameOf = (group: Traffic): string =>
    lanesWithOwnCc({ queues }, traffic.indexOf(group)).length > 0 ? 'TCP' : ccName(group);
  const greedy = bulk.map((group, i) => {
    const name = nameOf(group);
    const count = group.flows ?? 1;
    const repeats = i > 0 && nameOf(bulk[i - 1]) === name;
    const flows = repeats ? String(count) : `${count} ${name} ${count === 1 ? 'flow' : 'flows'}`;
    const more = [...(namesRtts ? [`${exact(rttOf(group))} ms`] : []), ...whereAndWhen(group)];
    return more.length > 0 ? `${flows} (${more.join(', ')})` : flows;
  });
  const others = audible.filter((group) => !bulk.includes(group)).map(summary);
  const last = greedy.pop();
  const first = greedy.length > 0 ? `${greedy.join(', ')} and ${last}` : last;
  return { text: [...(first ? [first] : []), ...others].join(', '), namesRtts };
}
