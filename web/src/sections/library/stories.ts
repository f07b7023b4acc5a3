import { STORIES as ALL_STORIES, type StoryEntry as Listed } from '../../core/content/stories';
import { queueLabel } from '../../core/content/queues';
import type { Filtered } from './filter';
import { RFCS, searchable } from './search';
import { effectLabel } from './effects';

/** A story as the filters of the library read it. */
export interface StoryEntry extends Listed, Filtered {}

/** The stories in their order. */
export const STORIES: readonly StoryEntry[] = ALL_STORIES.map((story): StoryEntry => {
  const { name, title, point, audience, source, kinds, tags: effects } = story;
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
