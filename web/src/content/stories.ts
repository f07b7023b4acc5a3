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
  /** Number of steps. */
  readonly steps: number;
}

/** All stories in their order; may be empty. */
export const STORIES: readonly StoryEntry[] = list;

/** Returns the path of a story, or of a step of it from 1, in the section of stories. */
export const storyPath = (name: string, step?: number): string =>
  step === undefined ? name : `${name}/${step}`;
