import type { Scenario } from '../../core/document/scenario';
import { edited } from '../../core/state/edited';
import { isPicture, type Picture } from './picture';

/** A scenario that the user has built, as the browser keeps it. */
export interface Work {
  readonly id: string;
  /** The scenario with its changes, as JSON. Its title is the name of the work. */
  readonly scenario: string;
  /** How it was shown when it was kept: a link without a scenario (`state/share.ts`). */
  readonly seen: string;
  readonly picture: Picture;
  /** When it was changed, ms since 1970. */
  readonly changedMs: number;
  /** Counts how often it was kept. Of two tabs that keep the same revision, only the first succeeds. */
  readonly revision: number;
}

/** Most lanes of a scenario. */
export const MOST_LANES = 6;
/** The limit of a file of one scenario, KiB. */
export const MOST_KIB = 256;

/** Returns a kept value if it is a work; an earlier or a later version of the page may have kept something else. */
export function asWork(value: unknown): Work | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, scenario, seen, picture, changedMs, revision } = value as Partial<
    Record<keyof Work, unknown>
  >;
  const isWork =
    typeof id === 'string' &&
    typeof scenario === 'string' &&
    typeof seen === 'string' &&
    isPicture(picture, MOST_LANES) &&
    Number.isFinite(changedMs) &&
    Number.isSafeInteger(revision);
  return isWork && contentOf(value as Work) ? (value as Work) : undefined;
}

const contents = new WeakMap<Work, Scenario>();

/** Returns the scenario of a work; undefined if its text is none. The simulator has not checked it. */
export function contentOf(work: Work): Scenario | undefined {
  const known = contents.get(work);
  if (known) return known;
  let value: unknown;
  try {
    value = JSON.parse(work.scenario);
  } catch {
    return undefined;
  }
  const { queues, traffic, link } = (value ?? {}) as Partial<Scenario>;
  if (!Array.isArray(queues) || !Array.isArray(traffic) || typeof link !== 'object' || !link)
    return undefined;
  contents.set(work, value as Scenario);
  return value as Scenario;
}

/** Returns the name of a work. */
export const nameOf = (work: Work): string => contentOf(work)?.title || 'Untitled';

/** Returns the text of a scenario with another title. */
export function retitled(text: string, title: string): string {
  return JSON.stringify(edited(JSON.parse(text) as Scenario, { title: title || undefined }));
}
