import type { QueueKind } from '../sim/scenario';
import { type CcKind, QUEUE_KINDS } from '../sim/scenario.generated';

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

/** A name per lane: numbered where two lanes run the same discipline. */
export function laneLabels(kinds: readonly string[]): string[] {
  return kinds.map((kind, lane) => {
    const alone = kinds.filter((k) => k === kind).length === 1;
    return alone ? queueLabel(kind) : `${queueLabel(kind)} ${lane + 1}`;
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
