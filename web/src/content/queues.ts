import type { Queue, QueueKind } from '../sim/scenario';
import { ccKind } from '../sim/scenario';
import {
  type CcKind,
  CONGESTION_CONTROLS as CONTROLS,
  type CongestionControl,
  QUEUE_KINDS,
  QUEUES as NAMED,
} from '../sim/scenario.generated';
import { apart } from './parameter-text';

/** The queue disciplines, for choices. */
export const QUEUES = QUEUE_KINDS.map((kind) => ({ kind, label: NAMED[kind].label }));

export const queueLabel = (kind: QueueKind): string => NAMED[kind].label;

/** The name where there is little room. */
export const shortLabel = (kind: QueueKind): string => NAMED[kind].short;

/** A name per lane. Lanes with the same discipline also get the parameter in which they differ, or their number. */
export function laneLabels(queues: readonly Queue[]): string[] {
  const differences = apart(queues);
  return queues.map((queue, lane) => {
    const label = queueLabel(queue.kind);
    if (queues.filter(({ kind }) => kind === queue.kind).length === 1) return label;
    return `${label} ${differences[lane] ?? lane + 1}`;
  });
}

export const CONGESTION_CONTROLS = (Object.keys(CONTROLS) as CcKind[]).map((value) => ({
  value,
  label: CONTROLS[value].label,
}));

/** The name of a congestion control, with the parameters that differ from its defaults. */
export function ccLabel(cc?: CongestionControl): string {
  const label = CONTROLS[ccKind(cc)].label;
  if (typeof cc !== 'object') return label;
  const parameters = Object.entries(cc).filter(([name]) => name !== 'kind');
  return [label, ...parameters.map(([name, value]) => `${name} ${value}`)].join(', ');
}
