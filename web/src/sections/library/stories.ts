import { STORIES as ALL_STORIES, type StoryEntry as Listed } from '../../core/content/stories';
import { queueLabel } from '../../core/content/queues';
import type { Filtered } from './filter';
import { RFCS, searchable } from './search';
import { type Effect, effectLabel } from './tags';

/** A story as the filters of the library read it. */
export interface StoryEntry extends Listed, Filtered {}

/** What the stories show, by name. */
const EFFECTS: Readonly<Record<string, readonly Effect[]>> = {
  bufferbloat: ['bufferbloat'],
  synchronisation: ['oscillation'],
  red: ['load'],
  ared: ['load', 'oscillation'],
  codel: ['bursts', 'overload'],
  pie: ['oscillation', 'load'],
  schwardmann: ['bursts', 'paper'],
  ecn: ['ecn', 'applications'],
  duk: ['paper'],
  fq: ['fairness', 'applications'],
  l4s: ['ecn', 'fairness', 'controls'],
  bbr: ['controls', 'fairness'],
  'two-hops': ['hops', 'bufferbloat'],
};

/** The stories in their order. */
export const STORIES: readonly StoryEntry[] = ALL_STORIES.map((story): StoryEntry => {
  const { name, title, point, audience, source, kinds } = story;
  const effects = EFFECTS[name] ?? [];
  const words = [
    ...['story', name, title, point, audience, source],
    ...kinds.flatMap((kind) => [queueLabel(kind), kind, RFCS[kind] ?? '']),
    ...effects.map(effectLabel),
  ];
  return { ...story, effects, words: searchable(words.join(' ')) };
});

/** Returns how far the reader is: "5 steps", "2 of 5 steps done", "finished". */
export function progress({ steps }: StoryEntry, done: number, isFinished: boolean): string {
  if (isFinished || done >= steps) return 'finished';
  return done === 0 ? `${steps} steps` : `${done} of ${steps} steps done`;
}
