import type { TimelineEntry } from './timeline-entries';

/** Returns the entries of each place on the overview, in order of time. */
export function atPlaces(
  entries: readonly TimelineEntry[],
  placeOf: (t: number) => number,
): [place: number, entries: TimelineEntry[]][] {
  const places = new Map<number, TimelineEntry[]>();
  for (const entry of entries) {
    const place = placeOf(entry.t);
    places.set(place, [...(places.get(place) ?? []), entry]);
  }
  return [...places];
}

/** Describes an entry with its time: "5 s: bandwidth 10 → 4 Mbit/s". */
export const told = ({ t, label, isMuted }: TimelineEntry): string =>
  `${Number(t.toFixed(3))} s: ${label}${isMuted ? ', muted' : ''}`;
