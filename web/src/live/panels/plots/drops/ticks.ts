import type { LoggedEvent } from '../../../../core/sim/events.generated';

/** In windows up to this length each event is a tick, s. */
export const MOST_SPAN_S = 5;

/** A span in which all events of some lanes are known. */
export interface Known {
  readonly fromS: number;
  readonly toS: number;
  /** The events of each lane, in order of time. */
  readonly lanes: readonly (readonly LoggedEvent[])[];
}

/** Returns the events of a lane at a hop in a span; none for an unknown lane. */
export const eventsAt = (
  known: Known,
  lane: number,
  hop: string,
  [fromS, toS]: readonly [number, number],
): readonly LoggedEvent[] =>
  (known.lanes[lane] ?? []).filter((one) => one.hop === hop && one.atS >= fromS && one.atS < toS);

/** Returns the event nearest to a time, if it is at most `within` s away. */
export function nearestIn(
  events: readonly LoggedEvent[],
  atS: number,
  within: number,
): LoggedEvent | undefined {
  let best: LoggedEvent | undefined;
  for (const one of events)
    if (Math.abs(one.atS - atS) <= Math.abs((best?.atS ?? Infinity) - atS)) best = one;
  return best && Math.abs(best.atS - atS) <= within ? best : undefined;
}

/** Returns the bin of this width that contains a time. */
export function binAt(atS: number, binS: number): readonly [fromS: number, toS: number] {
  const bin = Math.floor(atS / binS + 1e-9);
  return [bin * binS, (bin + 1) * binS];
}

/** Returns the path of ticks from `top` to `bottom`, px: lines for drops, hollow boxes for marks, crosses for losses. */
export function tickPath(
  events: readonly LoggedEvent[],
  kind: LoggedEvent['kind'],
  x: (t: number) => number,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): string {
  const height = bottom - top;
  const middle = (top + bottom) / 2;
  const of = (px: number): string => {
    const at = px.toFixed(1);
    if (kind === 'drop') return `M${at} ${top}v${height}`;
    if (kind === 'mark') return `M${(px - 1.5).toFixed(1)} ${top}h3v${height}h-3z`;
    return `M${(px - 3).toFixed(1)} ${middle - 3}l6 6m0 -6l-6 6`;
  };
  return events
    .filter((one) => one.kind === kind)
    .map(({ atS }) => of(x(atS)))
    .join('');
}
