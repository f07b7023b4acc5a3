import { QUEUE_HELP } from '../document/parameters.generated';
import type { QueueKind } from '../document/scenario';
import { ccKind } from '../document/scenario';
import {
  type CcKind,
  CONGESTION_CONTROLS as CONTROLS,
  type CongestionControl,
  QUEUE_KINDS,
  QUEUES as NAMED,
} from '../document/scenario.generated';

/** The group of a discipline or congestion control that names no family. */
const OTHERS = 'Others';

interface Face {
  readonly label: string;
  readonly family?: string;
}

/** Brings members of one family together, in the order of the first member of each. */
function byFamily<T extends { readonly group: string }>(list: readonly T[]): T[] {
  const families = [...new Set(list.map(({ group }) => group))];
  const order = (group: string): number => (group === OTHERS ? Infinity : families.indexOf(group));
  return list.toSorted((a, b) => order(a.group) - order(b.group) || 0);
}

/** The queue disciplines, for choices. */
export const QUEUES = byFamily(
  QUEUE_KINDS.map((kind) => {
    const { label, family = OTHERS }: Face = NAMED[kind];
    return { kind, label, group: family, help: QUEUE_HELP[kind] ?? '' };
  }),
);

export const queueLabel = (kind: QueueKind): string => NAMED[kind].label;

/** The name where there is little room. */
export const shortLabel = (kind: QueueKind): string => NAMED[kind].short;

export const CONGESTION_CONTROLS = byFamily(
  (Object.keys(CONTROLS) as CcKind[]).map((value) => {
    const { label, family = OTHERS, help }: Face & { readonly help: string } = CONTROLS[value];
    return { value, label, group: family, help };
  }),
);

/** The name of a congestion control, with the parameters that differ from its defaults. */
export function ccLabel(cc?: CongestionControl): string {
  const label = CONTROLS[ccKind(cc)].label;
  if (typeof cc !== 'object') return label;
  const parameters = Object.entries(cc).filter(([name]) => name !== 'kind');
  return [label, ...parameters.map(([name, value]) => `${name} ${value}`)].join(', ');
}
