import { ownCc, tcpGroups } from '../document/lane-senders';
import type { Change, Lane, QueueKind, Scenario } from '../document/scenario';
import { apart } from './parameter-text';
import { ccLabel, queueLabel } from './queues';
import { groupNames } from './traffic';

/**
 * A name per lane: its discipline. A lane with a congestion control of its own has it in its name, and so has each lane with the same
 * discipline. Lanes that are then named alike also get the parameter in which they differ. Equal lanes have equal names.
 */
export function laneNames(scenario: Pick<Scenario, 'queues' | 'traffic'>): string[] {
  const { queues } = scenario;
  const isOwn = (kind: QueueKind): boolean => queues.some((one) => one.kind === kind && one.cc);
  const names = queues.map((lane) => {
    const name = queueLabel(lane.kind);
    return isOwn(lane.kind) ? `${name} · ${sendersLabel(lane, scenario)}` : name;
  });
  const differences = apart(queues, names);
  return names.map((name, lane) => {
    const difference = differences[lane];
    const isAlone = names.filter((other) => other === name).length === 1;
    return isAlone || difference === undefined ? name : `${name} ${difference}`;
  });
}

/** Puts the number of each lane, from 1, in front of its name: "2: CoDel". A lane alone has no number. */
const numbered = (names: readonly string[]): string[] =>
  names.length > 1 ? names.map((name, lane) => `${lane + 1}: ${name}`) : [...names];

/** Returns the numbers and names of lanes: "2: CoDel". */
export const laneLabels = (scenario: Pick<Scenario, 'queues' | 'traffic'>): string[] =>
  numbered(laneNames(scenario));

/** Returns the names of lanes for a table of disciplines: only lanes with equal names have their numbers. */
export function distinctLanes(scenario: Pick<Scenario, 'queues' | 'traffic'>): string[] {
  const [names, labels] = [laneNames(scenario), laneLabels(scenario)];
  const isAlone = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  return names.map((name, lane) => (isAlone(name) ? name : labels[lane]));
}

/** A timeline, and the scenario in force at a time of it. */
interface Timeline {
  readonly changes: readonly Change[];
  at(atS: number): Pick<Scenario, 'queues' | 'traffic'>;
}

/** Returns the names of lanes for what happened from `fromS` to `toS`: "Drop-tail → CoDel" if the discipline changes. */
export function laneNamesOver(timeline: Timeline, fromS: number, toS: number): string[] {
  const switches = timeline.changes.filter(
    ({ set, atS, muted }) => !muted && atS > fromS && atS < toS && /^queues\.\d+$/.test(set),
  );
  const states = [fromS, ...switches.map(({ atS }) => atS)].map((atS) => timeline.at(atS));
  const last = states.at(-1)!;
  return laneNames(last).map((name, lane) => {
    const kinds = states
      .map(({ queues }) => queues[lane]?.kind ?? last.queues[lane].kind)
      .filter((kind, i, all) => kind !== all[i - 1]);
    return kinds.length > 1 ? chain(kinds.map(queueLabel)) : name;
  });
}

/** Returns the numbers and names of lanes for what happened from `fromS` to `toS`: "2: Drop-tail → CoDel". */
export const laneLabelsOver = (timeline: Timeline, fromS: number, toS: number): string[] =>
  numbered(laneNamesOver(timeline, fromS, toS));

/** Most disciplines of a chain that are named. */
const MOST_IN_CHAIN = 3;

function chain(names: readonly string[]): string {
  const shown = names.length > MOST_IN_CHAIN ? [names[0], '…', names.at(-1)] : names;
  return shown.join(' → ');
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
