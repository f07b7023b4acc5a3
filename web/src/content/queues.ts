import type { Queue, QueueKind } from '../sim/scenario';
import { type CcKind, QUEUE_KINDS } from '../sim/scenario.generated';
import type { Words } from './words';

const LABELS: Record<QueueKind, string> = {
  droptail: 'Drop-tail',
  red: 'RED',
  ared: 'Adaptive RED',
  codel: 'CoDel',
  pie: 'PIE',
};

/** The queue disciplines, for choices. */
export const QUEUES = QUEUE_KINDS.map((kind) => ({ kind, label: LABELS[kind] }));

export function queueLabel(kind: string): string {
  return QUEUES.find((q) => q.kind === kind)?.label ?? kind;
}

/**
 * A name per lane; where two lanes run the same discipline, with what tells them apart: a parameter, for which `words` are
 * asked, else their number.
 */
export function laneLabels(queues: readonly Queue[], words: () => Words | undefined): string[] {
  return queues.map((queue, lane) => {
    const label = queueLabel(queue.kind);
    if (queues.filter(({ kind }) => kind === queue.kind).length === 1) return label;
    return `${label} ${words()?.apart(queues)[lane] ?? lane + 1}`;
  });
}

const CC_LABELS: Record<CcKind, string> = { cubic: 'CUBIC', newreno: 'NewReno' };

export const CONGESTION_CONTROLS = (Object.keys(CC_LABELS) as CcKind[]).map((value) => ({
  value,
  label: CC_LABELS[value],
}));

export function ccLabel(cc: string): string {
  return CONGESTION_CONTROLS.find((c) => c.value === cc)?.label ?? cc;
}
