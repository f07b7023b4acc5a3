import type { QueueKind } from '../document/scenario';
import type { TAGS } from '../document/scenario.generated';
import list from './stories.generated.json' with { type: 'json' };

/** A story of the page, from the folder `stories` of the repository. */
export interface StoryEntry {
  /** Name of the file without `.md`. */
  readonly name: string;
  readonly title: string;
  /** Its point in one sentence. */
  readonly point: string;
  /** For whom it is. */
  readonly audience: string;
  /** Where the experiment or the idea comes from; may be empty. */
  readonly source: string;
  /** What it shows. */
  readonly tags: readonly (keyof typeof TAGS)[];
  /** Number of steps. */
  readonly steps: number;
  /** The run of its first step: the picture of each lane (`library/picture`). */
  readonly picture: readonly string[];
  /** Kinds of the lanes in the picture. */
  readonly lanes: readonly QueueKind[];
  /** Kinds of the lanes of all steps, each once. */
  readonly kinds: readonly QueueKind[];
}

/** All stories in their order; may be empty. */
export const STORIES = list as readonly StoryEntry[];

/** Returns the story behind another one in the list; undefined for the last one and for a story of the user. */
export function nextStory(name: string): StoryEntry | undefined {
  const at = STORIES.findIndex((story) => story.name === name);
  return at < 0 ? undefined : STORIES[at + 1];
}
