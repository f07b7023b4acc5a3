import { groupNames } from '../../core/content/traffic';
import type { Traffic } from '../../core/document/scenario';

/** How a flow is shown: a letter, one of three tones of grey, and gaps in its bars, so that it is not known by its tone alone. */
export interface FlowFace {
  readonly flow: number;
  readonly name: string;
  readonly letter: string;
  readonly tone: number;
  /** Number in `PATTERNS`. */
  readonly pattern: number;
}

/** Parts of the height of a bar that are drawn, from 0 at its top to 1. */
export const PATTERNS: readonly (readonly (readonly [from: number, to: number])[])[] = [
  [[0, 1]],
  [
    [0, 0.42],
    [0.58, 1],
  ],
  [
    [0, 0.26],
    [0.38, 0.62],
    [0.74, 1],
  ],
  [[0.22, 1]],
  [[0, 0.78]],
  [
    [0, 0.66],
    [0.82, 1],
  ],
];
const TONES = 3;

/** Returns the tone of grey that the flows of a pattern have. */
export const toneOf = (pattern: number): number => pattern % TONES;

/** Returns a letter of the alphabet for the first flows, then numbers. */
export const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : String(index + 1);

/** Returns the faces of all flows. `groups`: the traffic group of each flow, -1 for a burst. */
export function flowFaces(groups: readonly number[], traffic: readonly Traffic[]): FlowFace[] {
  const names = groupNames(traffic);
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const seen = new Map<number, number>();
  return groups.map((group, flow) => {
    const number = (seen.get(group) ?? 0) + 1;
    seen.set(group, number);
    const name = group < 0 ? 'burst' : (names[group] ?? `group ${group + 1}`);
    const pattern = flow % PATTERNS.length;
    return {
      flow,
      name: sizes.get(group)! > 1 ? `${name} ${number}` : name,
      letter: letterOf(flow),
      tone: toneOf(pattern),
      pattern,
    };
  });
}

/** Kinds of traffic that send without a pause: the others are those whose packets suffer from them. */
const GREEDY = new Set(['bulk']);

/**
 * Returns the flow to watch at first: the first one that does not send as much as it can, such as a call, beside one that does; else
 * the first one.
 */
export function firstWatched(
  groups: readonly number[],
  traffic: readonly Traffic[],
): number | undefined {
  const sparse = groups.findIndex((group) => group >= 0 && !GREEDY.has(traffic[group]?.kind ?? ''));
  return sparse >= 0 ? sparse : groups.length > 0 ? 0 : undefined;
}

/** Returns the flows of the rows beside a queue: at most `most`, the watched one among them. The rest is counted. */
export function listed(
  flows: readonly number[],
  watched: number | undefined,
  most: number,
): { readonly shown: readonly number[]; readonly more: number } {
  if (flows.length <= most) return { shown: flows, more: 0 };
  const shown = flows.slice(0, Math.max(1, most - 1));
  if (watched !== undefined && flows.includes(watched) && !shown.includes(watched))
    shown[shown.length - 1] = watched;
  return { shown, more: flows.length - shown.length };
}
