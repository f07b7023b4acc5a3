import type { Scenario } from '../document/scenario';

/** Why a control of a challenge is disabled. */
export const LOCKED = 'Locked: this challenge does not allow to change it.';

/** What a challenge locks beside the parameters of its scenario: its lists, and bursts. The seed is free: graders choose their own. */
export const LOCKS = {
  lanes: 'queues.length',
  groups: 'traffic.length',
  hops: 'link.length',
  schedule: 'link.schedule',
  burst: 'burst',
} as const;

/** Returns whether a challenge locks one of these parameters: it names what may be changed. */
export function isLocked(
  { goals, free }: Pick<Scenario, 'goals' | 'free'>,
  ...sets: readonly string[]
): boolean {
  if (!goals && !free) return false;
  const isFree = (set: string): boolean =>
    free?.some((one) =>
      // The list of disciplines sets the whole queue.
      /^queues\.\d+$/.test(set) ? one.set === `${set}.kind` : `${one.set}.`.startsWith(`${set}.`),
    ) ?? false;
  return !sets.every(isFree);
}

/** Returns why a part of the scenario cannot be changed; undefined if it can. */
export const lockOf = (scenario: Scenario, part: keyof typeof LOCKS): string | undefined =>
  isLocked(scenario, LOCKS[part]) ? LOCKED : undefined;

/**
 * Returns whether the controls of a challenge edit the whole run. They do, unless the challenge allows timed changes. Undefined for a
 * scenario without goals.
 */
export const editsWhole = ({
  goals,
  free,
}: Pick<Scenario, 'goals' | 'free'>): boolean | undefined =>
  goals && !free?.some(({ live }) => live === true);
