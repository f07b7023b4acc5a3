import { queueLabel } from '../../core/content/queues';
import { PARAMETERS, type Parameter } from '../../core/document/parameters.generated';
import { isEvent, type QueueKind, type Scenario } from '../../core/document/scenario';

/** A value that a challenge lets students change, in words. */
export interface FreeText {
  /** What it is: "Minimum threshold". */
  readonly label: string;
  /** Label of its control. */
  readonly control?: string | undefined;
  readonly unit: string;
  /** The lane whose parameters it is one of; undefined for a control that is visible anyway. */
  readonly lane: number | undefined;
  /** The accepted values, if they have names: "Drop-tail, CoDel". */
  readonly accepted?: string;
}

/** Returns the words for the free value at a path; the path itself if no table has it. */
export function freeText({ queues, traffic, free }: Scenario, path: string): FreeText {
  const [room, index, ...rest] = path.split('.');
  const lane = room === 'queues' ? Number(index) : undefined;
  const ofLane = queues.length > 1 && lane !== undefined ? `, lane ${lane + 1}` : '';
  if (lane !== undefined && rest.join('.') === 'kind')
    return {
      ...{ label: `Queue discipline${ofLane}`, unit: '', lane: undefined },
      accepted: kindsOf(queues, free, lane)
        .slice(1)
        .map((kind) => queueLabel(kind as QueueKind))
        .join(', '),
    };
  if (lane !== undefined && isEvent(path))
    return { label: `Packets that a press drops${ofLane}`, unit: '', lane: undefined };
  const kinds = room === 'queues' ? kindsOf(queues, free, Number(index)) : [];
  if (room === 'traffic') kinds.push(traffic[Number(index)]?.kind ?? '');
  const names = kinds.length > 0 ? kinds.map((kind) => [room, kind, ...rest].join('.')) : [path];
  const known = PARAMETERS as Readonly<Record<string, Parameter | undefined>>;
  const found = names.map((name) => known[name]).find(Boolean);
  const control = found?.label;
  return { label: `${control ?? path}${ofLane}`, control, unit: found?.unit ?? '', lane };
}

/** Returns the present kind of a lane, then those that it may have. */
function kindsOf(queues: Scenario['queues'], free: Scenario['free'], lane: number): string[] {
  const values = free?.find(({ set }) => set === `queues.${lane}.kind`)?.values ?? [];
  return [queues[lane]?.kind ?? '', ...values.map(String)];
}
