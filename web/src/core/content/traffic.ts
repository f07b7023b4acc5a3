import { isTcp, type Traffic, type TrafficKind } from '../document/scenario';
import { type CongestionControl, TRAFFIC } from '../document/scenario.generated';
import { type Values, type Words } from '../model/kind';
import { trafficSettings } from '../model/settings';
import { isReverse, kindFile, valuesOf } from '../model/traffic';
import { exact, quantity, rate } from './format';
import { ccLabel } from './queues';

const cc = (group: Values): string => ccLabel(group['cc'] as CongestionControl);

/** The summary of a kind that has none: its live numbers. */
function plainSummary(g: Values): string {
  const kind = g['kind'] as TrafficKind;
  const shown = trafficSettings(g as unknown as Traffic).filter(
    ({ name, parameter, value }) => !parameter.atStart && name !== 'muted' && value !== null,
  );
  const numbers = shown.filter(({ value }) => typeof value === 'number').slice(0, 2);
  const words = numbers.map(({ parameter, value }) =>
    `${exact(Number(value))} ${parameter.unit || parameter.label.toLowerCase()}`.trim(),
  );
  return [...words, ...(isTcp(kind) ? [cc(g)] : [])].join(', ');
}

/** A name in `ui/icons.ts`, or a drawing. */
export type KindIcon = 'reverse' | 'background' | 'traffic' | { readonly path: string };

export const kindIcon = (kind: TrafficKind): KindIcon => kindFile(kind).icon ?? 'traffic';

export const trafficIcon = (group: Traffic): KindIcon =>
  isReverse(group) ? 'reverse' : isBackground(group) ? 'background' : kindIcon(group.kind);

/** The name of a kind in lists. */
export const kindName = (kind: TrafficKind): string => kindFile(kind).name ?? TRAFFIC[kind].label;

const isBackground = (group: Traffic): boolean =>
  'cc' in group && group.cc !== undefined && ccOf(group.cc) === 'ledbat';
const ccOf = (value: CongestionControl): string => (typeof value === 'string' ? value : value.kind);

/** The settings of a group in one line: "5 × CUBIC". */
export function summary(group: Traffic): string {
  const values = valuesOf(group);
  const { summary: own = plainSummary } = kindFile(group.kind);
  const words: Words = { quantity, rate, control: isTcp(group.kind) ? cc(values) : '' };
  const [direction, hops, period] = circumstances(group);
  return said([direction, hops, own(values, words), period]).join(', ');
}

/** Where and when a group sends, if not everywhere and all the time: ["reverse", "from 3 s"]. */
export const whereAndWhen = (group: Traffic): string[] => said(circumstances(group));

const circumstances = (group: Traffic): readonly [string, string, string] => [
  isReverse(group) ? 'reverse' : '',
  hopsOf(group),
  periodOf(group),
];
const said = (parts: readonly string[]): string[] => parts.filter((part) => part !== '');

/** The name of the congestion control of a group. */
export const ccName = (group: Traffic): string => cc(valuesOf(group));

/** Returns which hops the data of a group pass, if not all: "hop 2", "hops 2 to 3", "from hop 2". */
function hopsOf({ firstHop = 1, lastHop }: Traffic): string {
  if (typeof lastHop !== 'number') return firstHop > 1 ? `from hop ${firstHop}` : '';
  return firstHop === lastHop ? `hop ${firstHop}` : `hops ${firstHop} to ${lastHop}`;
}

/** Returns when a group sends that does not send all the time: "from 59.77 s". */
export function periodOf({ startS, stopS }: Traffic): string {
  const from = startS ? `from ${startS} s` : '';
  return typeof stopS === 'number' ? `${from} until ${stopS} s`.trim() : from;
}

/** A name for each group: its own, else that of its kind, numbered if several unnamed groups are of one kind. */
export function groupNames(traffic: readonly Traffic[]): string[] {
  const isAlike = (a: Traffic, b: Traffic): boolean => a.kind === b.kind && !a.name && !b.name;
  return traffic.map((group, i) => {
    if (group.name) return group.name;
    const alike = traffic.filter((other) => isAlike(group, other));
    if (alike.length === 1) return kindName(group.kind);
    const before = traffic.slice(0, i + 1).filter((other) => isAlike(group, other));
    return `${kindName(group.kind)} ${before.length}`;
  });
}
