/** The queue disciplines by the name they have in scenarios, in the order of their history. */
export const QUEUES = [
  { kind: 'droptail', label: 'Drop-tail', about: 'Waits until the buffer is full.' },
  { kind: 'red', label: 'RED', about: 'Drops at random while the average queue is long.' },
  { kind: 'ared', label: 'Adaptive RED', about: 'RED that sets itself up from a target delay.' },
  { kind: 'codel', label: 'CoDel', about: 'Drops while packets wait longer than the target.' },
  { kind: 'pie', label: 'PIE', about: 'Steers a drop probability by the queue delay.' },
] as const;

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

export const CONGESTION_CONTROLS = [
  { value: 'cubic', label: 'CUBIC' },
  { value: 'newreno', label: 'NewReno' },
] as const;

export function ccLabel(cc: string): string {
  return CONGESTION_CONTROLS.find((c) => c.value === cc)?.label ?? cc;
}
