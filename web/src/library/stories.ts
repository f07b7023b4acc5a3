import type { QueueKind } from '../sim/scenario';
import type { Picture } from './picture';

/** A story as the library shows it. */
export interface StoryEntry {
  readonly id: string;
  readonly title: string;
  /** The run that its picture shows: that of its first step. */
  readonly picture: Picture;
  /** Kinds of the lanes in the picture. */
  readonly lanes: readonly QueueKind[];
  /** Number of steps, and of those that the reader has finished. */
  readonly steps: number;
  readonly done: number;
  readonly open: () => void;
}

/** The stories, in order. The library has no section for them while there are none. */
export const STORIES: readonly StoryEntry[] = [];
