import { ownCc, tcpGroups } from '../sim/lane-senders';
import type { Lane, QueueKind, Scenario } from '../sim/scenario';
import { apart } from './parameter-text';
import { ccLabel, queueLabel } from './queues';
import { groupNames } from './traffic';

/**
 * A name per lane. A lane with a congestion control of its own has it in its name, and so has each lane with the same discipline.
 * Lanes that are then named alike also get the parameter in which they differ, or their number.
 */
export function laneLabels(scenario: Pick<Scenario, 'queues' | 'traffic'>): string[] {
  const { queues } = scenario;
  const isOwn = (kind: QueueKind): boolean => queues.some((one) => one.kind === kind && one.cc);
  const labels = queues.map((lane) => {
    const label = queueLabel(lane.kind);
    return isOwn(lane.kind) ? `${label} · ${sendersLabel(lane, scenario)}` : label;
  });
  const differences = apart(queues, labels);
  return labels.map((label, lane) => {
    if (labels.filter((other) => other === label).length === 1) return label;
    return `${label} ${differences[lane] ?? lane + 1}`;
  });
}

/** Names the congestion control of the senders in a lane: "BBR", "BBR for Web pages", or "as the traffic" if it has several. */
export function sendersLabel(lane: Lane, { traffic }: Pick<Scenario, 'traffic'>): string {
  const { cc, ccGroup } = lane;
  if (cc && typeof ccGroup === 'number')
    return `${ccLabel(cc)} for ${groupNames(traffic)[ccGroup] ?? ''}`;
  const own = tcpGroups({ traffic }).map((index) => {
    const group = traffic[index];
    return ccLabel(ownCc(lane, index) ?? ('cc' in group ? group.cc : undefined));
  });
  const [first, ...others] = new Set(own);
  if (others.length > 0) return 'as the traffic';
  return first ?? (cc ? ccLabel(cc) : 'no TCP');
}
